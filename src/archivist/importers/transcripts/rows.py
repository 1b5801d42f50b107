"""Plain JSONL: one message a line, `{"role": "user", "content": "…"}`.

`text` may stand for `content`, `at` or `timestamp` gives the time, and `conversation`, `conversation_id` or
`session_id` tells conversations of one file apart.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Final

from archivist.errors import Invalid
from archivist.importers.transcripts.imported import Imported, Turn, assemble, conversation_id
from archivist.importers.transcripts.own import turn_of
from archivist.importers.transcripts.reading import json_rows, kind_of

SOURCE: Final = "jsonl"
_GROUP_FIELDS: Final = ("conversation", "conversation_id", "session_id")


def parse(data: bytes, uri: str, undated: datetime) -> Imported:
    """The conversations of the file, in the order of their first lines.

    Raises:
        Invalid: names the file, the line and the field.
    """
    rows, skipped = json_rows(data, uri)
    groups: dict[str, list[Turn]] = {}
    for number, row in rows:
        where = f"{uri} line {number}"
        if not isinstance(row, Mapping):
            raise Invalid(where, f"must be an object, not {kind_of(row)}")
        group = next((str(row[field]) for field in _GROUP_FIELDS if row.get(field)), "")
        groups.setdefault(group, []).append(turn_of(row, where))
    name = PurePosixPath(uri).name
    found = [
        assemble(SOURCE, conversation_id(SOURCE, group or None, name, turns[0].text), turns, undated)
        for group, turns in groups.items()
    ]
    return Imported(tuple(found), tuple(skipped))

"""A plain form for everything else: a line of JSON for each statement, `{"text": …}` and what else is known.

Read are `text` (needed), `id`, `at` (or `created_at`), `type`, `kind`, `description`, `topic`, `tags`. Other fields are
refused by name, so that a misspelt one is not lost in silence.
"""

from collections.abc import Mapping
from typing import Any, Final

from archivist.errors import Invalid
from archivist.importers.memories.statement import Files, Statement, content_id, rows_of, words
from archivist.importers.transcripts.imported import moment
from archivist.records.memory import Kind, MemoryType

FIELDS: Final = frozenset({"text", "id", "at", "created_at", "type", "kind", "description", "topic", "tags"})


def read(files: Files) -> list[Statement]:
    """The statements of the files.

    Raises:
        Invalid: a line is malformed; names line and field.
    """
    return [_statement(where, row) for name, data in files for where, row in rows_of(name, data)]


def _statement(where: str, row: Mapping[str, Any]) -> Statement:
    text = row.get("text")
    if not isinstance(text, str) or not text.strip():
        raise Invalid(where, "has no text")
    if unknown := sorted(set(row) - FIELDS):
        raise Invalid(where, f"has unknown fields {', '.join(unknown)}")
    try:
        return Statement(
            text,
            str(row.get("id") or content_id(text)),
            moment(row.get("at", row.get("created_at"))),
            MemoryType(row.get("type", "user")),
            Kind(row.get("kind", "info")),
            str(row.get("description", "")),
            str(row.get("topic", "")),
            words(row.get("tags")),
        )
    except ValueError as exc:
        raise Invalid(where, str(exc)) from exc

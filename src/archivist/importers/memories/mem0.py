"""mem0: the answer of `get_all`, an OpenMemory export (`memories.json` or `.jsonl`), or a plain list of memories."""

from collections.abc import Iterator, Mapping
from typing import Any

from archivist.errors import Invalid
from archivist.importers.memories.statement import Files, Statement, content_id, json_of, rows_of, words
from archivist.importers.transcripts.imported import moment_or_none


def read(files: Files) -> list[Statement]:
    """Every memory of the files.

    Raises:
        Invalid: a file is no export of mem0; names the place.
    """
    return [_statement(where, row) for name, data in files for where, row in _rows(name, data)]


def _rows(name: str, data: bytes) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if name.endswith(".jsonl"):
        yield from rows_of(name, data)
        return
    document = json_of(name, data)
    if isinstance(document, Mapping):
        document = document.get("results", document.get("memories", document.get("items")))
    if not isinstance(document, list):
        raise Invalid(name, "holds no list of memories (results, memories)")
    for number, row in enumerate(document, 1):
        if not isinstance(row, Mapping):
            raise Invalid(f"{name} memory {number}", "is no object")
        yield f"{name} memory {number}", row


def _statement(where: str, row: Mapping[str, Any]) -> Statement:
    text = row.get("memory", row.get("content", row.get("text")))
    if not isinstance(text, str):
        raise Invalid(where, "has no text under memory")
    metadata = row.get("metadata") if isinstance(row.get("metadata"), Mapping) else {}
    tags = words(row.get("categories")) or words((metadata or {}).get("tags"))
    return Statement(text, str(row.get("id") or content_id(text)), moment_or_none(row.get("created_at")), tags=tags)

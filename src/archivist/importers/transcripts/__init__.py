"""Transcripts of other tools: bytes in, conversations out, one module a source; pure.

A source is added as one module with a `parse` and one line in `IMPORTERS`.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from io import BytesIO
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

from archivist.errors import Invalid
from archivist.importers.transcripts import chatgpt, claude_ai, claude_code, codex, own, rows
from archivist.importers.transcripts.imported import Imported
from archivist.importers.transcripts.reading import MAX_UNPACKED_BYTES, is_zip, text_of_file

IMPORTERS: Final[Mapping[str, Callable[[bytes, str, datetime], Imported]]] = {
    own.SOURCE: own.parse,
    claude_code.SOURCE: claude_code.parse,
    codex.SOURCE: codex.parse,
    chatgpt.SOURCE: chatgpt.parse,
    claude_ai.SOURCE: claude_ai.parse,
    rows.SOURCE: rows.parse,
}
_CODEX_TYPES: Final = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted"})
_LINES_READ: Final = 50


def parse(data: bytes, uri: str, undated: datetime, source: str | None = None) -> Imported:
    """The conversations of a transcript file of any known kind.

    Args:
        undated: the time of messages that carry none, such as the file's own.
        source: a key of `IMPORTERS`; without it the kind is recognised from the content.

    Raises:
        Invalid: of no known kind, or malformed; names the file and the place.
    """
    source = source or sniff(data, uri)
    if source is None or source not in IMPORTERS:
        raise Invalid(uri, f"is no transcript we know; known are {', '.join(IMPORTERS)}")
    return IMPORTERS[source](data, uri, undated)


def sniff(data: bytes, uri: str) -> str | None:
    """The key in `IMPORTERS` of the importer that reads this file, told from its content; None when none does.

    Raises:
        Invalid: empty, or neither text nor a readable archive.
    """
    if is_zip(data):
        data = _first_conversations(data, uri)
    text = text_of_file(data, uri)
    if not text.strip():
        raise Invalid(uri, "is empty")
    return _source_of_document(text) or _source_of_rows(text)


def _source_of_rows(text: str) -> str | None:
    """Told from the first lines; only a text that is no document as a whole gets here."""
    sources = (_source_of_row(_object(line)) for line in text.split("\n", _LINES_READ)[:_LINES_READ])
    return next((source for source in sources if source), None)


def _source_of_row(row: Mapping[str, Any]) -> str | None:
    """What a single line gives away; a whole document on one line gives away nothing here."""
    if str(row.get("type")) in _CODEX_TYPES and "payload" in row:
        return codex.SOURCE
    if isinstance(row.get("sessionId"), str) and "type" in row:
        return claude_code.SOURCE
    if "role" in row and ("content" in row or "text" in row):
        return rows.SOURCE
    return None


def _source_of_document(text: str) -> str | None:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return _source_of_broken(text)
    match document:
        case {"chat_messages": _} | [{"chat_messages": _}, *_]:
            return claude_ai.SOURCE
        case {"mapping": _} | [{"mapping": _}, *_]:
            return chatgpt.SOURCE
        case {"conversations": _} | {"messages": _} | [{"messages": _}, *_] | [{"role": _}, *_]:
            return own.SOURCE
        case _:
            return None


def _source_of_broken(text: str) -> str | None:
    """The likeliest importer for a document that does not parse, so that its error can name the place."""
    marks = {claude_ai.SOURCE: '"chat_messages"', chatgpt.SOURCE: '"mapping"', own.SOURCE: '"messages"'}
    return next((source for source, mark in marks.items() if mark in text), None)


def _object(line: str) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _first_conversations(data: bytes, uri: str) -> bytes:
    """The first conversations file of an export archive; the importers check the rest."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = sorted(name for name in archive.namelist() if "conversations" in name and name.endswith(".json"))
            if not names:
                raise Invalid(uri, "is an archive without conversations.json")
            with archive.open(names[0]) as file:
                return file.read(MAX_UNPACKED_BYTES)
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise Invalid(uri, f"cannot be unpacked: {error}") from error

"""Claude Code's memory: CLAUDE.md files, rules, and the auto memory with a topic in each file.

Of CLAUDE.md each list item and each paragraph is a statement, under its heading; code and imports (`@path`) stay
behind. A topic file of the auto memory is one statement; its index (MEMORY.md) only points to them.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from archivist.importers.memories.statement import Files, Statement, content_id, text_of
from archivist.importers.transcripts.imported import moment_or_none
from archivist.records.memory import Kind, MemoryType
from archivist.text.frontmatter import split

INDEX: Final = "MEMORY.md"
_FENCE: Final = re.compile(r"(?ms)^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)")
_BLOCK: Final = re.compile(r"(?ms)^<!--.*?-->")
_HEADING: Final = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
_ITEM: Final = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_IMPORT: Final = re.compile(r"^@\S+$")
_TYPES: Final = frozenset(str(one) for one in MemoryType)


def read(files: Files) -> list[Statement]:
    """The statements of the files.

    Raises:
        Invalid: a file is not UTF-8.
    """
    statements: list[Statement] = []
    for name, data in files:
        if name.rpartition("/")[2] == INDEX:
            continue
        text = text_of(name, data)
        parts = split(text)
        fields, body = parts.fields or {}, parts.body
        kind = _type(fields)
        if kind is not None:
            statements += _of_topic(name, fields, body, kind)
        else:
            statements += _of_instructions(name, body)
    return statements


def _of_topic(name: str, fields: Mapping[str, Any], body: str, type: MemoryType) -> list[Statement]:
    description = str(fields.get("description") or "")
    said = body.strip() or description
    at = moment_or_none(str(fields.get("modified") or "") or None)
    kind = Kind.RULE if type is MemoryType.FEEDBACK else Kind.INFO
    return [Statement(said, f"{name}#{content_id(said)}", at, type, kind, description)] if said else []


def _of_instructions(name: str, text: str) -> list[Statement]:
    statements: list[Statement] = []
    heading, paragraph = "", list[str]()

    def close() -> None:
        said = " ".join(paragraph).strip()
        paragraph.clear()
        if said and not _IMPORT.match(said):
            id = f"{name}#{content_id(heading, said)}"
            statements.append(Statement(said, id, None, MemoryType.FEEDBACK, Kind.RULE, topic=heading))

    for line in _BLOCK.sub("", _FENCE.sub("", text)).splitlines():
        if found := _HEADING.match(line):
            close()
            heading = found[1]
        elif not line.strip() or _ITEM.match(line):
            close()
            paragraph += [_ITEM.sub("", line).strip()] if line.strip() else []
        else:
            paragraph.append(line.strip())
    close()
    return statements


def _type(fields: Mapping[str, Any]) -> MemoryType | None:
    """The type of a topic file; older ones have it at the top."""
    metadata = fields.get("metadata")
    said = metadata.get("type") if isinstance(metadata, Mapping) else fields.get("type")
    return MemoryType(said) if isinstance(said, str) and said in _TYPES else None

"""What other tools remember, as statements: mem0, basic-memory, the MCP reference server, Claude's files, plain rows.

A reader gets the files by name and gives back statements with their own ids and times. It judges nothing: each becomes
an unreviewed candidate, and a person decides.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from archivist.importers.memories import basic_memory, claude_memory, mcp_memory, mem0, plain_rows
from archivist.importers.memories.statement import Files, Statement

Reader = Callable[[Files], list[Statement]]

READERS: Final[Mapping[str, Reader]] = {
    "mem0": mem0.read,
    "basic-memory": basic_memory.read,
    "mcp-memory": mcp_memory.read,
    "claude-code": claude_memory.read,
    "jsonl": plain_rows.read,
}
SUFFIXES: Final[Mapping[str, Sequence[str]]] = {
    "mem0": (".json", ".jsonl"),
    "basic-memory": (".md",),
    "mcp-memory": (".json", ".jsonl"),
    "claude-code": (".md",),
    "jsonl": (".jsonl", ".ndjson", ".json"),
}
"""Which files of a folder a reader is given."""

"""Reads one file for the knowledge base: its importer by its name, its chunks, and whether the file itself is kept."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from archivist.importers import chunks, importer_for, markdown, plain_text
from archivist.records.document import Chunk, ParsedDocument
from archivist.text.encodings import Decoded

TEXT_SUFFIXES = frozenset({".md", ".markdown", ".mdc", ".mdx", ".txt", ".rst"})
"""Of files that are kept as they are; the others are converted, and kept beside their conversion."""

Check = Callable[[str, str], tuple[str, str]]
"""Text and its name in; the text that may be kept and a notice out. Raises where nothing may be kept."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file, read and cut. `original` is the file where it was converted."""

    parsed: ParsedDocument
    chunks: list[Chunk]
    original: bytes | None


def prepare(
    data: bytes, name: str, check: Check, max_tokens: int, overlap_tokens: int, previous: ParsedDocument | None = None
) -> Prepared:
    """The document in `data`; raises `Invalid` where it cannot be read, and whatever `check` raises."""
    suffix = PurePosixPath(name).suffix.lower()
    parsed = importer_for(name)(data, name, previous)
    kept, notice = check(parsed.text, name)
    if notice:
        notices = (*parsed.notices, notice)
        build = plain_text.parse_text if suffix in (".txt", ".rst") else markdown.parse_text
        parsed = build(Decoded(kept, parsed.encoding, notices), name, previous)
    parsed = parsed if parsed.title else replace(parsed, title=name)
    original = None if suffix in TEXT_SUFFIXES or notice else data
    return Prepared(parsed, chunks.cut(parsed, max_tokens, overlap_tokens), original)

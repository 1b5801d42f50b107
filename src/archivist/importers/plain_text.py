"""Reads a plain text file: one section, as nothing in it is known to be a heading. Refuses what `decode` refuses."""

from archivist.importers import sections
from archivist.records.document import ParsedDocument
from archivist.text.encodings import Decoded, decode


def parse(data: bytes, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in `data`."""
    return parse_text(decode(data, uri), uri, previous)


def parse_text(decoded: Decoded, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in a text that was read already."""
    return sections.build(decoded, (), {}, uri, previous)

"""Reads a Markdown file: front matter, text, and the sections its headings make.

Pure: bytes in, document out. The Markdown stays as it is; what is refused (binary, damaged or unknown encodings) is
refused with `Invalid`.
"""

from operator import attrgetter

from archivist.importers import sections
from archivist.records.document import ParsedDocument
from archivist.text import frontmatter
from archivist.text.encodings import Decoded, decode
from archivist.text.headings import find_headings, find_nested_headings
from archivist.text.titles import defined_labels, read_title


def parse(data: bytes, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in `data`.

    Args:
        uri: where it came from; names the document where neither front matter nor a heading does.
        previous: the version before, whose anchors are kept where a section is found again.
    """
    return parse_text(decode(data, uri), uri, previous)


def parse_text(decoded: Decoded, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in a text that was read already."""
    fields, start = _front_matter(decoded.text)
    return sections.build(decoded, find_headings(decoded.text, start), fields, uri, previous)


def headings(text: str) -> list[tuple[int, str]]:
    """Level and title of every heading that a rendered page shows, in order: also those in quotes and list items."""
    text = text.removeprefix("\ufeff")
    labels = defined_labels(text)
    _, start = _front_matter(text)
    found = sorted([*find_headings(text, start), *find_nested_headings(text, start)], key=attrgetter("start"))
    return [(heading.level, read_title(heading.source, labels).text) for heading in found]


def _front_matter(text: str) -> tuple[frontmatter.Fields, int]:
    """The fields, and the offset at which the body starts."""
    if not text.startswith("---"):
        return {}, 0
    # A file of an old Mac ends its lines with CR alone; of the same length with LF, its block is found as well.
    found = frontmatter.split(text if "\n" in text else text.replace("\r", "\n"))
    return found.fields or {}, len(text) - len(found.body)

"""Reads a web page: headings, lists, tables and code become Markdown; scripts and styles are left out."""

import re

from archivist.errors import Invalid
from archivist.importers import markdown
from archivist.importers.extras import converted, load, reading
from archivist.records.document import ParsedDocument
from archivist.text.encodings import decode

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_HEAD_BYTES = 4_096
_UNSEEN = ("script", "style", "template", "noscript", "svg", "head")


def parse(data: bytes, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in `data`, needs the extra `documents`."""
    with reading(uri, "HTML"):
        text = to_markdown(_decode(data, uri), uri)
    return markdown.parse_text(converted(text, "HTML"), uri, previous)


def to_markdown(page: str, uri: str) -> str:
    """The Markdown of a page, titled as its `<title>` says where it has no heading."""
    soup = load("bs4", uri).BeautifulSoup(page, "html.parser")
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    for element in soup.find_all(_UNSEEN):
        element.decompose()
    converter = load("markdownify", uri).MarkdownConverter(heading_style="ATX", bullets="-", strip=["img"])
    body = re.sub(r"\n{3,}", "\n\n", str(converter.convert_soup(soup))).strip()
    has_heading = soup.find(re.compile(r"^h[1-6]$")) is not None
    return f"# {title}\n\n{body}\n" if title and not has_heading else f"{body}\n"


def _decode(data: bytes, uri: str) -> str:
    """The text of a page; the character set it declares counts where its bytes do not tell."""
    try:
        return decode(data, uri).text
    except Invalid:
        declared = _CHARSET.search(data, 0, _HEAD_BYTES)
        if not declared or b"\0" in data:
            raise
        return data.decode(declared[1].decode("ascii"))

"""Reads the text of a PDF, page by page: each page is a section, so a citation names it.

Text is composed to NFKC, as PDFs often hold look-alikes (the radical ⽂ for 文). A file without text, such as a scan,
is refused rather than imported empty.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from archivist.errors import Invalid
from archivist.importers.extras import from_parts, load, reading
from archivist.records.document import ParsedDocument

MAX_PAGES = 10_000

_CONTROLS = re.compile("\r(?=\n)|[\0\ufffe\uffff]")
"""CR before LF, and what a PDF has where a font maps a glyph to no character or a word is broken."""


def parse(data: bytes, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in `data`, needs the extra `documents`."""
    pdfium = load("pypdfium2", uri)
    with reading(uri, "PDF"):
        pdf = pdfium.PdfDocument(data)
        try:
            if len(pdf) > MAX_PAGES:
                raise Invalid(uri, f"has {len(pdf)} pages, more than {MAX_PAGES}")
            title = unicodedata.normalize("NFKC", pdf.get_metadata_value("Title")).strip()
            parts = list(_pages(pdf))
        finally:
            pdf.close()
    if not any(body.strip() for _, body in parts):
        raise Invalid(uri, "holds no text", hint="a scan has to be read by a program for text recognition first")
    return from_parts(parts, "PDF", uri, title, previous)


def _pages(pdf: Any) -> Iterator[tuple[str, str]]:
    for number, page in enumerate(pdf, start=1):
        text = page.get_textpage().get_text_bounded()
        yield f"Page {number}", unicodedata.normalize("NFKC", _CONTROLS.sub("", text))

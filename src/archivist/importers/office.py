"""Reads Word, PowerPoint and Excel files (the zipped XML ones): as Markdown, with headings, lists and tables.

Before a library sees a file, its archive is checked: what would unpack to more than `MAX_UNPACKED` bytes, or far more
than it has, is refused, and so is XML with a document type, in which entities can grow without bound or name files.
Neither does a real office file have.
"""

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.sax.handler import ContentHandler

from archivist.errors import Invalid
from archivist.importers import markdown
from archivist.importers.extras import converted, from_parts, load, reading
from archivist.importers.html import to_markdown
from archivist.records.document import ParsedDocument

MAX_UNPACKED = 300_000_000
"""Bytes of all members together."""

MAX_RATIO = 200
"""Unpacked to packed size of a member over a megabyte; XML of real sheets has 10 to 40."""

MAX_MEMBERS = 20_000
MAX_CELLS = 2_000_000


def parse_docx(data: bytes, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in a Word file, needs the extra `documents`; images are left out."""
    mammoth = load("mammoth", uri)
    with reading(uri, "DOCX"):
        check_archive(data, uri)
        page = mammoth.convert_to_html(io.BytesIO(data), convert_image=mammoth.images.img_element(lambda _: {}))
        text = to_markdown(page.value, uri)
    return markdown.parse_text(converted(text, "DOCX"), uri, previous)


def parse_pptx(data: bytes, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in a PowerPoint file, a section each slide, with its notes; needs the extra `documents`."""
    pptx = load("pptx", uri)
    with reading(uri, "PPTX"):
        check_archive(data, uri)
        deck = pptx.Presentation(io.BytesIO(data))
        title = (deck.core_properties.title or "").strip()
        parts = [_slide(number, slide) for number, slide in enumerate(deck.slides, start=1)]
    return from_parts(parts, "PPTX", uri, "" if title == "PowerPoint Presentation" else title, previous)


def parse_xlsx(data: bytes, uri: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    """The document in an Excel file, a section with a table each sheet; needs the extra `documents`."""
    openpyxl = load("openpyxl", uri)
    with reading(uri, "XLSX"):
        check_archive(data, uri)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        parts = [(sheet.title, _table(_filled_rows(sheet, uri))) for sheet in book.worksheets]
        book.close()
    return from_parts(parts, "XLSX", uri, "", previous)


def check_archive(data: bytes, uri: str) -> None:
    """Raises `Invalid` for an archive that is none, grows too large, or holds XML with a document type."""
    sax, common = load("defusedxml.sax", uri), load("defusedxml.common", uri)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        if len(members) > MAX_MEMBERS or sum(member.file_size for member in members) > MAX_UNPACKED:
            raise Invalid(uri, f"unpacks to more than {MAX_UNPACKED} bytes or {MAX_MEMBERS} parts")
        for member in members:
            if member.file_size > 1_000_000 and member.file_size > MAX_RATIO * member.compress_size:
                raise Invalid(uri, f"{member.filename} unpacks to more than {MAX_RATIO} times its size")
            if member.filename.lower().endswith((".xml", ".rels", ".vml")):
                try:
                    with archive.open(member) as part:
                        sax.parse(part, ContentHandler(), forbid_dtd=True)
                except common.DefusedXmlException:
                    raise Invalid(uri, f"{member.filename} has a document type, which no office file needs") from None


def _slide(number: int, slide: Any) -> tuple[str, str]:
    heading = slide.shapes.title
    title = " ".join(heading.text_frame.text.split()) if heading is not None else ""
    blocks = [_shape(shape) for shape in _shapes(slide.shapes) if heading is None or shape.shape_id != heading.shape_id]
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        blocks.append(slide.notes_slide.notes_text_frame.text.strip())
    return title or f"Slide {number}", "\n\n".join(filter(None, blocks))


def _shapes(shapes: Any) -> Iterator[Any]:
    """All shapes, those inside groups too."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _shape(shape: Any) -> str:
    if getattr(shape, "has_table", False):
        return _table([cell.text for cell in row.cells] for row in shape.table.rows)
    if not shape.has_text_frame:
        return ""
    lines = [("  " * paragraph.level, paragraph.text.strip()) for paragraph in shape.text_frame.paragraphs]
    return "\n".join(f"{indent}- {line}" for indent, line in lines if line)


def _filled_rows(sheet: Any, uri: str) -> Iterator[Sequence[str]]:
    """The rows that hold something, without the empty cells at their end."""
    cells = 0
    for row in sheet.iter_rows(values_only=True):
        values = ["" if value is None else str(value) for value in row]
        while values and not values[-1]:
            values.pop()
        cells += len(row)
        if cells > MAX_CELLS:
            raise Invalid(uri, f"sheet {sheet.title!r} has more than {MAX_CELLS} cells")
        if values:
            yield values


def _table(rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose first row is its head; "" without rows."""
    lines = [[" ".join(cell.replace("\\", "\\\\").replace("|", "\\|").split()) for cell in row] for row in rows]
    if not lines:
        return ""
    width = max(map(len, lines))
    head, *body = [[*line, *[""] * (width - len(line))] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * width, *body])

"""Office files, web pages and PDFs become documents; bombs and damaged files are refused."""

import io
import sys
import zipfile

import pytest

from archivist.errors import Invalid
from archivist.importers import IMPORTERS, importer_for
from archivist.records.document import ParsedDocument

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def read(data: bytes, name: str) -> ParsedDocument:
    document = importer_for(name)(data, name, None)
    assert "".join(map(document.text_of, document.sections)) == document.text
    return document


def zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/") + ".xml", content)
    return buffer.getvalue()


WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{}</w:body></w:document>'


def docx(body: str) -> bytes:
    """The smallest Word file that holds `body`."""
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    types += '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    types += f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>'
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    rels = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    rels += f'<Relationship Id="r1" Type="{relation}" Target="word/document.xml"/></Relationships>'
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("_rels/.rels", rels)
        archive.writestr("word/document.xml", WORD.format(body))
    return buffer.getvalue()


def paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def test_a_web_page_keeps_its_headings_tables_and_code() -> None:
    pytest.importorskip("markdownify")
    page = "<head><title>T</title><script>alert(1)</script></head><body><h1>手册</h1><p>正文 <b>粗</b></p><h2>表</h2>"
    page += "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>二</td></tr></table><pre># no heading</pre></body>"
    document = read(page.encode(), "page.html")
    assert [(section.level, section.title) for section in document.outline] == [(1, "手册"), (2, "表")]
    assert "| 1 | 二 |" in document.text
    assert "alert" not in document.text
    assert "HTML" in document.notices[0]


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5"])
def test_a_web_page_is_read_in_the_character_set_it_declares(encoding: str) -> None:
    pytest.importorskip("markdownify")
    page = f"<meta charset='{encoding}'><title>中文標題</title><p>記憶是可維護的</p>"
    assert read(page.encode(encoding), "page.htm").title == "中文標題"


def test_a_word_file_keeps_its_headings() -> None:
    pytest.importorskip("mammoth")
    document = read(
        docx(paragraph("概要", "Heading1") + paragraph("第一段。") + paragraph("Part", "Heading2")), "a.docx"
    )
    assert [(section.level, section.title) for section in document.outline] == [(1, "概要"), (2, "Part")]
    assert "第一段。" in document.text


def test_a_slide_is_a_section_with_its_notes() -> None:
    pptx = pytest.importorskip("pptx")
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "计划", "# 第一点\n第二点"
    slide.notes_slide.notes_text_frame.text = "备注"
    deck.slides.add_slide(deck.slide_layouts[6])
    buffer = io.BytesIO()
    deck.save(buffer)
    document = read(buffer.getvalue(), "talk.pptx")
    assert [section.title for section in document.sections] == ["计划", "Slide 2"]
    assert "- # 第一点\n- 第二点\n\n备注" in document.text


def test_a_sheet_is_a_section_with_a_table() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "数据"
    for row in (["名称", "值"], ["a|b", 1.5], [], ["多\n行"]):
        book.active.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    document = read(buffer.getvalue(), "book.xlsx")
    assert document.outline[0].title == "数据"
    assert "| 名称 | 值 |\n| --- | --- |\n| a\\|b | 1.5 |\n| 多 行 |  |" in document.text


def pdf(text: str) -> bytes:
    """A PDF of one page that shows `text`."""
    stream = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET" if text else ""
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>stream\n{stream}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += f"{number} 0 obj{content}endobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = f"trailer<</Size 6/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF"
    return f"{body}xref\n0 6\n0000000000 65535 f \n{table}{trailer}".encode("latin-1")


def test_a_page_of_a_pdf_is_a_section() -> None:
    pytest.importorskip("pypdfium2")
    document = read(pdf("# Refunds take 30 days"), "policy.pdf")
    assert (document.title, document.outline[0].title) == ("Page 1", "Page 1")
    assert "# Refunds take 30 days" in document.text
    with pytest.raises(Invalid, match="no text"):
        read(pdf(""), "scan.pdf")


LAUGHS = b'<!DOCTYPE a [<!ENTITY b "' + b"ha" * 50 + b'"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx"])
@pytest.mark.parametrize(
    "data",
    [
        zipped(word__document=LAUGHS),
        zipped(word__document=LAUGHS.decode().encode("utf-16")),
        zipped(word__document=b'<!DOCTYPE a SYSTEM "file:///etc/hostname"><a/>'),
        zipped(word__document=b"<a>" + b" " * 20_000_000 + b"</a>"),
        b"PK\x03\x04 not an archive",
        b"",
    ],
    ids=["entities", "entities in UTF-16", "file", "zip bomb", "damaged", "empty"],
)
def test_bombs_and_damaged_files_are_refused(name: str, data: bytes) -> None:
    pytest.importorskip("defusedxml")
    with pytest.raises(Invalid):
        read(data, name)


def test_a_deep_page_is_refused_not_a_crash() -> None:
    pytest.importorskip("markdownify")
    with pytest.raises(Invalid):
        read(b"<div>" * 20_000, "deep.html")


@pytest.mark.parametrize("name", ["a.html", "a.docx", "a.pptx", "a.xlsx", "a.pdf"])
def test_a_missing_extra_says_how_to_install_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("bs4", "mammoth", "pptx", "openpyxl", "pypdfium2"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Invalid) as caught:
        read(b"<p>", name)
    assert caught.value.hint == "pip install 'archivist[documents]'"


def test_a_suffix_nobody_reads_is_refused_with_those_that_are() -> None:
    with pytest.raises(Invalid, match=r"\.exe") as caught:
        importer_for("https://example.com/setup.EXE?x=.md")
    assert ".docx" in caught.value.hint
    assert all(importer_for(f"Ünï/文件{suffix}") for suffix in IMPORTERS)

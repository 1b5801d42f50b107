"""Chunks cover every word of a document, within their size, with code and tables whole."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared import shared

from archivist.importers.chunks import chunk_text, cut
from archivist.importers.markdown import parse
from archivist.records.document import ParsedDocument
from archivist.text.tokens import count_tokens

CODE = "```python\n" + "".join(f"value_{n} = {n}\n\n" for n in range(60)) + "```\n"
TABLE = "| 名称 | 说明 |\n| --- | --- |\n" + "".join(f"| 参数{n} | 说明第{n}行 |\n" for n in range(30))
PROSE = "记忆是可维护的用户记录。每天都要写一点，不要等到最后。" * 12 + "\n\n"


def read(text: str) -> ParsedDocument:
    return parse(text.encode(), "page.md")


def texts(document: ParsedDocument, **sizes: int) -> list[str]:
    return [document.text[chunk.start : chunk.end] for chunk in cut(document, **sizes)]


def test_a_section_that_fits_is_one_chunk() -> None:
    document = read("intro\n\n# 甲\n\n短\n\n## B\n\nshort\n")
    assert [(chunk.section_anchor, chunk.index) for chunk in cut(document)] == [(".top", 0), ("甲", 1), ("b", 2)]


@pytest.mark.parametrize("whole", [CODE, TABLE])
def test_code_and_tables_that_fit_stay_whole(whole: str) -> None:
    cut_texts = texts(read("# T\n\n" + PROSE * 3 + whole + "\n" + PROSE * 3))
    assert sum(whole in text for text in cut_texts) == 1
    assert not any(text.startswith(("value_", "| 参数")) for text in cut_texts)


def test_a_chunk_carries_its_headings() -> None:
    document = read("# 手册\n\n## 安装\n\n" + PROSE * 5)
    first, second, *_ = [chunk for chunk in cut(document) if chunk.section_anchor == "安装"]
    section = document.sections[1]
    assert chunk_text(document, section, first.start, first.end).startswith("手册\n\n## 安装")
    assert chunk_text(document, section, second.start, second.end).startswith("手册 > 安装\n\n")


def test_neighbours_overlap_by_whole_sentences() -> None:
    document = read("# T\n\n" + PROSE * 8)
    chunks = cut(document)
    assert len(chunks) > 2
    for before, after in itertools.pairwise(chunks):
        assert 0 < count_tokens(document.text[after.start : before.end]) <= 120
        assert document.text[after.start] in "记每"


def test_the_hash_is_that_of_text_and_place() -> None:
    one, same, moved = read("# A\n\n## X\n\nt\n"), read("intro\n\n# A\n\n## X\n\nt\n"), read("# B\n\n## X\n\nt\n")
    assert cut(one)[-1].sha256 == cut(same)[-1].sha256 != cut(moved)[-1].sha256


PIECES = st.sampled_from(
    ["# 标题\n", "字" * 90 + "\n", "word " * 60 + "\n", "\n", "```\n", "| a | b |\n", "- x。y。z\n", "\r\n", "X" * 700]
)


@settings(max_examples=80, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_chunks_cover_everything_within_their_size(text: str) -> None:
    document = read(text)
    chunks = cut(document, max_tokens=60, overlap_tokens=15)
    covered = bytearray(len(document.text))
    for chunk in chunks:
        assert chunk.tokens <= 60
        covered[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
    assert all(done or char.isspace() for done, char in zip(covered, document.text, strict=True))
    assert [chunk.start for chunk in chunks] == sorted({chunk.start for chunk in chunks})


def test_real_pages_are_covered() -> None:
    for path in sorted(shared("eval", "data", "chunking-eval", "raw").rglob("*.md")):
        document = parse(path.read_bytes(), path.name)
        assert all(chunk.tokens <= 800 for chunk in cut(document))

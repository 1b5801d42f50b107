"""Pages are bounded, lose nothing, and end where a reader would stop."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.importers.pages import page_end, pages


def test_a_page_ends_between_paragraphs_before_it_ends_between_lines() -> None:
    assert pages("一段话。\n还有。\n\n第二段。\n第二段继续。\n", 15)[0] == "一段话。\n还有。\n\n"


def test_a_table_is_cut_between_its_rows() -> None:
    table = "".join(f"| 行 {number} | {'值' * 20} |\n" for number in range(50))
    assert all(page.endswith("|\n") and page.startswith("| 行") for page in pages(table, 200))


@pytest.mark.parametrize("line", ["A" * 100_000, "汉字" * 50_000, "word " * 20_000, "句子。" * 30_000])
def test_a_giant_line_is_cut_too(line: str) -> None:
    cut = pages(line, 4_000)
    assert "".join(cut) == line
    assert max(map(len, cut)) <= 4_000
    assert len(cut) < 2 * len(line) // 4_000 + 2


@pytest.mark.parametrize("text", ["e\u0301" * 50, "👩\u200d👩\u200d👧" * 20, "⚙\ufe0f" * 50, "a\r\n" * 50])
def test_what_belongs_together_is_not_parted(text: str) -> None:
    assert not any(page[0] in "\u0301\u200d\ufe0f\n" or page[-1] == "\u200d" for page in pages(text, 13))


@settings(max_examples=200)
@given(st.text("ab。 \n\r|#字\u0301\u200d", max_size=200), st.integers(1, 30))
def test_pages_joined_are_the_text(text: str, max_chars: int) -> None:
    cut = pages(text, max_chars)
    assert "".join(cut) == text
    assert all(0 < len(page) <= max_chars for page in cut)
    assert not text or page_end(text, 0, max_chars) == len(cut[0])

"""An excerpt shows why a section was found, word for word."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.excerpts import excerpt
from archivist.text.words import parse_query

FILLER = "Nothing of note stands here. 这里没有什么。 "


def terms(query: str) -> list[str]:
    return list(parse_query(query).terms)


def marked(text: str, query: str, max_chars: int = 120) -> list[str]:
    found = excerpt(text, terms(query), max_chars)
    return [found.text[start:end] for start, end in found.spans]


@pytest.mark.parametrize(
    ("sentence", "query", "words"),
    [
        ("Connections are retried twice.", "connection retry", ["Connections", "retried"]),
        ("周报使用简短格式，周五发出。", "周报格式", ["周报", "格式"]),
        ("Set gen-itgc in createTable.", "gen_itgc", ["gen-itgc"]),
        ("ＧＭＶ 含退款", "gmv 退款", ["ＧＭＶ", "退款"]),
        ("Café is open", "cafe", ["Café"]),
    ],
)
def test_words_are_marked_as_they_stand(sentence: str, query: str, words: list[str]) -> None:
    assert marked(FILLER * 20 + sentence + " " + FILLER * 20, query) == words


def test_the_densest_place_wins_over_the_first() -> None:
    text = "backup\n" + FILLER * 20 + "\nThe backup of the database runs at night.\n" + FILLER * 20
    found = excerpt(text, terms("backup database night"), 100)
    assert "The backup of the database runs at night." in found.text
    assert (found.line_start, found.text) == (text.count("\n", 0, found.start) + 1, text[found.start : found.end])


def test_a_table_cell_is_not_cut() -> None:
    rows = [f"| 参数 {n} | 第一句。第二句 {n}。 | {'说明。' * 8}{n} |" for n in range(40)]
    cells = {cell.strip() for row in rows for cell in row.strip("|").split("|")}
    found = excerpt("\n".join(rows), ["20"], 100)
    shown = [cell.strip() for line in found.text.split("\n") for cell in line.split("|") if cell.strip()]
    assert "参数 20" in shown
    assert set(shown) <= cells


def test_without_a_match_it_shows_the_beginning() -> None:
    found = excerpt("第一句。第二句。第三句。", ["nothing"], 9)
    assert (found.text, found.spans) == ("第一句。第二句。", ())


@settings(max_examples=150)
@given(
    st.text("ab 字句。|\n\u0301👩\u200d", max_size=120),
    st.lists(st.sampled_from(["a", "ab", "字句", "字"])),
    st.integers(1, 40),
)
def test_it_is_a_bounded_stretch_of_the_text(text: str, words: list[str], max_chars: int) -> None:
    found = excerpt(text, words, max_chars)
    assert found.text == text[found.start : found.end]
    assert len(found.text) <= max_chars
    assert all(0 <= start < end <= len(found.text) for start, end in found.spans)

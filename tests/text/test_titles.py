"""A title is what a reader of the rendered page sees."""

import pytest

from archivist.text.titles import defined_labels, read_title


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("C#", "C#"),
        ("Price \\#", "Price #"),
        ("`code` and **strong** _words_", "code and strong words"),
        ("[Setup](setup.md) ![logo](x.png)", "Setup logo"),
        ("A &amp; B", "A & B"),
        ('<a name="x"></a>标题', "标题"),
        ("snake_case_name", "snake_case_name"),
        ("~~old~~ new", "old new"),
        ("\ufeff零\u200b宽", "零宽"),
        ("\x1b[31mred", "[31mred"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("  spaced \t out ", "spaced out"),
    ],
)
def test_marks_are_left_out(source: str, title: str) -> None:
    assert read_title(source).text == title


@pytest.mark.parametrize(
    "source", ["路径参数 { #path }", "路径参数 {#path}", "路径参数 {: #path .big}", "路径参数{#path}"]
)
def test_an_identifier_is_no_part_of_the_title(source: str) -> None:
    assert read_title(source) == ("路径参数", "path")


def test_brackets_are_a_link_only_where_the_document_defines_one() -> None:
    assert read_title("[1.2] - 2026").text == "[1.2] - 2026"
    assert read_title("[1.2] - 2026", defined_labels("x\n\n[1.2]: https://example.com\n")).text == "1.2 - 2026"


def test_a_giant_heading_is_cut() -> None:
    assert len(read_title("[" * 1_000_000).text) == 1_000

"""A title is what a reader of the rendered page sees."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

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


@settings(max_examples=60)
@given(st.text("aB1_` 中.(-", min_size=1, max_size=12))
def test_code_and_underscores_are_read_as_the_parser_reads_them(source: str) -> None:
    children = MarkdownIt("commonmark").parseInline(source)[0].children or ()
    seen = "".join(token.content for token in children if token.type in ("text", "code_inline"))
    assert read_title(source).text == " ".join(seen.split())


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

"""The scanner finds the headings that CommonMark finds, and only those that divide the document."""

import json
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from archivist.text.headings import block_parser, find_headings
from tests.shared import shared


def found(text: str) -> list[tuple[int, str, int]]:
    """Level, source and line of each heading."""
    flat = text.replace("\r\n", " \n").replace("\r", "\n")
    return [(heading.level, heading.source, 1 + flat.count("\n", 0, heading.start)) for heading in find_headings(text)]


def expected(text: str) -> list[tuple[int, str, int]]:
    """The same from markdown-it-py."""
    tokens: list[Token] = []
    block_parser().block.parse(text.replace("\r\n", "\n").replace("\r", "\n"), block_parser(), {}, tokens)
    return [
        (int(token.tag[1:]), " ".join(line.strip() for line in inline.content.split("\n")), token.map[0] + 1)
        for token, inline in pairwise(tokens)
        if token.type == "heading_open" and token.level == 0
    ]


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# 概要\n\n正文\n", [(1, "概要", 1)]),
        ("Title\n=====\n\nPart\n---\n", [(1, "Title", 1), (2, "Part", 4)]),
        ("two\nlines\n===\n", [(1, "two lines", 1)]),
        ("#hashtag\n\n####### seven\n\n#\tTabbed\n", [(1, "Tabbed", 5)]),
        (
            "# Setup ##\n## C#\n## Price \\#\n##\n# #\n",
            [(1, "Setup", 1), (2, "C#", 2), (2, "Price \\#", 3), (2, "", 4), (1, "", 5)],
        ),
        ("> # quoted\n\n- # in a list\n\n  # there too\n\n# Real\n", [(1, "Real", 7)]),
        ("- a\nlazy\n===\n", []),
        ("> a\n---\n# b\n", [(1, "b", 3)]),
        ("| a | b |\n| - | - |\n| c | d |\n---\n", []),
        ("<!--\n# hidden\n\n# hidden too\n-->\n# 可见\n", [(1, "可见", 6)]),
        ("<div>\n# in html\n\n# out\n", [(1, "out", 4)]),
        ("<details>\n\n# inside tags, still a heading\n\n</details>\n", [(1, "inside tags, still a heading", 3)]),
        ("[a]: /u\n===\n", []),
        ("# a\r\n\r\n# b\r\n", [(1, "a", 1), (1, "b", 3)]),
        ("# a\r\r# b\r", [(1, "a", 1), (1, "b", 3)]),
        ("[a]: /u\n2. b\n   # c\n", [(1, "c", 3)]),
    ],
)
def test_a_heading_divides_only_at_the_top_level(text: str, headings: list[tuple[int, str, int]]) -> None:
    assert found(text) == headings


@pytest.mark.parametrize("name", ["commonmark_examples.jsonl", "gfm_examples.jsonl"])
def test_every_example_of_the_specification_reads_as_the_whole_parser_reads_it(name: str) -> None:
    lines = shared("eval", "data", "markdown-torture", name).read_text("utf-8").splitlines()
    texts = [json.loads(line)["markdown"] for line in lines]
    assert [text for text in texts if found(text) != expected(text)] == []


LINES = [
    "# h",
    "## h ##",
    "   ### x",
    "    # code",
    "\t# tab",
    "a",
    "乙 丙",
    "- a",
    "-",
    "* b",
    "  - c",
    "1. x",
    "2. y",
    "   10. z",
    "> q",
    ">",
    "> # in",
    "> ```",
    "> - l",
    "```",
    "````",
    "~~~",
    "```py x",
    "`` ` ``",
    "---",
    "===",
    "- - -",
    "***",
    "--",
    "=",
    "<!-- c",
    "-->",
    "<div>",
    "</div>",
    "<span>",
    "</pre>",
    "<pre>",
    "<script>",
    "| a | b |",
    "| - | - |",
    "|a|",
    "|-|",
    "a | b",
    "--- | ---",
    "  cont",
    "   cont",
    "     five",
    "  # in",
    "   # in3",
    "- ```",
    "  ```",
    "-  # x",
    "1)\tt",
    "\t\tx",
    "> > n",
    "<?p",
    "?>",
    "<!X",
    ">x",
    "#",
    "\\# e",
    "+",
    "+ x",
    "   > q",
    "    > q",
    "  ===",
    "  ---",
    "- > q",
    "  > q",
    "001. x",
    "1.",
    "  <div>",
    "- <div>",
    "- <!--",
    "10.      x",
    "",
    "",
    "",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=10), st.sampled_from(["\n", "\r\n", "\r"]))
def test_hostile_blocks_read_as_the_whole_parser_reads_them(lines: list[str], line_break: str) -> None:
    text = line_break.join(lines)
    assert found(text) == expected(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        "# " + " " * 500_000 + "x#",
        "> " * 50_000 + "\n# a\n",
        "- a\nb\n" * 20_000,
        "> a\nb\n===\n" * 10_000,
        "| a\n---\n" * 10_000,
        "<a" + " b" * 100_000 + "\n",
        "* " * 100_000 + "x\n",
        "- " * 50_000 + "\n",
        "```\n" * 50_001,
        "<!--\n" * 50_000,
    ],
    ids=lambda text: text[:8],
)
def test_no_text_makes_it_hang(text: str) -> None:
    started = time.monotonic()
    find_headings(text)
    assert time.monotonic() - started < 10

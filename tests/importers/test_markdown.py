"""A Markdown file becomes sections that lose nothing; the field cases MD-01 to MD-14, each as its whole kind."""

import time
import unicodedata
from itertools import pairwise
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared import shared

from archivist.errors import Invalid
from archivist.importers.markdown import parse
from archivist.importers.sections import find_section
from archivist.records.document import ParsedDocument, children_of


def read(text: str, previous: ParsedDocument | None = None) -> ParsedDocument:
    return parse(text.encode("utf-8"), "notes/page.md", previous)


def outline(text: str) -> list[tuple[int, str, int]]:
    return [(section.level, section.title, section.line_start) for section in read(text).outline]


def bodies(document: ParsedDocument) -> dict[str, str]:
    """The text under each heading, by anchor."""
    return {section.anchor: document.text_of(section).partition("\n")[2].strip() for section in document.outline}


FENCES = """# Guide

```python title="app.py" {1,3}
# build step
```

## After one

```c#
# region A
```

````markdown
## inner
```js
# inner too
```
````

## After two

~~~text
```
# tilde
~~~

## Last

```sh
# never closed
## no heading
"""


def test_a_fence_hides_what_stands_in_it() -> None:
    assert outline(FENCES) == [(1, "Guide", 1), (2, "After one", 7), (2, "After two", 20), (2, "Last", 27)]
    last = read(FENCES).sections[-1]
    assert (last.line_start, last.line_end) == (27, 31)
    assert "never closed" in read(FENCES).text_of(last)


def test_indentation_decides_between_heading_and_code() -> None:
    text = "# Top\n\n   ## Three\n\n    ## Four is code\n\n\t## Tab is code\n\n"
    text += "1. step\n\n   ```bash\n   # in a list\n   ```\n\n## End\n"
    assert outline(text) == [(1, "Top", 1), (2, "Three", 3), (2, "End", 15)]


def test_edge_forms_of_headings() -> None:
    text = "# Setup ##\n\n## C#\n\n## Price \\#\n\n#hashtag\n\n####### seven\n\n##\n\n###### Six ######\n\n#\tTabbed\n"
    document = read(text)
    assert [(s.level, s.title) for s in document.outline] == [
        (1, "Setup"), (2, "C#"), (2, "Price #"), (2, ""), (6, "Six"), (1, "Tabbed"),
    ]  # fmt: skip
    anchors = [section.anchor for section in document.outline]
    assert all(anchors)
    assert len(set(anchors)) == len(anchors)


def test_twins_are_told_apart_as_github_does() -> None:
    document = read("## Foo\n\none\n\n## Foo\n\ntwo\n\n## Foo-1\n\nthree\n\n## foo\n\nfour\n")
    assert bodies(document) == {"foo": "one", "foo-1": "two", "foo-1-1": "three", "foo-2": "four"}


def test_titles_without_latin_letters_have_anchors() -> None:
    document = read(
        "## 概要\n\nA\n\n## 日本語\n\nB\n\n## ⚙\ufe0f 设置\n\nC\n\n## 🚀\n\nD\n\n## 🎉\n\nE\n\n## 概要\n\nF\n"
    )
    assert list(bodies(document).values()) == ["A", "B", "C", "D", "E", "F"]
    for section in document.outline:
        assert unicodedata.is_normalized("NFC", section.anchor)
        assert not section.anchor.startswith("-")
        assert "\ufe0f" not in section.anchor
        assert find_section(document.sections, quote(section.anchor)) == section


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_mark_and_line_ends_change_no_title_and_no_line(line_break: str, mark: bytes) -> None:
    text = "---\ntitle: 手册\n---\n\n# 第一章\n\nbody\n\n## 二\n".replace("\n", line_break)
    document = parse(mark + text.encode(), "a.md")
    assert document.title == "手册"
    assert [(s.level, s.title, s.line_start, s.line_end) for s in document.sections] == [
        (0, "", 1, 4), (1, "第一章", 5, 8), (2, "二", 9, 9),
    ]  # fmt: skip
    assert document.text == text


def test_a_rule_is_no_front_matter() -> None:
    assert outline("---\n\n## Alpha\n\nbody\n\n---\n\n## Beta\n") == [(2, "Alpha", 3), (2, "Beta", 9)]
    assert outline("---") == []
    document = read("---\ntitle: T\ntags: [甲, b]\n---\n\n# One\n\n---\n\npart2: has colon\n\n---\n\npart3\n")
    assert document.front_matter == {"title": "T", "tags": '["甲", "b"]'}
    assert [section.title for section in document.outline] == ["One"]
    assert "part2: has colon" in document.text_of(document.sections[-1])


@pytest.mark.parametrize(
    "text",
    [
        "# T\n\n| 日常生活中的密码\n\ntext\n",
        "# B\n\n![x](data:image/png;base64," + "A" * 2_000_000 + ")\n",
        "# B\n\n" + "[" * 50_000 + "\n",
        "# " + "[" * 50_000 + "\n",
        "".join(f"## 标题 {number % 7}\n\n正文\n\n" for number in range(10_000)),
        "#\n" * 10_000,
    ],
    ids=["pipe", "image", "brackets", "heading", "headings", "empty headings"],
)
def test_no_file_makes_it_hang(text: str) -> None:
    started = time.monotonic()
    document = read(text)
    assert "".join(map(document.text_of, document.sections)) == text
    assert len({section.anchor for section in document.sections}) == len(document.sections)
    assert time.monotonic() - started < 10


def test_tables_and_formulas_and_tags_stay_as_typed() -> None:
    text = '# 组件\n\n```vue\n<a-input @change="f"/>\n```\n\n## 概率\n\n| 记号 | 公式 |\n| --- | --- |\n'
    text += "| 贝叶斯 | $P(A\\|B)$ |\n\n$$\nx_i\n$$\n"
    document = read(text)
    assert "".join(map(document.text_of, document.sections)) == text
    assert "$P(A\\|B)$" in document.text_of(document.sections[1])


def test_a_skipped_level_makes_no_child_of_a_sibling() -> None:
    document = read("# A\n\n### B\n\n### C\n\n## 24/7 支持\n")
    assert [section.path for section in document.sections] == [("A",), ("A", "B"), ("A", "C"), ("A", "24/7 支持")]
    assert [section.title for section in children_of(document.sections, document.sections[0])] == [
        "B",
        "C",
        "24/7 支持",
    ]


def test_the_title_is_the_first_thing_that_names_the_document() -> None:
    assert read("---\ntitle: 甲\n---\n# 乙\n").title == "甲"
    assert read("## 小\n\n# 大\n").title == "大"
    assert read("no heading").title == "page"
    assert parse(b"", "https://example.com/a/%E6%89%8B%E5%86%8C.md?x=1").title == "手册"


BEFORE = "## Foo\n\none\n\n## Foo\n\ntwo\n\n## 🚀\n\nD\n\n##\n\nempty\n"


@pytest.mark.parametrize(
    ("after", "anchors"),
    [
        ("intro\n\n" + BEFORE, {"foo": "one", "foo-1": "two"}),
        ("# New\n\n" + BEFORE, {"foo": "one", "foo-1": "two"}),
        (BEFORE.replace("## Foo\n\none\n\n", ""), {"foo-1": "two"}),
        ("## Foo\n\nzero\n\n" + BEFORE, {"foo": "one", "foo-1": "two", "foo-2": "zero"}),
        (BEFORE.replace("two", "two, changed"), {"foo": "one", "foo-1": "two, changed"}),
        (BEFORE.replace("one", "1").replace("two", "2"), {"foo": "1", "foo-1": "2"}),
    ],
)
def test_an_edit_elsewhere_moves_no_anchor(after: str, anchors: dict[str, str]) -> None:
    before = read(BEFORE)
    now = bodies(read(after, before))
    assert {anchor: body for anchor, body in now.items() if anchor.startswith("foo")} == anchors
    assert {a: b for a, b in bodies(before).items() if not a.startswith("foo")}.items() <= now.items()


@pytest.mark.parametrize("data", [b"# a\x00", b"\x89PNG\r\n\x1a\n\xff\xfe\xfd", "# 断".encode()[:-1]])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(Invalid):
        parse(data, "bad.md")


PIECES = st.sampled_from(
    [
        "# Foo\n",
        "## foo\n",
        "# Foo-1\n",
        "#\n",
        "# 🚀\n",
        "标题\n===\n",
        "text\n",
        "\n",
        "\r\n",
        "\r",
        "```\n",
        "- a\n",
        "> q\n",
        "---\n",
        "a: b\n",
        "<!--\n",
        "-->\n",
        "\u2028",
        "\x0b",
        "\x85",
        "\ufeff",
        "x",
        "# { #id }\n",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=15).map("".join))
def test_sections_lose_nothing_and_have_names_of_their_own(text: str) -> None:
    document = read(text)
    stored = text.removeprefix("\ufeff")
    assert document.text == stored
    assert "".join(map(document.text_of, document.sections)) == stored
    anchors = [section.anchor for section in document.sections]
    assert all(anchors)
    assert len(set(anchors)) == len(anchors)
    assert document == read(text) == read(text, document)
    assert all(a.line_end < b.line_start for a, b in pairwise(document.sections))


def test_real_trees_lose_nothing() -> None:
    for path in sorted(shared("eval", "data", "markdown-torture", "real").iterdir()):
        document = parse(path.read_bytes(), path.name)
        assert "".join(map(document.text_of, document.sections)).encode() == path.read_bytes()

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.frontmatter import Plain, Split, join, split

FILES = {
    "windows": ("\ufeff---\r\ntitle: 手册\r\n---\r\n\r\n# 第一章\r\n", {"title": "手册"}, "\r\n# 第一章\r\n", 4),
    "only a body": ("\ufeff# 第一章\n", None, "# 第一章\n", 1),
    "a later rule": ("---\ntitle: T\n---\n\na\n\n---\n\nb: c\n", {"title": "T"}, "\na\n\n---\n\nb: c\n", 4),
    "dots close": ("---\na: b\n...\nbody", {"a": "b"}, "body", 4),
    "no body": ("---\na: b\n---", {"a": "b"}, "", 3),
    "nested": ("---\nm:\n  type: user\ntags: [a, 中文]\n---\n", {"m": {"type": "user"}, "tags": ["a", "中文"]}, "", 6),
}


@pytest.mark.parametrize("name", FILES)
def test_the_first_block_is_the_front_matter(name: str) -> None:
    text, fields, body, line = FILES[name]
    assert split(text) == Split(fields, body, line)


@pytest.mark.parametrize(
    "text",
    [
        "---\n\n## Alpha\n\nbody\n\n---\n\n## Beta\n",
        "---",
        "---\n---\n",
        "---\n只是文字\n---\n",
        "---\n- a\n- b\n---\n",
        "---\na: b\nno end\n",
        "\n---\na: b\n---\n",
        "---\na: b\na: c\n---\n",
        "---\na: &x [1]\nb: *x\n---\n",
        "---\n? [a]\n: b\n---\n",
        "---\na: [\n---\n",
        "---\na: " + "[" * 5000 + "\n---\n",
        "---\na: " + "x" * 70_000 + "\n---\n",
        "---\na: \x00\n---\n",
    ],
)
def test_what_is_no_mapping_stays_in_the_body(text: str) -> None:
    assert split(text) == (None, text, 1)


def test_scalars_stay_the_text_that_was_typed() -> None:
    fields = split("---\nid: 0123\nok: no\nday: 2026-01-31\nempty:\nquoted: '7'\n---\n").fields
    assert fields == {"id": "0123", "ok": "no", "day": "2026-01-31", "empty": "", "quoted": "7"}


def test_what_another_tool_typed_without_quotes_is_written_without_quotes() -> None:
    text = "---\nenabled: true\ncount: 3\nempty:\nname: 'yes'\n---\n正文\n"
    assert join(*split(text)[:2]) == text


def test_text_that_looks_like_a_number_is_quoted_for_other_readers() -> None:
    assert join({"id": "0123", "ok": "no", "x": Plain("no")}, "") == "---\nid: '0123'\nok: 'no'\nx: no\n---\n"


values = st.recursive(
    st.text(max_size=20)
    | st.sampled_from(["no", "0123", "~", "a: b", "- x", "---", "\n---\n", "#", "'", '"', "中文，", " "]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150)
@given(
    st.dictionaries(st.text(max_size=8), values, max_size=4),
    st.text() | st.sampled_from([t[0] for t in FILES.values()]),
)
def test_split_undoes_join(fields: dict, body: str) -> None:
    parts = split(join(fields, body))
    assert (parts.fields or {}, parts.body) == (fields, body)


@settings(max_examples=100)
@given(st.text(alphabet="ab:- \n'\"#0~[]{}中\r\t", max_size=40))
def test_writing_what_was_read_settles_at_once(block: str) -> None:
    parts = split(f"---\n{block}\n---\nbody")
    again = join(parts.fields, parts.body)
    assert split(again)[:2] == parts[:2]
    assert join(*split(again)[:2]) == again

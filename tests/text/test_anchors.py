"""Every section has a name of its own, the same for the same bytes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.anchors import allot, slug, spellings


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Getting Started", "getting-started"),
        ("24/7 支持", "247-支持"),
        ("⚙\ufe0f 设置", "设置"),
        ("日本語の見出し", "日本語の見出し"),
        ("한국어", "한국어"),
        ("हिन्दी", "हिन्दी"),
        ("ＡＢＣ", "abc"),
        ("Straße", "strasse"),
        ("cafe\u0301", "café"),
        ("a & b", "a--b"),
        ("🚀", ""),
        ("", ""),
    ],
)
def test_a_name_keeps_letters_of_every_script(title: str, name: str) -> None:
    assert slug(title) == name


def test_a_count_never_meets_a_real_title() -> None:
    assert allot(["foo", "foo", "foo-1", "foo"], ["", "", "", ""]) == ["foo", "foo-1", "foo-1-1", "foo-2"]


def test_the_authors_identifier_wins_over_an_earlier_title() -> None:
    assert allot(["setup", "install"], ["", "setup"]) == ["setup-1", "setup"]


def test_a_long_title_gets_a_short_name_of_its_own() -> None:
    first, second = slug("长" * 5_000), slug("长" * 5_001)
    assert first != second
    assert len(first) < 120


def test_an_anchor_is_found_as_a_browser_writes_it() -> None:
    assert "设置" in spellings("#%E8%AE%BE%E7%BD%AE")
    assert "getting-started" in spellings("Getting Started")


@settings(max_examples=100)
@given(
    st.lists(st.sampled_from(["a", "a-1", "a-1-1", "a-2", "b"]), max_size=12), st.sets(st.sampled_from(["a", "b-1"]))
)
def test_names_are_distinct(names: list[str], taken: set[str]) -> None:
    anchors = allot(names, [""] * len(names), taken)
    assert len({*anchors, *taken}) == len(anchors) + len(taken)
    assert all(anchors)

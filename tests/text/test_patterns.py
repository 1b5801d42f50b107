"""A pattern that compiles late behaves like one that compiled early."""

import re

import pytest

from archivist.text.patterns import pattern


def test_a_late_pattern_finds_what_an_early_one_finds() -> None:
    text = "Alpha beta 周报 ALPHA"
    late, early = pattern("alpha|周报", re.IGNORECASE), re.compile("alpha|周报", re.IGNORECASE)
    for _ in range(2):
        assert late.findall(text) == early.findall(text)
        assert late.sub("x", text) == early.sub("x", text)
        assert [match.span() for match in late.finditer(text)] == [match.span() for match in early.finditer(text)]
    assert late.pattern == early.pattern


def test_a_malformed_pattern_fails_at_its_first_use() -> None:
    broken = pattern("(")
    with pytest.raises(re.error):
        broken.search("x")

"""A reader's length: characters of Chinese, words of English."""

import pytest

from archivist.text.length import is_chinese, reading_length, shorten


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("记忆系统", 4),
        ("Agent memory, well kept", 4),
        ("用 WAL 模式", 4),
        ("execute_step ~3x", 2),
        ("", 0),
        ("——。", 0),
    ],
)
def test_length(text: str, length: int) -> None:
    assert reading_length(text) == length


def test_what_is_too_long_is_cut_between_units() -> None:
    assert shorten("one two three four", 2) == "one two…"
    assert shorten("采用方案，不再等", 4) == "采用方案…"
    assert shorten("two\nlines", 5) == "two lines"


def test_language_is_what_most_units_are() -> None:
    assert is_chinese("用 Redis 做缓存")
    assert not is_chinese("Use the 缓存 layer for every read and write in the system")

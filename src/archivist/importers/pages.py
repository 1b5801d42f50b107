"""Cuts a section into pages of bounded size. Pages joined are the section, and every page moves on."""

import unicodedata
from itertools import pairwise

_SENTENCE_ENDS = "。！？；.!?;"
_JOINERS = "\u200d\ufe0f\ufe0e"
_LONGEST_CLUSTER = 40
"""Characters that may belong together (accents, joined emoji) before we cut between them all the same."""


def page_end(text: str, start: int, max_chars: int) -> int:
    """Where the page that begins at `start` ends: at most `max_chars` on, and later than `start` while text is left.

    A border of paragraphs in its second half is preferred, then one of lines (and so of table rows), then one of
    sentences or words, so that a line too long for any page is cut as well.
    """
    limit = start + max_chars
    if limit >= len(text):
        return len(text)
    half = start + max_chars // 2
    return (
        _last_paragraph(text, half, limit)
        or _last_line(text, start, limit)
        or _last_word(text, half, limit)
        or whole_cluster(text, start, limit)
    )


def pages(text: str, max_chars: int) -> list[str]:
    """All pages of a section; none for an empty one."""
    borders = [0]
    while borders[-1] < len(text):
        borders.append(page_end(text, borders[-1], max_chars))
    return [text[start:end] for start, end in pairwise(borders)]


def whole_cluster(text: str, start: int, limit: int) -> int:
    """The last offset up to `limit` that parts neither a character from its marks nor CR from LF."""
    for end in range(limit, max(start, limit - _LONGEST_CLUSTER), -1):
        if not _belong_together(text[end - 1], text[end]):
            return end
    return limit


def _last_paragraph(text: str, start: int, limit: int) -> int:
    return max(_last(text, blank, start, limit) for blank in ("\n\n", "\n\r\n", "\r\r"))


def _last_line(text: str, start: int, limit: int) -> int:
    found = _last(text, "\n", start, limit)
    if not found:
        found = _last(text, "\r", start, limit)
        return 0 if found == limit and text[limit] == "\n" else found
    return found


def _last_word(text: str, start: int, limit: int) -> int:
    border = 0
    for marks in (_SENTENCE_ENDS, " \t|"):
        border = border or max(_last(text, mark, start, limit) for mark in marks)
    return whole_cluster(text, start, border) if border and border < len(text) else border


def _last(text: str, border: str, start: int, limit: int) -> int:
    """The end of the last `border` between `start` and `limit`, 0 where there is none."""
    found = text.rfind(border, start, limit)
    return 0 if found < 0 else found + len(border)


def _belong_together(before: str, after: str) -> bool:
    if before == "\r" and after == "\n":
        return True
    return before == "\u200d" or after in _JOINERS or unicodedata.category(after) in ("Mn", "Mc", "Me")

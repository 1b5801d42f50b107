"""Plain string search in front of regular expressions, which are compiled late: a scanner must cost little unused.

Where a telling word stands, and nowhere else, a rule is tried. A dozen `str.find` calls cost less than one alternation
over the same words, and text without any of them costs no more than that. The scanners of this room share it.
"""

import re
from collections.abc import Iterator
from functools import cache


def lower_in_place(text: str) -> str:
    """The text in lower case, letter for letter, so that places in it are places in the text."""
    low = text.lower()
    return low if len(low) == len(text) else text.replace("\u0130", "i").lower()  # the one letter that grows


def places_of(hint: str, low: str) -> Iterator[int]:
    """Where the hint begins in the lower-case text, from left to right."""
    at = low.find(hint)
    while at >= 0:
        yield at
        at = low.find(hint, at + 1)


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern, compiled when it is first asked for and kept; unlike `re`'s own cache, none is dropped again."""
    return re.compile(pattern, flags)

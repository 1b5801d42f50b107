"""Which fields of everyday life the words of a text belong to: coffee and tea to `drink`, 跑步 and gym to `exercise`.

A question seldom uses the words of its answer ("what should I cook tonight?" and "I am allergic to nuts"), but both
speak of the same field, in whichever language. So an entry is indexed by its fields too, and a question asks for its
own at a low weight. The fields are in `associations.txt`, which is read at first use.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from archivist.text.stems import stem
from archivist.text.words import terms

FIELD = "="  # before the name of a field among the terms of an index; no word begins with it


def fields_of(words: Collection[str]) -> Counter[str]:
    """The fields that the terms of a text belong to, each with how many words of it are there, in their order.

    Args:
        words: terms as `text.words` makes them. A Chinese word is there when all its pairs of characters are.
    """
    known, present = _fields(), dict.fromkeys(words)
    return Counter(field for word in present if word in known for field, rest in known[word] if rest <= present.keys())


@cache
def _fields() -> Mapping[str, list[tuple[str, frozenset[str]]]]:
    """By the last term of each word: the fields of that word, and the terms that must stand with it."""
    found: defaultdict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    field = ""
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            field = FIELD + line
        for word in line.split() if line.startswith(" ") else ():
            *rest, last = _terms(word)
            found[last].append((field, frozenset(rest)))
    return dict(found)


def _terms(word: str) -> list[str]:
    """The terms by which a text shows that it holds a word."""
    if not word.isascii():
        return list(map("".join, pairwise(word)))
    return [stem(word)] if word.isalpha() else terms(word)[:1]

"""Gives every section of a document a name that citations can rely on.

The name is the one GitHub gives where it gives a usable one, so that links inside a document find their section:
lower case, letters, digits, marks, `-` and `_` kept, spaces become hyphens, twins counted. Beyond that rule: an
identifier that the author wrote wins; a count never meets a real title (Foo, Foo, Foo-1 are foo, foo-1, foo-1-1); a
title of emoji or nothing gets a short hash instead of an empty name. How a name survives an edit elsewhere in the
document stands in `records.document.keep_anchors`; why no rule without history can do it, in
`docs/decisions/2026-11-29-anchors.md`.
"""

import hashlib
import re
import unicodedata
from collections.abc import Container, Iterable, Sequence
from urllib.parse import unquote

MAX_ANCHOR = 100
"""Characters of the part made from the title; a longer one ends in a hash of the whole."""

PREAMBLE = ".top"
"""The anchor of what stands before the first heading; no title gives a name with a dot."""

_DOUBTFUL = re.compile(r"[^\w -]")
_VARIATION = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


def slug(title: str) -> str:
    """The name of a title by GitHub's rule, in NFC; empty where nothing of it can stand in a name."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", title).casefold())
    kept = _DOUBTFUL.sub(lambda found: found[0] if _is_mark(found[0]) else "", folded)
    name = unicodedata.normalize("NFC", kept.replace(" ", "-")).strip("-")
    return name if len(name) <= MAX_ANCHOR else f"{name[:MAX_ANCHOR].rstrip('-')}-{short_hash(title)}"


def short_hash(text: str) -> str:
    """Eight hexadecimal digits that depend on `text` alone."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def allot(names: Sequence[str], identifiers: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """One anchor for each section, in order; all are different from each other and from `taken`.

    Args:
        names: what each section would be called, none empty; see `slug`.
        identifiers: what its author called it, "" where nothing; these are served first.
    """
    given = {PREAMBLE, *taken}
    anchors = [""] * len(names)
    counts: dict[str, int] = {}
    authored = [(index, unicodedata.normalize("NFC", name)) for index, name in enumerate(identifiers) if name]
    for index, name in [*authored, *enumerate(names)]:
        if not anchors[index]:
            anchors[index] = _free(name, given, counts)
            given.add(anchors[index])
    return anchors


def spellings(anchor: str) -> list[str]:
    """The forms in which somebody may write `anchor`, the exact one first: percent-encoded, with `#`, in other case."""
    decoded = unicodedata.normalize("NFC", unquote(anchor.removeprefix("#")))
    return list(dict.fromkeys((anchor, decoded, decoded.casefold(), slug(decoded))))


def _is_mark(char: str) -> bool:
    """Whether it is part of a letter: an accent, an Indic vowel."""
    return unicodedata.category(char) in ("Mn", "Mc") and char not in _VARIATION


def _free(name: str, given: Container[str], counts: dict[str, int]) -> str:
    if name not in given:
        return name
    number = counts.get(name, 0) + 1
    while f"{name}-{number}" in given:
        number += 1
    counts[name] = number
    return f"{name}-{number}"

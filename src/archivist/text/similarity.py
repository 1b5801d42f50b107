"""How alike two short statements are, 0..1; tells the same subject, never the same statement.

Two statements about one subject with different values are very alike ("port is 8080", "port is 8081"), so a high figure
alone proves nothing: `archivist.text.statements` looks at numbers, negation and names first.
Units are folded words, with light English stemming, and bigrams of Chinese, Japanese and Korean characters.
Source: requirements X6 (0.6 is the same subject) and W7 (Jaccard above 0.8 is one line of the nightly digest).
"""

import re
from collections import Counter
from functools import cache, lru_cache

from archivist.text.fold import fold_statement
from archivist.text.stems import stem

SAME_SUBJECT = 0.6
"""`similarity` at or above this, within one scope, type and kind, means the same subject. Source: X6."""

SAME_LINE = 0.8
"""`jaccard` above this makes two digest lines one. Source: W7."""

CJK = (
    r"\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003fffd"
)

_NEARLY_ONE = 0.999  # a reordering has equal units, but only equal text is 1.0
_CACHE = 4096  # statements; one write is compared with up to 50 neighbours

_CJK_RUN = re.compile(rf"[{CJK}]")


def similarity(a: str, b: str) -> float:
    """Dice coefficient of the two bags of units, 0..1; 1.0 if and only if the folded texts are equal."""
    if fold_statement(a) == fold_statement(b):
        return 1.0
    ours, theirs = _units(fold_statement(a)), _units(fold_statement(b))
    shared = sum((ours & theirs).values())
    return min(_NEARLY_ONE, 2 * shared / (ours.total() + theirs.total()))


def jaccard(a: str, b: str) -> float:
    """Jaccard coefficient of the two sets of units, 0..1; 1.0 if and only if the folded texts are equal."""
    if fold_statement(a) == fold_statement(b):
        return 1.0
    ours, theirs = _units(fold_statement(a)).keys(), _units(fold_statement(b)).keys()
    return min(_NEARLY_ONE, len(ours & theirs) / len(ours | theirs))


@cache
def _piece() -> re.Pattern[str]:
    return re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:[._'/+#-]+[^\W_{CJK}]+)*[+#]*|[^\w\s.,;:!?()\"'…-]")


@lru_cache(_CACHE)
def _units(folded: str) -> Counter[str]:
    """The bag of units; never empty, so that nothing is divided by zero."""
    bag: Counter[str] = Counter()
    for piece in _piece().findall(folded):
        if not _CJK_RUN.match(piece):
            bag[stem(piece)] += 1
        elif len(piece) == 1:
            bag[piece] += 1
        else:
            bag.update(piece[i : i + 2] for i in range(len(piece) - 1))
    return bag or Counter([folded])

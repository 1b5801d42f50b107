"""How alike two short statements are, 0..1; tells the same subject, never the same statement.

Two statements about one subject with different values are very alike ("port is 8080", "port is 8081"), so a high figure
alone proves nothing: `archivist.text.statements` looks at numbers, negation and names first.
Units are folded words, with light English stemming, and bigrams of Chinese, Japanese and Korean characters.
Source: requirements X6 (0.6 is the same subject) and W7 (Jaccard above 0.8 is one line of the nightly digest).
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

SAME_SUBJECT = 0.6
"""`similarity` at or above this, within one scope, type and kind, means the same subject. Source: X6."""

SAME_LINE = 0.8
"""`jaccard` above this makes two digest lines one. Source: W7."""

CJK = (
    r"\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003fffd"
)

_NEARLY_ONE = 0.999  # a reordering has equal units, but only equal text is 1.0
_CACHE = 4096  # statements; one write is compared with up to 50 neighbours

_PLAIN_MARKS = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»「」『』", '"'),
        **dict.fromkeys("‘’‚‛", "'"),
        **dict.fromkeys("\u200b\u200c\u2060\ufeff\u00ad", ""),
        **{raised: f"^{digit}" for digit, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},  # 10² is not 102
        "。": ".",
        "、": ",",
    }
)
_LOOSE_SPACE = re.compile(rf"\s+(?=[{CJK},;:!?()\"])|(?<=[{CJK},;:!?()\"])\s+")
_CLOSING = " .!;,~…"
_PIECE = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:[._'/+#-]+[^\W_{CJK}]+)*[+#]*|[^\w\s.,;:!?()\"'…-]")
_ENDINGS = (("ing", 6, ""), ("ies", 5, "y"), ("ed", 5, ""), ("es", 5, ""), ("s", 4, ""), ("e", 4, ""))
_DOUBLED = re.compile(r"(?<=[aeiou])([bdgmnprt])\1$")  # running, planned
_CJK_RUN = re.compile(rf"[{CJK}]")


@lru_cache(_CACHE)
def fold(text: str) -> str:
    """The form in which two statements are equal: width, case, spaces, quote marks and closing marks folded away."""
    plain = unicodedata.normalize("NFKC", text.translate(_PLAIN_MARKS)).casefold()
    plain = unicodedata.normalize("NFKC", plain).translate(_PLAIN_MARKS)
    tight = " ".join(_LOOSE_SPACE.sub("", plain).split())
    return tight.rstrip(_CLOSING) or tight


def similarity(a: str, b: str) -> float:
    """Dice coefficient of the two bags of units, 0..1; 1.0 if and only if the folded texts are equal."""
    if fold(a) == fold(b):
        return 1.0
    ours, theirs = _units(fold(a)), _units(fold(b))
    shared = sum((ours & theirs).values())
    return min(_NEARLY_ONE, 2 * shared / (ours.total() + theirs.total()))


def jaccard(a: str, b: str) -> float:
    """Jaccard coefficient of the two sets of units, 0..1; 1.0 if and only if the folded texts are equal."""
    if fold(a) == fold(b):
        return 1.0
    ours, theirs = _units(fold(a)).keys(), _units(fold(b)).keys()
    return min(_NEARLY_ONE, len(ours & theirs) / len(ours | theirs))


def stem(word: str) -> str:
    """A folded English word without its commonest ending; short words and others unchanged."""
    if not (word.isascii() and word.isalpha()) or word.endswith(("ss", "us", "is")):
        return word
    for ending, least, instead in _ENDINGS:
        if word.endswith(ending) and len(word) >= least:
            bare = word[: -len(ending)].removesuffix("e") + instead
            return bare[:-1] if _DOUBLED.search(bare) else bare
    return word


@lru_cache(_CACHE)
def _units(folded: str) -> Counter[str]:
    """The bag of units; never empty, so that nothing is divided by zero."""
    bag: Counter[str] = Counter()
    for piece in _PIECE.findall(folded):
        if not _CJK_RUN.match(piece):
            bag[stem(piece)] += 1
        elif len(piece) == 1:
            bag[piece] += 1
        else:
            bag.update(piece[i : i + 2] for i in range(len(piece) - 1))
    return bag or Counter([folded])

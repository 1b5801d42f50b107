"""How text is folded for comparison: for search words, and for the question "is this the same statement?".

Folding is for the index and for equality only. Stored text is evidence and is returned as it was written.
Kana, Hangul and Cyrillic keep their marks (が is not か, й is not и); Latin letters lose theirs, so that café is
found by cafe and by its decomposed twin.
"""

import hashlib
import unicodedata
from functools import lru_cache

from archivist.text.patterns import pattern

# Zero-width and bidirectional controls, soft hyphen, variation selectors, Arabic and Hebrew vowel points, tatweel.
_INVISIBLE = pattern(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\u0591-\u05bd\u064b-\u065f\u0670\u0640\U000e0000-\U000e01ef]+"
)
_ACCENTED_LATIN = pattern("[\u00c0-\u024f\u1e00-\u1eff]")
_MARKS_AFTER_LATIN = pattern("([A-Za-z])[\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
     "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"}
)  # fmt: skip
_SPACE_BESIDE_CJK = pattern(r"(?<=[^\x00-\u2e7f]) | (?=[^\x00-\u2e7f])")
_SPACE_BESIDE_MARK = pattern(r" ?([,:;!?()]) ?")
_FINAL_MARKS = " .。．!;,、…~"  # a question mark stays: a question states nothing
_RAISED = str.maketrans({mark: f"^{digit}" for digit, mark in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})  # 10² is not 102
_CJK_MARKS = str.maketrans("。、，；：！？（）【】“”‘’「」『』", '.,,;:!?()[]""\'\'""""')


def normalize(text: str) -> str:
    """Compatible forms composed, invisible controls gone, Latin letters without accents; case kept.

    Half-width kana become full-width and composed (ｻｰﾊﾞ is サーバ), full-width Latin becomes ASCII.
    """
    if text.isascii():
        return text
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    if _ACCENTED_LATIN.search(text):
        stripped = _MARKS_AFTER_LATIN.sub(r"\1", unicodedata.normalize("NFD", text.translate(_LETTERS)))
        text = unicodedata.normalize("NFC", stripped)
    return text


def fold(text: str) -> str:
    """Text as the index compares it: `normalize` and no case."""
    return text.lower() if text.isascii() else normalize(text).casefold()


@lru_cache(4096)
def fold_statement(text: str) -> str:
    """A statement reduced to what it says, so that equal statements are equal strings.

    Form, case, width, white space, the script a punctuation mark is written in, and final punctuation do not count;
    everything else does: '口径： ＧＭＶ含退款。' equals '口径：GMV含退款', and 'v1.2' never equals 'v12'.
    """
    folded = " ".join((text.lower() if text.isascii() else _plain(text)).split())
    if not folded.isascii():
        folded = _SPACE_BESIDE_CJK.sub("", folded)
    folded = _SPACE_BESIDE_MARK.sub(r"\1", folded)
    return folded.rstrip(_FINAL_MARKS) or folded


def _plain(text: str) -> str:
    """Compatible forms composed, invisible characters and case gone, marks as ASCII writes them."""
    composed = unicodedata.normalize("NFKC", text.translate(_RAISED))
    return _INVISIBLE.sub("", composed).casefold().translate(_CJK_MARKS)


def fold_hash(text: str) -> int:
    """A stable signed 64-bit fingerprint of the folded statement; it fits an INTEGER column."""
    digest = hashlib.blake2b(fold_statement(text).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)

"""Finds a quotation in the text it was taken from, however it was retyped, and gives back the original's own spelling.

Both sides are folded the same way: NFKC (which takes in width), case, white space (invisible spacing characters
included), quote marks, dashes, and Markdown marks, and nothing else. Numbers, words and negations stay what they are.
What is stored as evidence is always the slice of the original that was found, never the model's spelling of it.

A quotation that says next to nothing proves nothing: `is_trivial` draws the line.
Source: field case EV-01; design.md, gate 5.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from archivist.text.patterns import pattern

MIN_WEIGHT: Final = 5
"""Least weight of a quotation that can prove something: a CJK character weighs 2, any other letter or digit 1.

"I'm Bob" and "用中文" pass; "okay" and "好的" do not. Chosen by hand on the field cases, 2026-11-30."""

_COURTESY: Final = pattern(
    r"(?:thanks?|thank you|please|great|perfect|sounds good|sure|yes|okay|ok|fine|agreed|go ahead|got it|no problem"
    r"|exactly|好的?|谢谢你?|可以|没问题|明白|知道了|收到|继续|嗯|对的?|是的?|行|吧|了|[^\w])+"
)
_QUOTE_MARKS: Final = frozenset("'\"‘’‚‛“”„‟′″‵‶«»‹›「」『』〝〞〟＂＇´｢｣")
_INVISIBLE: Final = frozenset("\u00ad\u180e\u200b\u2060\ufeff")
_MARKS: Final = frozenset("*_~`")
_MINUS_LIKE: Final = frozenset("\u2212\u2500\u2043\ufe63\uff0d")
_LINE_MARK: Final = pattern(r"(?m)^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+|[-+*][ \t]+)?")
_MARK_RUN: Final = pattern(r"`+|\*+|_+|~~+")
_SENTENCE_STOPS: Final = str.maketrans({"。": "."})


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of some text: `start` inclusive, `end` exclusive, counted in characters."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The stretch itself, cut from `text`."""
        return text[self.start : self.end]


def find_quote(quote: str, text: str) -> Span | None:
    """Where `quote` stands in `text`, or None when it does not or when it says too little to prove anything."""
    if is_trivial(quote):
        return None
    exact = quote.strip()
    if (at := text.find(exact)) >= 0:
        return Span(at, at + len(exact))
    wanted = fold_quote(quote)
    folded = list(_folded(text))
    return _first_whole_match(wanted, "".join(piece for piece, _ in folded), [span for _, span in folded])


def fold_quote(text: str) -> str:
    """`text` as quotations are compared: marks at its two ends are dropped, since a slice may cut a pair of them."""
    folded = "".join(piece for piece, _ in _folded(text.strip().strip("*_~`")))
    return folded.strip("*_~`")  # a mark may stand behind one at the beginning of a line


def is_trivial(quote: str) -> bool:
    """Whether `quote` says too little to be evidence of anything: empty, a nod, or lighter than `MIN_WEIGHT`."""
    folded = fold_quote(quote)
    return sum(weight(char) for char in folded) < MIN_WEIGHT or _COURTESY.fullmatch(folded) is not None


def weight(char: str) -> int:
    """How much one character counts towards `MIN_WEIGHT`."""
    if not char.isalnum():
        return 0
    return 2 if is_cjk(char) else 1


def is_cjk(char: str) -> bool:
    """Whether `char` belongs to a script written without spaces between words: Han, kana, Hangul."""
    return (
        "\u3400" <= char <= "\u9fff"
        or "\u3040" <= char <= "\u30ff"
        or "\uac00" <= char <= "\ud7af"
        or "\uf900" <= char <= "\ufaff"
        or "\U00020000" <= char <= "\U0003ffff"
    )


def _first_whole_match(wanted: str, haystack: str, spans: list[Span]) -> Span | None:
    """The first match that begins and ends where a character of the original does: no half of a ligature."""
    start = haystack.find(wanted)
    while start >= 0:
        last = start + len(wanted) - 1
        opens = start == 0 or spans[start - 1] != spans[start]
        closes = last + 1 == len(spans) or spans[last + 1] != spans[last]
        if opens and closes:
            return Span(spans[start].start, spans[last].end)
        start = haystack.find(wanted, start + 1)
    return None


def _folded(text: str) -> Iterator[tuple[str, Span]]:
    """Every folded character with the stretch of `text` it stands for, in order; a space only where it parts words."""
    previous = ""
    gap: Span | None = None
    for char, span in _characters(text):
        if char == " ":
            gap = gap or span
            continue
        if gap and _is_spaced(previous) and _is_spaced(char):
            yield " ", gap
        gap = None
        if char == "-" == previous:
            continue
        yield char, span
        previous = char


def _is_spaced(char: str) -> bool:
    """Whether white space beside `char` may part two words; beside CJK and punctuation it is only layout."""
    return char.isalnum() and not is_cjk(char)


def _characters(text: str) -> Iterator[tuple[str, Span]]:
    """Folded characters, dropped marks left out, white space as single spaces (not yet judged)."""
    dropped = _markdown_marks(text)
    for start, end in _clusters(text):
        if start in dropped:
            continue
        span = Span(start, end)
        for char in _fold_cluster(text[start:end]):
            yield char, span


@lru_cache(8192)
def _fold_cluster(cluster: str) -> str:
    """One user-visible character in its folded form; may be several characters, or a space."""
    if cluster in _QUOTE_MARKS:
        return '"'
    if cluster.isspace() or cluster in _INVISIBLE:
        return " "
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold())
    return "".join(map(_fold_mark, folded)).translate(_SENTENCE_STOPS)


def _fold_mark(char: str) -> str:
    if char in _QUOTE_MARKS:
        return '"'
    if char.isspace() or char in _INVISIBLE:
        return " "
    if char in _MINUS_LIKE or unicodedata.category(char) == "Pd":
        return "-"
    return char


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of `text` that NFKC may not be applied to apart: a base with its combining marks, a Hangul syllable."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _joins(text[at - 1], text[at]):
            yield start, at
            start = at


def _joins(before: str, char: str) -> bool:
    """Whether normalization may melt `char` into what stands before it."""
    if char < "\u0300" or "\u2010" <= char <= "\u3098" or "\u3400" <= char <= "\u9fff" or char.isspace():
        return False
    if unicodedata.combining(unicodedata.normalize("NFKC", char)[0]):
        return not before.isspace()
    apart = unicodedata.normalize("NFKC", before) + unicodedata.normalize("NFKC", char)
    return unicodedata.normalize("NFKC", before + char) != apart


def _markdown_marks(text: str) -> set[int]:
    """Positions of Markdown marks: at line starts (`>`, `#`, bullets) and around words (`*`, `_`, `~~`, backticks)."""
    dropped: set[int] = set()
    for match in _LINE_MARK.finditer(text):
        dropped.update(at for at in range(*match.span()) if not text[at].isspace())
    for match in _MARK_RUN.finditer(text):
        if not _is_sign(text, match):
            dropped.update(range(*match.span()))
    return dropped


def _is_sign(text: str, run: re.Match[str]) -> bool:
    """Whether a run of marks is part of what it stands in: `snake_case`, `2*3`, `2**3`."""
    if run.group()[0] in "`~":
        return False
    before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
    if not (before.isascii() and before.isalnum() and after.isascii() and after.isalnum()):
        return False
    return run.group()[0] == "_" or len(run.group()) == 1 or (before.isdigit() and after.isdigit())

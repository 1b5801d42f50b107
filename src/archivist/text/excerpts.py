"""Picks the stretch of a section that shows best why it was found.

The excerpt is verbatim, so it can be cited; where it begins and ends, a line, a table cell, a sentence or a word does.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from archivist.text.fold import fold

MAX_SEARCHED = 500_000
"""Characters of a section in which words are looked for."""

MAX_MATCHES = 5_000

_ROW = re.compile(r"[ \t]*\|")
_CELL = re.compile(r"\n|(?<!\\)\|")
_SENTENCE = re.compile(r"\n|[。！？；]|[.!?;](?=\s)")
_SPACE = re.compile(r"\s")
_MARK = re.compile("[\u0300-\u036f\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a text. Offsets and lines count in that text, lines from 1; `spans` count in the excerpt."""

    text: str
    start: int
    end: int
    line_start: int
    line_end: int
    spans: tuple[tuple[int, int], ...]
    """Where the words stand, for highlighting, in order and apart."""


@dataclass(frozen=True, slots=True)
class _Match:
    start: int
    end: int
    word: str


def excerpt(text: str, words: Sequence[str], max_chars: int) -> Excerpt:
    """At most `max_chars` of `text`, around the place where most of `words` stand together; its beginning without any.

    Args:
        words: as `text.words.parse_query` gives its terms: folded, stems, pairs of Chinese characters.
    """
    matches = _find(text[:MAX_SEARCHED], words)
    first, last = _densest(matches, max_chars) if matches else (0, 0)
    start = _begin(text, first, last, max_chars)
    end = _finish(text, start, last, max_chars)
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end -= len(text[start:end]) - len(text[start:end].rstrip())
    spans = _merged([(m.start - start, m.end - start) for m in matches if m.start >= start and m.end <= end])
    line = 1 + text.count("\n", 0, start)
    return Excerpt(text[start:end], start, end, line, line + text.count("\n", start, end), spans)


def _find(text: str, words: Sequence[str]) -> list[_Match]:
    folded, offsets = _folded(text)
    matches: list[_Match] = []
    for word in dict.fromkeys(filter(None, words)):
        for found in _pattern(word).finditer(folded):
            matches.append(_Match(offsets[found.start()], offsets[found.end() - 1] + 1, word))
            if len(matches) >= MAX_MATCHES:
                break
    return sorted(matches, key=lambda match: (match.start, match.end))


def _folded(text: str) -> tuple[str, Sequence[int]]:
    """The text as the index sees it, and for each of its characters the offset of the one it came from."""
    folded = fold(text)
    if text.isascii() or (len(folded) == len(text) and all(map(_same_place, text, folded))):
        return folded, range(len(text))
    pieces, offsets = [], []
    for offset, char in enumerate(text):
        piece = fold(char)
        pieces.append(piece)
        offsets.extend([offset] * len(piece))
    return "".join(pieces), offsets


def _same_place(char: str, folded: str) -> bool:
    return char == folded or fold(char) == folded


def _pattern(word: str) -> re.Pattern[str]:
    """Finds a term of the index in running text: a stem begins a word, an identifier may have lost its separators."""
    if not word.isascii():
        return re.compile(re.escape(word))
    stem = word[:-1] if len(word) > 4 and word[-1] in "iey" else word
    return re.compile(r"(?<![a-z0-9])" + r"[-_.,/&]?".join(map(re.escape, stem)) + r"[a-z0-9]*")


def _densest(matches: Sequence[_Match], max_chars: int) -> tuple[int, int]:
    """Beginning and end of the matches within `max_chars` that hold most different words, then most matches."""
    best, answer = (0, 0), (matches[0].start, min(matches[0].end, matches[0].start + max_chars))
    inside: Counter[str] = Counter()
    low = 0
    for high, match in enumerate(matches):
        inside[match.word] += 1
        while match.end - matches[low].start > max_chars and low < high:
            inside[matches[low].word] -= 1
            inside += Counter()
            low += 1
        if match.end - matches[low].start <= max_chars and (len(inside), high - low) > best:
            best, answer = (len(inside), high - low), (matches[low].start, match.end)
    return answer


def _begin(text: str, first: int, last: int, max_chars: int) -> int:
    """Up to a third of the room that is left goes before the first match, as far as a border allows."""
    lowest = max(0, first - (max_chars - (last - first)) // 3)
    if lowest == 0:
        return 0
    found = _border_at(text, lowest).search(text, lowest - 1, first) or _SPACE.search(text, lowest - 1, first)
    start = found.end() if found else lowest
    while start < first and _MARK.match(text, start):
        start += 1
    return start


def _finish(text: str, start: int, last: int, max_chars: int) -> int:
    """The last border within `max_chars` of `start`, not before the end of the last match."""
    limit = start + max_chars
    if limit >= len(text):
        return len(text)
    low = max(last, start + 1)
    border = max((found.end() for found in _border_at(text, limit).finditer(text, low, limit)), default=0)
    border = border or max((found.start() for found in _SPACE.finditer(text, low, limit)), default=0)
    end = border or limit
    while end > low and _MARK.match(text, end):
        end -= 1
    return end


def _border_at(text: str, offset: int) -> re.Pattern[str]:
    """Where an excerpt may be cut around `offset`: between the cells of a table row, elsewhere between sentences."""
    line = text.rfind("\n", 0, offset) + 1
    return _CELL if _ROW.match(text, line) else _SENTENCE


def _merged(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)

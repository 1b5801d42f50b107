"""Cuts long sections into chunks that a model can be handed: bounded in tokens, overlapping, code and tables whole.

A chunk is a stretch of its section, so it can be cited by its lines; what a model reads of it also carries the titles
it stands under (`chunk_text`). A code block or a table that fits into one chunk is never cut and never repeated in
part; one that does not fit is cut at its lines.

Source: requirements, K10 (800 tokens, 120 overlap).
"""

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from archivist.importers.pages import page_end
from archivist.records.document import Chunk, ParsedDocument, Section
from archivist.text.tokens import count_tokens

MAX_TOKENS = 800
OVERLAP_TOKENS = 120

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_FENCE = re.compile(r"[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}|~{3,})")


class _Unit(NamedTuple):
    """What is kept together: a paragraph, a code block, a table, with the blank lines after it."""

    start: int
    end: int
    tokens: int
    is_prose: bool


def cut(document: ParsedDocument, max_tokens: int = MAX_TOKENS, overlap_tokens: int = OVERLAP_TOKENS) -> list[Chunk]:
    """The chunks of a document, in order; a section that fits is one chunk, and an empty text has none."""
    chunks: list[Chunk] = []
    for section in document.sections:
        for start, end in _stretches(document.text, section, max_tokens, overlap_tokens):
            if document.text[start:end].strip():
                chunks.append(_chunk(document, section, len(chunks), start, end))
    return chunks


def chunk_text(document: ParsedDocument, section: Section, start: int, end: int) -> str:
    """What a model reads of a chunk: the titles it stands under, where the stretch does not begin with them, and it."""
    above = section.path if start > section.start else section.path[:-1]
    return (" > ".join(above) + "\n\n" if above else "") + document.text[start:end]


def _chunk(document: ParsedDocument, section: Section, index: int, start: int, end: int) -> Chunk:
    text = chunk_text(document, section, start, end)
    is_whole = (start, end) == (section.start, section.end)
    tokens = section.tokens if is_whole else count_tokens(document.text[start:end])
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Chunk(section.anchor, index, start, end, tokens, digest)


def _stretches(text: str, section: Section, max_tokens: int, overlap_tokens: int) -> Iterator[tuple[int, int]]:
    if section.tokens <= max_tokens:
        yield section.start, section.end
        return
    held: list[_Unit] = []
    for unit in _fitting_units(text, section, max_tokens):
        if held and sum(one.tokens for one in held) + unit.tokens > max_tokens:
            yield held[0].start, held[-1].end
            held = _overlap(text, held, min(overlap_tokens, max_tokens - unit.tokens))
        held.append(unit)
    yield held[0].start, held[-1].end


def _overlap(text: str, held: list[_Unit], room: int) -> list[_Unit]:
    """The end of what was just handed out, to begin the next chunk with: whole units, or the end of a paragraph."""
    kept: list[_Unit] = []
    for unit in reversed(held):
        if unit.tokens > room or unit is held[0]:
            return kept or (_tail(text, unit, room) if unit.is_prose else [])
        kept.insert(0, unit)
        room -= unit.tokens
    return kept


def _tail(text: str, unit: _Unit, room: int) -> list[_Unit]:
    """The last sentences of a paragraph that cost at most `room` tokens, none where not one fits."""
    borders = [unit.start + found.end() for found in re.finditer(r"[。！？.!?\n]\s*", text[unit.start : unit.end])]
    place = bisect_left(borders, True, key=lambda border: count_tokens(text[border : unit.end]) <= room)
    if place == len(borders) or not text[borders[place] : unit.end].strip():
        return []
    return [_Unit(borders[place], unit.end, count_tokens(text[borders[place] : unit.end]), True)]


def _fitting_units(text: str, section: Section, max_tokens: int) -> Iterator[_Unit]:
    """The units of a section; one that is larger than a chunk comes in parts."""
    for unit in _units(text, section):
        if unit.tokens <= max_tokens:
            yield unit
            continue
        body, position = text[unit.start : unit.end], 0
        while position < len(body):
            end = page_end(body, position, max(1, max_tokens * len(body) // unit.tokens))
            while end - position > 1 and count_tokens(body[position:end]) > max_tokens:
                end = page_end(body, position, (end - position + 1) // 2)
            tokens = count_tokens(body[position:end])
            yield _Unit(unit.start + position, unit.start + end, tokens, unit.is_prose)
            position = end


def _units(text: str, section: Section) -> Iterator[_Unit]:
    start, fence, kind, ended = section.start, "", "", False
    for line_start, line in _lines(text, section):
        now = _kind_of(line, fence)
        if now != "blank" and line_start > start and (ended or now != kind):
            yield _unit(text, start, line_start, kind)
            start = line_start
        if now != "blank":
            kind, ended = now, False
        else:
            ended = True
        if now == "code":
            fence = _fence_after(line, fence)
            ended = not fence
    if start < section.end:
        yield _unit(text, start, section.end, kind)


def _unit(text: str, start: int, end: int, kind: str) -> _Unit:
    return _Unit(start, end, count_tokens(text[start:end]), kind == "prose")


def _lines(text: str, section: Section) -> Iterator[tuple[int, str]]:
    position = section.start
    while position < section.end:
        found = _LINE.match(text, position, section.end)
        end = found.end() if found and found.end() > position else section.end
        yield position, text[position:end]
        position = end


def _kind_of(line: str, fence: str) -> str:
    if fence or _FENCE.match(line):
        return "code"
    if not line.strip():
        return "blank"
    return "table" if line.lstrip().startswith("|") else "prose"


def _fence_after(line: str, fence: str) -> str:
    """The run that closes the code block this line is in, "" after the line that closed it."""
    found = _FENCE.match(line)
    if not fence:
        return found[1] if found else ""
    closes = found is not None and found[1].startswith(fence) and not line.strip().strip(fence[0])
    return "" if closes else fence

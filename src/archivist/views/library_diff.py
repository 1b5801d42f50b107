"""What a person changed in a library document: the edits that lead from its records to the text as saved.

Ids are not shown in the text, so entries are found again by what they say: first the same text, then the same folded
statement, then the most similar one, nearest first. A reworded or moved entry so keeps its id, evidence and history;
only what is truly gone is removed. Which of two similar entries is which is the only thing guessed, and never twice:
each record meets at most one entry. Source: issue 4, point 2.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rapidfuzz.distance import Indel

from archivist.errors import Invalid
from archivist.text.fold import fold_statement
from archivist.views.entry import Entry, normal_entries

SAME_PLACE = 0.5
"""Share of common characters from which an entry between the same neighbours counts as the old one, reworded."""

ELSEWHERE = 0.7
"""The same for an entry that also went to another place."""


@dataclass(frozen=True, slots=True)
class Added:
    """An entry that no record stands behind; `position` counts in the new document, from 0."""

    entry: Entry
    position: int


@dataclass(frozen=True, slots=True)
class Removed:
    """A record that no entry stands for any more."""

    id: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A record whose text is another now; part, topic and place may have changed with it."""

    id: str
    entry: Entry
    position: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A record that says the same in another part, under another topic, or past one of its neighbours."""

    id: str
    entry: Entry
    position: int


Edit: TypeAlias = Added | Removed | Changed | Moved


def diff(old: Sequence[Entry], new: Sequence[Entry]) -> list[Edit]:
    """The edits that turn the records `old` into the document `new`: removals first, then by new position.

    Records that a document does not show (they say nothing) are left alone; `diff(old, parse(render(old)))` is empty.
    """
    before, after = normal_entries(old), normal_entries(new)
    if unnamed := [entry for entry in before if entry.id is None]:
        raise Invalid("old", f"an entry without an id: {unnamed[0].text!r}")
    source = match_entries(before, after)
    gone = sorted(set(range(len(before))) - set(source.values()))
    as_it_was = [index for place, index in sorted(source.items()) if _says_the_same(before[index], after[place])]
    settled = _longest_rising(as_it_was)
    edits: list[Edit] = [Removed(_id(before[index])) for index in gone]
    for place, entry in enumerate(after):
        if place not in source:
            edits.append(Added(replace(entry, id=None), place))
        elif source[place] not in settled:
            edits.append(_edit(before[source[place]], entry, place))
    return edits


def match_entries(before: Sequence[Entry], after: Sequence[Entry]) -> dict[int, int]:
    """For the index of each entry of `after` that was there before, its index in `before`; none is used twice."""
    source: dict[int, int] = {}
    for key in _KEYS:
        _match_equal(before, after, source, key)
    _match_similar(before, after, source)
    return source


_KEYS: tuple[Callable[[Entry], Hashable], ...] = (
    lambda entry: (entry.kind, entry.topic, entry.text),
    lambda entry: entry.text,
    lambda entry: (entry.kind, entry.topic, fold_statement(entry.text)),
    lambda entry: fold_statement(entry.text),
)


def _match_equal(
    before: Sequence[Entry], after: Sequence[Entry], source: dict[int, int], key: Callable[[Entry], Hashable]
) -> None:
    """Pair what has an equal key, equal ones in their order."""
    free: defaultdict[Hashable, list[int]] = defaultdict(list)
    used = set(source.values())
    for index, entry in enumerate(before):
        if index not in used:
            free[key(entry)].append(index)
    for position, entry in enumerate(after):
        if position not in source and (indexes := free.get(key(entry))):
            source[position] = indexes.pop(0)


def _match_similar(before: Sequence[Entry], after: Sequence[Entry], source: dict[int, int]) -> None:
    """Pair what is left by likeness, the likest and nearest first."""
    used = set(source.values())
    gone = [(index, fold_statement(entry.text)) for index, entry in enumerate(before) if index not in used]
    come = [(place, fold_statement(entry.text)) for place, entry in enumerate(after) if place not in source]
    old_gaps, new_gaps = _gaps(len(before), {index: index for index in used}), _gaps(len(after), source)
    pairs = []
    for position, text in come:
        for index, was in gone:
            same_place = old_gaps[index] == new_gaps[position]
            likeness = Indel.normalized_similarity(was, text, score_cutoff=SAME_PLACE if same_place else ELSEWHERE)
            if likeness:
                pairs.append((not same_place, -likeness, abs(index - position), position, index))
    for *_, position, index in sorted(pairs):
        if position not in source and index not in used:
            source[position] = index
            used.add(index)


def _gaps(length: int, old_index: Mapping[int, int]) -> list[int]:
    """For each place, the old index of the last matched entry before it; -1 before the first."""
    gaps, last = [], -1
    for place in range(length):
        gaps.append(last)
        last = old_index.get(place, last)
    return gaps


def _says_the_same(record: Entry, entry: Entry) -> bool:
    return (record.kind, record.topic, record.text) == (entry.kind, entry.topic, entry.text)


def _edit(record: Entry, entry: Entry, position: int) -> Edit:
    edit = Moved if record.text == entry.text else Changed
    return edit(_id(record), replace(entry, id=record.id), position)


def _id(entry: Entry) -> str:
    assert entry.id is not None
    return entry.id


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """The members of one longest rising run (gaps allowed): what need not move when the rest does."""
    tails: list[int] = []
    before: dict[int, int | None] = {}
    for number in numbers:
        place = bisect_left(tails, number)
        before[number] = tails[place - 1] if place else None
        tails[place : place + 1] = [number]
    run: set[int] = set()
    last = tails[-1] if tails else None
    while last is not None:
        run.add(last)
        last = before[last]
    return run

"""What of a library document a model is shown: the whole text, or an index of its topics and one topic when asked.

The index names topics with the number of their entries, as `- Weekly report (3)`; what has no topic stands in it
itself, shortened where it is long. A title is a label for look-up and no fact. What does not fit is left out whole,
never cut inside, and named in the answer. Source: requirements L2, L5, L6.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from archivist.errors import NotFound
from archivist.records.memory import Kind
from archivist.text.fold import fold_statement
from archivist.views.entry import PLACEHOLDER, Entry, normal_entries
from archivist.views.library import render
from archivist.views.library_status import LibraryLimits, Mode, mode_of

MAX_LABEL = 120
"""Characters of an entry without topic that the index shows before it says `…`."""

_COUNT = re.compile(r"\s*\(\d+\)$")
_BULLET = re.compile(r"^\s*-\s+")


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides which entries stay when not all fit."""

    importance: float = 0.5
    updated: float = 0.0
    """Any number that grows with time."""


@dataclass(frozen=True, slots=True)
class Injected:
    """Text for the model, empty where there is nothing to say, and the entries that had no room, in document order."""

    mode: Mode
    text: str
    left_out: tuple[Entry, ...] = ()


def inject(entries: Sequence[Entry], limits: LibraryLimits, standing: Mapping[str, Standing] | None = None) -> Injected:
    """The document in the mode that its size gives it, at most `limits.injected_at_most` characters of it."""
    shown = normal_entries(entries)
    mode = mode_of(len(render(shown)), limits)
    lines = shown if mode is Mode.FLAT else index_of(shown)
    kept, left_out = fit(lines, limits.injected_at_most, standing or {})
    return Injected(mode, render(kept) if kept else "", tuple(left_out))


def fit(entries: Sequence[Entry], limit: int, standing: Mapping[str, Standing]) -> tuple[list[Entry], list[Entry]]:
    """The entries whose document has at most `limit` characters, and those left out; both in order.

    The most important stay, among equals the latest, among those the first; one that is too large is passed over.
    """
    if len(render(entries)) <= limit:
        return list(entries), []
    room = limit - len(render([]))
    runs, labelled, empty, kept = _runs(entries), set[int](), set(Kind), set[int]()
    for place in sorted(range(len(entries)), key=lambda place: (*_rank(entries[place], standing), place)):
        entry = entries[place]
        cost = _cost(entry) - (len(PLACEHOLDER) + 1 if entry.kind in empty else 0)
        cost += len(entry.topic) + 3 if entry.topic and runs[place] not in labelled else 0
        if cost <= room:
            room -= cost
            kept.add(place)
            labelled.add(runs[place])
            empty.discard(entry.kind)
    return (
        [entry for place, entry in enumerate(entries) if place in kept],
        [entry for place, entry in enumerate(entries) if place not in kept],
    )


def catalog(entries: Sequence[Entry]) -> str:
    """The index of the document: one line a topic, and one for each entry without."""
    return render(index_of(normal_entries(entries)))


def index_of(entries: Sequence[Entry]) -> list[Entry]:
    """The lines of the index; that of a topic stands where the topic first stands in its part, and has no id."""
    counts = Counter((entry.kind, entry.topic) for entry in entries)
    lines = dict.fromkeys(
        Entry(entry.kind, f"{entry.topic} ({counts[entry.kind, entry.topic]})")
        if entry.topic
        else Entry(entry.kind, _label(entry), id=entry.id)
        for entry in entries
    )
    return list(lines)


def expand(entries: Sequence[Entry], topic: str) -> list[Entry]:
    """The entries of a topic, or the one entry that a line of the index stands for, in order.

    The title may be folded, shortened, or copied from the index with its bullet and number. An exact one wins over
    one that starts so, and that over one that holds it; where no title does, the entries that say it answer. Several
    equally good ones answer together.

    Raises:
        NotFound: nothing is called so; the hint names the nearest titles.
    """
    shown = normal_entries(entries)
    titles = [fold_statement(entry.topic or entry.text) for entry in shown]
    wanted = fold_statement(_COUNT.sub("", _BULLET.sub("", topic)).removesuffix("…"))
    tests = (wanted.__eq__, lambda title: title.startswith(wanted), lambda title: wanted in title)
    for matches in tests if wanted else ():
        if found := [entry for entry, title in zip(shown, titles, strict=True) if matches(title)]:
            return found
    if wanted and (found := [entry for entry in shown if wanted in fold_statement(entry.text)]):
        return found
    labels = list(dict.fromkeys(entry.topic or _label(entry) for entry in shown))
    near = [label for label, *_ in process.extract(topic, labels, scorer=fuzz.WRatio, limit=3)]
    raise NotFound("topic", topic, hint=f"near it: {'; '.join(near)}" if near else "the library is empty")


def _label(entry: Entry) -> str:
    first, _, rest = entry.text.partition("\n")
    return first if len(first) <= MAX_LABEL and not rest else f"{first[:MAX_LABEL].rstrip()}…"


def _rank(entry: Entry, standing: Mapping[str, Standing]) -> tuple[float, float]:
    stands = standing.get(entry.id or "", Standing())
    return -stands.importance, -stands.updated


def _runs(entries: Sequence[Entry]) -> list[int]:
    """For each entry the number of its run of neighbours under one label."""
    runs: list[int] = []
    for place, entry in enumerate(entries):
        before = entries[place - 1] if place else None
        same = before is not None and (before.kind, before.topic) == (entry.kind, entry.topic)
        runs.append(runs[-1] if same else place)
    return runs


def _cost(entry: Entry) -> int:
    """Characters of the entry's lines in the document, at most."""
    margin = 5 if entry.topic else 3
    return len(entry.text) + margin * (1 + entry.text.count("\n"))

"""Stage 5: what was noted twice is kept once, and of two decisions that contradict each other the newer.

Equal is first what reads the same without its dress, then what is very alike (Jaccard) and says the same: two lines
that differ in a figure, a name or a negation say different things however alike they are, and both stay. Only
decisions rule each other out; the older one is still in its day's note.
Source: the layered workspace (003), 4.4 and 5.2, second stage; requirements W5 and W7.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from archivist.text.differences import Why, differs
from archivist.text.plain_line import plain_line
from archivist.text.relations import Conflict
from archivist.text.similarity import jaccard
from archivist.text.statements import relation
from archivist.upkeep.consolidation.item import POINTS, Item, Kind


def deduplicate(items: Sequence[Item], similarity: float) -> list[Item]:
    """`items` without repetitions within a kind, in their order; points that repeat a decision go too.

    The latest wording stays, since it is the truest; a to-do keeps the day it was first written.
    Lines about a project (`Kind.PROJECT`) are rows of a table and pass.
    """
    kept: list[Item] = []
    seen: dict[str, list[_Line]] = {}
    for item in sorted(items, key=_precedence):
        family = "point" if item.kind in POINTS else item.kind.value
        line = _Line(plain_line(item.text), len(kept))
        rivals = [*seen.get(family, ()), *(seen.get(Kind.DECISION.value, ()) if family == "point" else ())]
        twin = next((each for each in rivals if _is_told(line, each, item.kind, similarity)), None)
        if item.kind is Kind.PROJECT or twin is None:
            kept.append(item)
            seen.setdefault(family, []).append(line)
        else:
            kept[twin.place] = _with_past(kept[twin.place], item)
    return sorted(kept, key=lambda item: item.day)


@dataclass(frozen=True, slots=True)
class _Line:
    """An item as it is compared, and its place among the kept."""

    text: str
    place: int


def _with_past(newer: Item, older: Item) -> Item:
    """The newer of two that are one, with what only the older knew."""
    day = min(newer.day, older.day) if older.kind is Kind.TODO else newer.day
    return replace(newer, day=day, project=newer.project or older.project)


def _precedence(item: Item) -> tuple[int, int]:
    """The more telling kind first, and within a kind the newest."""
    return (POINTS.index(item.kind) + 1 if item.kind in POINTS else 0), -item.day.toordinal()


def _is_told(older: _Line, newer: _Line, kind: Kind, similarity: float) -> bool:
    """Whether the newer line makes the older one needless."""
    if older.text == newer.text:
        return True
    if kind is Kind.DECISION and isinstance(relation(older.text, newer.text), Conflict):
        return True
    if jaccard(older.text, newer.text) <= similarity:
        return False
    difference = differs(older.text, newer.text)
    return difference is None or difference.why is Why.VALUE  # one word for another, which so much likeness outweighs

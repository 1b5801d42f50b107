"""Stage 5: what was noted twice is kept once.

Equal is first what reads the same without its dress, then what is very alike (Jaccard). Two lines that differ in a
figure or in a negation say different things however alike they are, and both stay.
Source: the layered workspace (003), 5.2, second stage.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archivist.text.plain_line import plain_line
from archivist.text.similarity import jaccard
from archivist.upkeep.consolidation.item import POINTS, Item, Kind

_FIGURE = re.compile(r"\d+(?:[.:,]\d+)*|[一二两三四五六七八九十百千万亿]+(?=[个条次倍天周月年秒分小台套人种项])")
_NEGATION = re.compile(
    r"[不没未无非别勿]|取消|放弃|弃用|停用|\b(?:no|not|never|without|cannot|drop(?:ped)?|stop(?:ped)?)\b|n't\b"
)


def deduplicate(items: Sequence[Item], similarity: float) -> list[Item]:
    """`items` without repetitions within a kind, in their order; points that repeat a decision go too.

    The latest wording stays, since it is the truest; a to-do keeps the day it was first written.
    Lines about a project (`Kind.PROJECT`) are rows of a table and pass.
    """
    kept: list[Item | None] = []
    seen: dict[str, list[_Line]] = {}
    for item in sorted(items, key=_precedence):
        family = "point" if item.kind in POINTS else item.kind.value
        line = _Line.of(item, len(kept))
        rivals = [*seen.get(family, ()), *(seen.get(Kind.DECISION.value, ()) if family == "point" else ())]
        twin = next((each for each in rivals if _same(line, each, similarity)), None)
        if item.kind is Kind.PROJECT or twin is None:
            kept.append(item)
            seen.setdefault(family, []).append(line)
        elif item.kind is Kind.TODO and (newer := kept[twin.place]) is not None:
            kept[twin.place] = replace(newer, day=min(newer.day, item.day), project=newer.project or item.project)
        elif (newer := kept[twin.place]) is not None and not newer.project:
            kept[twin.place] = replace(newer, project=item.project)
    return sorted((item for item in kept if item), key=lambda item: item.day)


@dataclass(frozen=True, slots=True)
class _Line:
    """An item as it is compared; `place` is where it, or what it was folded into, stands among the kept."""

    text: str
    figures: frozenset[str]
    negations: frozenset[str]
    place: int

    @classmethod
    def of(cls, item: Item, place: int) -> "_Line":
        text = plain_line(item.text)
        return cls(text, frozenset(_FIGURE.findall(text)), frozenset(_NEGATION.findall(text)), place)


def _precedence(item: Item) -> tuple[int, int]:
    """The more telling kind first, and within a kind the newest."""
    return (POINTS.index(item.kind) + 1 if item.kind in POINTS else 0), -item.day.toordinal()


def _same(one: _Line, other: _Line, similarity: float) -> bool:
    if one.text == other.text:
        return True
    if one.figures != other.figures or one.negations != other.negations:
        return False
    return jaccard(one.text, other.text) > similarity

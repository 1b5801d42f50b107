"""Stage 7: the more important points first, and no more of them than a page holds.

Source: the layered workspace (003), 5.2, fourth stage.
"""

import re
from collections.abc import Mapping, Sequence

from archivist.upkeep.consolidation.item import POINTS, Item, Kind

_KIND_WEIGHT = {Kind.HIGHLIGHT: 6, Kind.COMPLETED: 3, Kind.TASK: 0}
"""What a person called a highlight outweighs one middling keyword, and not an important one."""


def rank(items: Sequence[Item], keyword_weights: Mapping[str, int], max_highlights: int) -> list[Item]:
    """The points by weight, then the newer first, at most `max_highlights`; everything else behind them as it came."""
    weights = [(_matcher(word), weight) for word, weight in keyword_weights.items()]
    points = sorted(
        (item for item in items if item.kind in POINTS),
        key=lambda item: (-weigh(item, weights), -item.day.toordinal()),
    )
    return points[:max_highlights] + [item for item in items if item.kind not in POINTS]


def weigh(item: Item, weights: Sequence[tuple[re.Pattern[str], int]]) -> int:
    """The weights of the keywords that stand in the item, each counted once, and that of its kind."""
    found = sum(weight for pattern, weight in weights if pattern.search(item.text))
    return found + _KIND_WEIGHT.get(item.kind, 0)


def _matcher(word: str) -> re.Pattern[str]:
    """A Latin keyword as a whole word, another one wherever it stands."""
    edge = r"(?<![A-Za-z])" if word.isascii() else ""
    return re.compile(edge + re.escape(word) + edge.replace("<!", "!"), re.IGNORECASE)

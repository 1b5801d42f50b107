"""Small charts as SVG, drawn with attributes alone: the policy of the console allows no inline style."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 600
SHADES: Final = 8
"""How many shades the style sheet knows for the parts of a bar."""


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of a bar, in units of the drawing; `shade` names its colour."""

    name: str
    amount: int
    x: float
    width: float
    shade: int


def bar(parts: Sequence[tuple[str, int]], whole: int = 0) -> list[Part]:
    """The parts of one bar side by side; `whole` is the length of all of it, their sum at least."""
    total = max(whole, sum(amount for _, amount in parts), 1)
    drawn: list[Part] = []
    at = 0.0
    for place, (name, amount) in enumerate(parts):
        width = WIDTH * amount / total
        drawn.append(Part(name, amount, round(at, 1), round(width, 1), place % SHADES))
        at += width
    return drawn


def funnel(steps: Sequence[tuple[str, int]]) -> list[Part]:
    """One bar a step, each centred, the widest as wide as the drawing."""
    most = max((amount for _, amount in steps), default=0) or 1
    return [
        Part(name, amount, round((WIDTH - WIDTH * amount / most) / 2, 1), round(WIDTH * amount / most, 1), 0)
        for name, amount in steps
    ]

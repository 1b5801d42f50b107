"""Two plots as SVG, written by hand: legible in light and in dark, and no library to install.

Ours stands out by colour, everything else is grey and named where it stands, so no legend has to be looked up.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape
from statistics import fmean
from typing import Any

from benchmarks.results import figure

OURS = "archivist"
ROW, CELL, GAP, MARGIN, NAMES = 26, 118, 22, 24, 176
HEIGHT, RIGHT = 440, 240

STYLE = """<style>
  svg { --ink: #1f2328; --soft: #656d76; --track: #eaeef2; --bar: #b1bac4; --grid: #d8dee4; --ours: #0969da; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6edf3; --soft: #8b949e; --track: #21262d; --bar: #57606a; --grid: #30363d; --ours: #58a6ff; }
  }
  text { font: 13px ui-sans-serif, system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--ink); }
  .title { font-size: 16px; font-weight: 600; }
  .soft { fill: var(--soft); font-size: 12px; }
  .ours { fill: var(--ours); font-weight: 600; }
  .best { font-weight: 700; }
  .figure { font-variant-numeric: tabular-nums; }
  .end { text-anchor: end; }
  .middle { text-anchor: middle; }
  .track { fill: var(--track); }
  .bar { fill: var(--bar); }
  .bar.ours { fill: var(--ours); }
  .grid { stroke: var(--grid); stroke-width: 1; }
  .line { fill: none; stroke: var(--bar); stroke-width: 1.5; }
  .line.ours { stroke: var(--ours); stroke-width: 3; }
  .dot { fill: var(--bar); }
  .dot.ours { fill: var(--ours); }
  .lead { stroke: var(--grid); stroke-width: 1; stroke-dasharray: 2 3; }
</style>"""


def quality(sets: Mapping[str, Mapping[str, Any]]) -> str:
    """Engines as rows and sets as columns, a bar for the R@5 of each, the best mean on top."""
    reached = {name: {peer: row.get("r5") for peer, row in one["peers"].items()} for name, one in sets.items()}
    peers = list(dict.fromkeys(peer for one in reached.values() for peer in one))
    peers.sort(key=lambda peer: -fmean(one.get(peer) or 0.0 for one in reached.values()))
    width = 2 * MARGIN + NAMES + len(sets) * (CELL + GAP) - GAP
    top = 92
    parts = [
        _text(MARGIN, 34, "Found among the first five (R@5)", "title"),
        _text(MARGIN, 54, "the same rows and questions for every engine", "soft"),
    ]
    for column, (name, one) in enumerate(reached.items()):
        x = MARGIN + NAMES + column * (CELL + GAP)
        parts.append(_text(x, top - 12, name, "soft"))
        best = max((value for value in one.values() if value is not None), default=0.0)
        for row, peer in enumerate(peers):
            parts.append(_cell(x, top + row * ROW, one.get(peer), best, _ours(peer)))
    for row, peer in enumerate(peers):
        parts.append(_text(MARGIN, top + row * ROW + 16, _name(peer), _ours(peer)))
    return _svg(width, top + len(peers) * ROW + MARGIN, parts)


def speed(grown: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """The median processor time of a recall over the number of records, both logarithmic, a line for each engine."""
    lines = {peer: [(one["rows"], one["cpu_p50_ms"]) for one in some if "rows" in one] for peer, some in grown.items()}
    lines = {peer: points for peer, points in lines.items() if points}
    if not lines:
        return _svg(480, 80, [_text(MARGIN, 44, "Nothing was measured", "title")])
    plane = _Plane([x for some in lines.values() for x, _ in some], [y for some in lines.values() for _, y in some])
    parts = [
        _text(MARGIN, 34, "Time of one recall, by the number of records of one user", "title"),
        _text(MARGIN, 54, "median processor time in milliseconds; both axes are logarithmic, lower is better", "soft"),
        *plane.grid(),
    ]
    ordered = sorted(lines.items(), key=lambda item: bool(_ours(item[0])))  # ours last, so that it lies on top
    for peer, points in ordered:
        path = " ".join(f"{plane.x(x):.1f},{plane.y(y):.1f}" for x, y in points)
        parts.append(f'<polyline class="line {_ours(peer)}" points="{path}"/>')
        radius = 4 if _ours(peer) else 2.5
        parts += [
            f'<circle class="dot {_ours(peer)}" cx="{plane.x(x):.1f}" cy="{plane.y(y):.1f}" r="{radius}"/>'
            for x, y in points
        ]
    return _svg(plane.right + RIGHT, HEIGHT + 100, parts + _ends(lines, plane))


class _Plane:
    """Where a number of rows and a time lie on the paper."""

    left, top, right, bottom = 76, 84, 620, HEIGHT + 44

    def __init__(self, sizes: Sequence[int], times: Sequence[float]) -> None:
        self._sizes = sorted(set(sizes))
        self._from_x, self._to_x = math.log10(self._sizes[0]), math.log10(self._sizes[-1])
        self._from_y, self._to_y = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
        if self._from_x == self._to_x:
            self._from_x -= 1
        if self._from_y == self._to_y:
            self._from_y -= 1

    def x(self, rows: int) -> float:
        share = (math.log10(rows) - self._from_x) / (self._to_x - self._from_x)
        return self.left + share * (self.right - self.left)

    def y(self, ms: float) -> float:
        share = (math.log10(ms) - self._from_y) / (self._to_y - self._from_y)
        return self.bottom - share * (self.bottom - self.top)

    def grid(self) -> list[str]:
        parts = []
        for power in range(self._from_y, self._to_y + 1):
            y = self.y(10**power)
            parts.append(f'<line class="grid" x1="{self.left}" x2="{self.right}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(_text(self.left - 10, y + 4, f"{10**power:g} ms", "soft figure end"))
        for rows in self._sizes:
            parts.append(_text(self.x(rows), self.bottom + 24, f"{rows:,}", "soft figure middle"))
        parts.append(_text((self.left + self.right) / 2, self.bottom + 46, "records", "soft middle"))
        return parts


def _ends(lines: Mapping[str, Sequence[tuple[int, float]]], plane: _Plane) -> list[str]:
    """The name and last time of each line, at its end, pushed apart where they would lie on one another."""
    parts, free = [], float(plane.top)
    for peer, points in sorted(lines.items(), key=lambda item: -item[1][-1][1]):
        x, y = plane.x(points[-1][0]), plane.y(points[-1][1])
        at = max(y, free)
        free = at + 17
        parts.append(f'<line class="lead" x1="{x + 5:.1f}" y1="{y:.1f}" x2="{plane.right + 24}" y2="{at:.1f}"/>')
        parts.append(_text(plane.right + 28, at + 4, f"{_name(peer)} {figure(points[-1][1])} ms", _ours(peer)))
    return parts


def _cell(x: float, y: float, value: float | None, best: float, ours: str) -> str:
    if value is None:
        return _text(x, y + 16, "not measured", "soft")
    bar = CELL - 40
    emphasis = "best" if value == best else ""
    return (
        f'<rect class="track" x="{x}" y="{y + 5}" width="{bar}" height="14" rx="3"/>'
        f'<rect class="bar {ours}" x="{x}" y="{y + 5}" width="{bar * value:.1f}" height="14" rx="3"/>'
        + _text(x + bar + 6, y + 16, f"{value:.3f}".lstrip("0") if value < 1 else "1", f"figure {emphasis}")
    )


def _name(peer: str) -> str:
    return peer.replace("_", " ")


def _ours(peer: str) -> str:
    return "ours" if peer.startswith(OURS) else ""


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}</text>'


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    box = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">', STYLE, *parts, "</svg>\n"])

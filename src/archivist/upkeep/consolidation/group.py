"""Stage 8: everything to its project: a row per active project, its decisions together.

Source: the layered workspace (003), 5.2, fifth stage.
"""

from collections.abc import Sequence

from archivist.upkeep.consolidation.item import POINTS, Item, Kind
from archivist.views.digest import Digest, DigestLine, ProjectRow


def group(items: Sequence[Item]) -> Digest:
    """The digest these items make: projects and their decisions by latest activity, to-dos by age."""
    decisions = _lines(items, Kind.DECISION)
    latest: dict[str, int] = {}
    for line in decisions:
        latest[line.project] = max(latest.get(line.project, 0), line.day.toordinal())
    decisions.sort(key=lambda line: (not line.project, -latest[line.project], line.project, -line.day.toordinal()))
    return Digest(
        projects=tuple(_rows(items)),
        highlights=tuple(DigestLine(item.day, item.text, item.project) for item in items if item.kind in POINTS),
        decisions=tuple(decisions),
        todos=tuple(sorted(_lines(items, Kind.TODO), key=lambda line: line.day)),
    )


def _lines(items: Sequence[Item], kind: Kind) -> list[DigestLine]:
    return [DigestLine(item.day, item.text, item.project) for item in items if item.kind is kind]


def _rows(items: Sequence[Item]) -> list[ProjectRow]:
    """One row a project: its last active day and what was worked on that day, the later session first."""
    rows: dict[str, ProjectRow] = {}
    for item in items:
        known = rows.get(item.project)
        if item.kind is Kind.PROJECT and (known is None or known.last_active <= item.day):
            rows[item.project] = ProjectRow(item.project, item.day, item.text)
    return sorted(rows.values(), key=lambda row: (-row.last_active.toordinal(), row.name))

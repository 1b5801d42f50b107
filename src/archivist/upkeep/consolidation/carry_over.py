"""Stage 3: what the last digest knew and the week no longer shows.

A decision does not end with the week it was made in, nor an open to-do with the week it was noted in. Both stay in the
digest after their note has gone, be it to the archive or for good, until the to-do is done, a person takes the line
out of MEMORY.md, or `carry_days` have passed.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from archivist.upkeep.consolidation.item import Item, Kind
from archivist.upkeep.consolidation.settings import ConsolidationSettings
from archivist.views.digest import Digest


def carry_over(items: Sequence[Item], previous: Digest, today: date, settings: ConsolidationSettings) -> list[Item]:
    """`items` with the decisions and open to-dos of `previous` in front whose day no note tells of any more."""
    first = today - timedelta(days=settings.carry_days)
    told = {item.day for item in items}
    older = [
        Item(kind, line.text, line.day, line.project)
        for kind, lines in ((Kind.DECISION, previous.decisions), (Kind.TODO, previous.todos))
        for line in lines
        if first <= line.day <= today and line.day not in told
    ]
    return [*older, *items]

"""One run, done once: a run is claimed by its name before it begins, and how it ended is noted afterwards.

Whoever is cut off in the middle loses the claim when its time is over, and the run is done again: every job is harmless
twice. An error is an outcome like another: it is written down, counted, and told to who looks.
Source: requirements W9 and E2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from archivist.errors import ArchivistError
from archivist.upkeep.means import Means

LEASE: Final = timedelta(minutes=10)
FAILED: Final = "failed"


@dataclass(frozen=True, slots=True)
class Yield:
    """What a run brought."""

    outcome: str
    came_in: int = 0
    went_out: int = 0
    detail: str = ""


def once(means: Means, job: str, key: str, folder: int | None, act: Callable[[], Yield]) -> Yield | None:
    """Do `act` as the run named `key`; None where it was done already, or another does it now."""
    now = means.clock()
    with means.store.transaction() as tx:
        run = tx.job_runs.claim(key, job, folder, now, now + LEASE)
    if run is None:
        return None
    try:
        brought = act()
    except ArchivistError as exc:
        brought = Yield(FAILED, detail=exc.message)
    with means.store.transaction() as tx:
        tx.job_runs.finish(run, means.clock(), brought.outcome, brought.came_in, brought.went_out, brought.detail)
        tx.ledger.count(f"{job}_runs")
        if brought.outcome == FAILED:
            tx.ledger.count(f"{job}_failures")
    return brought

"""What is done to the whole home by time.

Records whose time is over expire, old traces and runs are let go, and the index is brought into its fastest form.
"""

from datetime import timedelta
from typing import Final

from archivist.records.principal import Principal
from archivist.records.scope import ScopeKind
from archivist.upkeep.leases import Yield
from archivist.upkeep.means import Means
from archivist.write import lifecycle

EXPIRE: Final = "expire"
RETENTION: Final = "retention"
TIDY: Final = "tidy"
BATCH: Final = 200
KEEP_RUNS: Final = timedelta(days=180)


def expire_records(means: Means) -> Yield:
    """Take every record out of use whose time is over; each is audited and can be restored."""
    count = 0
    while True:
        with means.store.transaction() as tx:
            due = tx.memories.due(means.clock(), BATCH)
            for memory in due:
                holder = memory.scope.id if memory.scope.kind is ScopeKind.USER else memory.scope.holder
                lifecycle.expire(tx, memory, means.pen(Principal(holder or "archivist", upkeep=EXPIRE)))
        count += len(due)
        if len(due) < BATCH:
            return Yield("expired" if count else "nothing_due", count, count)


def let_go(means: Means) -> Yield:
    """Let go of the traces of contexts that are older than the settings keep them, and of old runs of jobs."""
    now = means.clock()
    with means.store.transaction() as tx:
        tx.traces.purge(now - timedelta(days=means.settings().context.trace_days))
        runs = tx.job_runs.prune(now - KEEP_RUNS)
    return Yield("done", went_out=runs)


def tidy_index(means: Means) -> Yield:
    """Join the pieces of the index that a day's writing left behind, so that no write and no search has to."""
    means.store.tidy()
    return Yield("done")

"""Recall as a question alone: nothing is counted, nothing of the write road is loaded. `MemoryService` counts besides.

A hook of a coding assistant asks here: it has a fraction of a second, and what it shows unasked is no recall.
"""

from collections.abc import Sequence

from archivist.errors import Invalid
from archivist.read.recall import Recall, RecallStatus, Selector, recall
from archivist.read.visibility import visible
from archivist.records.principal import Principal
from archivist.records.scope import Scope
from archivist.services.resources import Resources


def recalled(
    resources: Resources,
    principal: Principal,
    query: str,
    limit: int,
    scopes: Sequence[Scope] = (),
    select: Selector | None = None,
) -> Recall:
    """The records that this principal may see and that answer `query`, best first.

    Raises:
        Invalid: the limit is below 1.
    """
    if limit < 1:
        raise Invalid("limit", f"must be at least 1, got {limit}")
    now = resources.clock()
    with resources.store.reading() as tx:
        if not resources.view(tx, principal).enabled:
            return Recall(RecallStatus.OFF, reason="memory is switched off")
        asked = visible(principal, scopes)
        return recall(tx, asked, query, limit, resources.settings().memory.recall, now, select)

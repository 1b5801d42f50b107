"""Questions alone: nothing is counted, nothing of the write road is loaded. `MemoryService.recall` counts besides.

A hook of a coding assistant asks here: it has a fraction of a second, so that nobody else is asked on its behalf, and
what it shows unasked is no recall.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from archivist.errors import Invalid
from archivist.read.aids import NO_AIDS, Aids
from archivist.read.recall import Recall, RecallStatus, Selector, recall
from archivist.read.visibility import visible
from archivist.records.principal import Principal
from archivist.records.scope import Scope, project, user
from archivist.services.resources import Resources


def recalled(
    resources: Resources,
    principal: Principal,
    query: str,
    limit: int,
    scopes: Sequence[Scope] = (),
    select: Selector | None = None,
    aids: Aids = NO_AIDS,
) -> Recall:
    """The records that this principal may see and that answer `query`, best first; by its words, but for `aids`.

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
        settings = resources.settings().memory.recall
        return recall(tx, asked, query, limit, settings, now, select, aids)


@dataclass(frozen=True, slots=True)
class Along:
    """What goes with every conversation, and whether there is a workspace to brief from."""

    libraries: tuple[str, ...]
    has_workspace: bool


def goes_along(resources: Resources, principal: Principal) -> Along:
    """User Knowledge and that of the project in focus, as a model is shown them; nothing while memory is off."""
    from archivist.read.library import injected_library

    now, floor = resources.clock(), resources.settings().memory.global_.min_confidence
    places = [user(principal.user), *([project(principal.project)] if principal.project else [])]
    with resources.store.reading() as tx:
        if not resources.view(tx, principal).enabled:
            return Along((), False)
        texts = tuple(injected_library(tx, place, now, floor).text for place in visible(principal, places))
        known = any(tx.workspaces.of(principal.user, focus) for focus in {principal.project or "", ""})
        return Along(texts, known)

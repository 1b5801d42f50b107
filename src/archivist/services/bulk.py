"""Many statements down the write road at once: the same gates, the same trail, one transaction a batch.

Nothing is skipped by default. With `compare=False` a batch does not look for look-alikes: equal statements are still
kept once, but a rewording is written beside the record it rewords, and a contradiction beside the one it contradicts.
That is for data that was one store before and is taken over as it stands (a backup of another tool, a migration); what
arrives by hand or by talk is always compared. Every other gate is asked either way, secrets and quotas included.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from archivist.records.candidate import Candidate
from archivist.records.memory import Memory
from archivist.records.principal import Principal
from archivist.records.verdict import Decision, Outcome
from archivist.services.resources import Resources
from archivist.stores.base import Transaction
from archivist.text.relations import Relation
from archivist.write.commit import commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.once import remember_done, replayed
from archivist.write.pipeline import decide
from archivist.write.view import View

BATCH = 1_000
"""Candidates in one transaction: a crash loses one batch at most, and another writer waits that long at most."""


@dataclass(frozen=True, slots=True)
class Imported:
    """How many came to each outcome, and every refusal."""

    outcomes: dict[Outcome, int]
    rejected: tuple[Decision, ...]

    @property
    def count(self) -> int:
        return sum(self.outcomes.values())


def import_many(
    resources: Resources,
    principal: Principal,
    candidates: Iterable[Candidate],
    *,
    compare: bool = True,
    batch: int = BATCH,
) -> Imported:
    """Send every candidate down the write road, in order; a replayed source event changes nothing."""
    outcomes: Counter[Outcome] = Counter()
    rejected: list[Decision] = []
    for some in _batches(candidates, batch):
        with resources.store.transaction() as tx:
            view = (View if compare else _Incurious)(tx, principal, resources.settings().memory, resources.clock())
            for decision in _write(tx, some, resources, principal, view):
                outcomes[decision.outcome] += 1
                if decision.outcome is Outcome.REJECTED:
                    rejected.append(decision)
    return Imported(dict(outcomes), tuple(rejected))


def _write(
    tx: Transaction, candidates: Sequence[Candidate], resources: Resources, principal: Principal, view: View
) -> Iterator[Decision]:
    pen = resources.pen(principal)
    for candidate in candidates:
        if done := replayed(tx, candidate, principal):
            yield done.decision
            continue
        written = commit(tx, decide(candidate, MEMORY_GATES, view), pen)
        remember_done(tx, candidate, written, pen)
        yield written.decision


class _Incurious(View):
    """A view that sees no look-alikes."""

    def relations(self, candidate: Candidate) -> list[tuple[Memory, Relation]]:
        return []


def _batches(candidates: Iterable[Candidate], size: int) -> Iterator[list[Candidate]]:
    rest = iter(candidates)
    while some := list(islice(rest, size)):
        yield some

"""A candidate that waits for a person. It never reaches a model until applied."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from archivist.records.candidate import Candidate
from archivist.records.verdict import Step


class ProposalStatus(StrEnum):
    """`pending` is the only state that can change; each change is final and says so when repeated."""

    PENDING = "pending"
    APPLIED = "applied"
    DISMISSED = "dismissed"
    SUPERSEDED = "superseded"  # a better wording of the same took its place in the queue
    FAILED = "failed"  # applying was refused by a gate; the reason stands in the trail


@dataclass(frozen=True, slots=True)
class Proposal:
    """One entry of the queue.

    `candidate.scope` is the suggested target; `needs_project` says a project is meant but none was in focus, so a
    person must pick one. `hold` is why it waits. `untrusted` marks evidence that is not the user's own words: such an
    entry is never applied in a batch. `wrote_to` is where an applied entry went.
    """

    id: str
    candidate: Candidate
    status: ProposalStatus
    proposed_by: str
    owner: str  # the user whose queue this is
    hold: str
    detail: str
    trail: tuple[Step, ...]
    created_at: datetime
    needs_project: bool = False
    untrusted: bool = False
    target: str | None = None  # the record it would update, replace or contradict
    decided_at: datetime | None = None
    decided_by: str | None = None
    wrote_to: str | None = None
    memory_id: str | None = None

"""A person's decision about a queue entry: apply it somewhere, or dismiss it. Final, idempotent, safe from two hands.

Source: requirements Q7 to Q9. The entry leaves the queue in the transaction that writes the record, so of two clicks
exactly one wins and the other is told where it went.
"""

from dataclasses import dataclass, replace
from typing import Final

from archivist.errors import Invalid, NotFound
from archivist.policy.access import reviewed_scopes
from archivist.records.candidate import SOURCE_OF, Action, Candidate, Origin
from archivist.records.event import Topic
from archivist.records.memory import Delivery
from archivist.records.principal import Principal
from archivist.records.proposal import Proposal, ProposalStatus
from archivist.records.scope import Scope
from archivist.records.verdict import Outcome
from archivist.settings import MemorySettings
from archivist.stores.base import Transaction
from archivist.write.commit import Pen, Written, commit, record
from archivist.write.gates import APPLY_GATES
from archivist.write.lifecycle import LIVE
from archivist.write.pipeline import decide
from archivist.write.view import View

EYE_NEEDED: Final = frozenset({"conflict", "instruction_like", "sensitive", "reviewed", "untrusted"})
"""Holds that no batch decides."""

ALREADY: Final = {
    ProposalStatus.APPLIED: "already_saved",
    ProposalStatus.DISMISSED: "already_dismissed",
    ProposalStatus.SUPERSEDED: "already_superseded",
    ProposalStatus.FAILED: "already_failed",
}


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a decision: `applied`, `dismissed`, `failed`, or one of `already_…` when it was decided before.

    `wrote_to` is where the statement stands, as a scope. `written` tells of the record when this call wrote it.
    """

    outcome: str
    proposal: Proposal
    wrote_to: str | None = None
    written: Written | None = None


def apply(tx: Transaction, id: str, to: Scope | None, settings: MemorySettings, pen: Pen) -> Settled:
    """Write a waiting statement into the library of `to` (its suggested target by default), as a person's act.

    It walks the gates once more, since the world may have moved since it was proposed.

    Raises:
        NotFound: nothing of that id is in this principal's queue.
    """
    proposal = find(tx, id, pen)
    if proposal.status is not ProposalStatus.PENDING:
        return Settled(ALREADY[proposal.status], proposal, proposal.wrote_to)
    proposed = proposal.candidate
    if proposed.action is not Action.WRITE and to not in (None, proposed.scope):
        raise Invalid("to", f"this entry is about a record of {proposed.scope} and cannot be applied elsewhere")
    candidate = _as_applied(tx, proposed, to or proposed.scope)
    decision = decide(candidate, APPLY_GATES, View(tx, pen.principal, settings, pen.now))
    signed = replace(pen, source=SOURCE_OF[proposed.origin], approved_by=pen.principal.name)
    written = commit(tx, decision, signed)
    if written.outcome in {Outcome.REJECTED, Outcome.HELD}:
        return _fail(tx, proposal, written, pen)
    assert written.memory is not None, "everything else has a record"
    wrote_to = str(written.memory.scope)
    tx.proposals.decide(id, ProposalStatus.APPLIED, pen.principal.name, pen.now, wrote_to, written.memory.id)
    record(
        tx, pen, "apply", "applied", f"proposal:{id}", memory=written.memory, detail=f"wrote to {wrote_to}",
        topic=Topic.PROPOSAL_DECIDED, facts={"memory": written.memory.id},
    )  # fmt: skip
    tx.ledger.count("proposals_accepted")
    return Settled("applied", find(tx, id, pen), wrote_to, written)


def _as_applied(tx: Transaction, proposed: Candidate, scope: Scope) -> Candidate:
    """The candidate as the act of the person who applies it, as things stand now.

    A change of a record that is out of force or elsewhere by now is a new statement, and a name taken meanwhile is left
    to whoever has it.
    """
    updates = proposed.updates
    if proposed.action is Action.WRITE and updates is not None:
        standing = tx.memories.get(updates)
        if standing is None or standing.status not in LIVE or standing.scope != scope:
            updates = None
    name = proposed.name
    if name is not None and proposed.value is None and proposed.action is Action.WRITE:
        holder = tx.memories.live_by_name(scope, name)
        name = None if holder is not None and holder.id != updates else name
    return replace(
        proposed,
        scope=scope,
        origin=Origin.HUMAN,
        name=name,
        updates=updates,
        delivery=Delivery.ALWAYS if proposed.for_library else proposed.delivery,
        expected_revision=None,
    )


def needs_eye(tx: Transaction, entry: Proposal, settings: MemorySettings, pen: Pen) -> str:
    """Why a batch leaves this entry to a person; empty when it may be applied where it is suggested."""
    if entry.needs_project:
        return "pick a project"
    if entry.untrusted:
        return "its evidence is not the user's own words"
    for step in entry.trail:
        if step.verdict == "hold" and step.reason in EYE_NEEDED:
            return step.detail
    if entry.candidate.action is not Action.WRITE:
        return f"it would {entry.candidate.action} a record"
    candidate = _as_applied(tx, entry.candidate, entry.candidate.scope)
    decision = decide(candidate, APPLY_GATES, View(tx, pen.principal, settings, pen.now))
    return decision.detail if decision.outcome in {Outcome.SUPERSEDED, Outcome.CONFLICT} else ""


def dismiss(tx: Transaction, id: str, pen: Pen) -> Settled:
    """Turn a waiting statement away; it does not come back by itself.

    Raises:
        NotFound: nothing of that id is in this principal's queue.
    """
    proposal = find(tx, id, pen)
    if proposal.status is not ProposalStatus.PENDING:
        return Settled(ALREADY[proposal.status], proposal, proposal.wrote_to)
    tx.proposals.decide(id, ProposalStatus.DISMISSED, pen.principal.name, pen.now)
    if proposal.candidate.action is not Action.EXPIRE:  # then the statement stays, and only the wish to end it goes
        tx.memories.refuse(proposal.candidate.scope, proposal.candidate.text, f"proposal:{id}", "dismissed", pen.now)
    scope = proposal.candidate.scope
    record(tx, pen, "dismiss", "dismissed", f"proposal:{id}", scope=scope, topic=Topic.PROPOSAL_DECIDED)
    tx.ledger.count("proposals_rejected")
    return Settled("dismissed", find(tx, id, pen))


def find(tx: Transaction, id: str, pen: Pen) -> Proposal:
    """The entry of that id in this principal's queue.

    Raises:
        NotFound: there is none, or it is somebody else's.
    """
    proposal = tx.proposals.get(id)
    if proposal is None or not _may_see(pen.principal, proposal):
        raise NotFound("proposal", id, hint="see what waits: archivist queue")
    return proposal


def _may_see(principal: Principal, proposal: Proposal) -> bool:
    return proposal.owner == principal.user or proposal.candidate.scope in reviewed_scopes(principal)


def _fail(tx: Transaction, proposal: Proposal, written: Written, pen: Pen) -> Settled:
    """The gates refused. An entry that can never pass leaves the queue as failed; one aimed wrongly stays and waits."""
    if written.reason in {"not_permitted", "off"} or written.outcome is Outcome.HELD:
        return Settled("refused", proposal, written=written)
    tx.proposals.decide(proposal.id, ProposalStatus.FAILED, pen.principal.name, pen.now)
    record(
        tx, pen, "apply", "failed", f"proposal:{proposal.id}", reason=written.reason, detail=written.detail,
        scope=proposal.candidate.scope, topic=Topic.PROPOSAL_DECIDED,
    )  # fmt: skip
    return Settled("failed", find(tx, proposal.id, pen), written=written)

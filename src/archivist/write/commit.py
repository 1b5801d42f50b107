"""Writes what was decided: record, version, audit entry and event in the one transaction that is open.

The only module that inserts or replaces a record. Nothing here asks a question; the gates did.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from archivist.errors import Invalid
from archivist.records.audit import AuditEntry
from archivist.records.candidate import SOURCE_OF, Candidate
from archivist.records.event import Topic
from archivist.records.identifiers import MAX_ID_CHARACTERS
from archivist.records.memory import Delivery, Memory, Source, Status
from archivist.records.principal import Principal
from archivist.records.proposal import Proposal, ProposalStatus
from archivist.records.scope import Scope, ScopeKind
from archivist.records.verdict import Decision, Outcome, Step, without_words
from archivist.stores.base import Transaction
from archivist.text.naming import suggest_name

NO_DIGEST: Final = frozenset({"secret_detected"})
"""Refusals of which not even a fingerprint is kept."""

WRITES: Final = frozenset({Outcome.CREATED, Outcome.UPDATED, Outcome.SUPERSEDED, Outcome.CONFLICT, Outcome.EXPIRED})
"""Outcomes that change a record."""

NewId = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Pen:
    """Who writes, when, and with which numbers: what every act of writing needs besides its content.

    `source` and `approved_by` are set when a person applies what another proposed: the origin stays what it was.
    """

    principal: Principal
    now: datetime
    new_id: NewId
    generation: int = 1
    source: Source | None = None
    approved_by: str | None = None
    default_life: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """What came of it. `memory` is the record as it stands now; `proposal` the entry that waits."""

    outcome: Outcome
    decision: Decision
    audit: int
    memory: Memory | None = None
    proposal: Proposal | None = None

    @property
    def reason(self) -> str:
        return self.decision.reason

    @property
    def detail(self) -> str:
        return self.decision.detail


def commit(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    """Carry out a decision, whatever it is; a refusal is written down as well.

    Raises:
        Invalid: a preparing generation would change a record in force; it may only add.
    """
    if decision.outcome in WRITES - {Outcome.CREATED} and pen.generation > tx.generation():
        raise Invalid("generation", f"{pen.generation} is being prepared and may only add records")
    written = _carry_out(tx, decision, pen)
    if written.outcome in WRITES:
        tx.ledger.count("memory_writes")
    return written


def _carry_out(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    match decision.outcome:
        case Outcome.REJECTED:
            return _reject(tx, decision, pen)
        case Outcome.HELD:
            return _hold(tx, decision, pen)
        case Outcome.UNCHANGED:
            return _leave(tx, decision, pen)
        case Outcome.CREATED:
            return _create(tx, decision, pen)
        case Outcome.UPDATED:
            return _update(tx, decision, pen)
        case Outcome.SUPERSEDED:
            return _supersede(tx, decision, pen)
        case Outcome.CONFLICT:
            return _contradict(tx, decision, pen)
        case Outcome.EXPIRED:
            return _expire(tx, decision, pen)
        case _:
            assert_never(decision.outcome)


def record(
    tx: Transaction,
    pen: Pen,
    action: str,
    outcome: str,
    subject: str,
    *,
    memory: Memory | None = None,
    decision: Decision | None = None,
    scope: Scope | None = None,
    reason: str = "",
    detail: str = "",
    topic: Topic | None = None,
    facts: Mapping[str, str] | None = None,
) -> int:
    """Append one audit entry, announce it where a topic is given, and return its number.

    The scope is that of `memory` or `decision`; `scope` names it where neither is at hand.
    """
    candidate = decision.candidate if decision else None
    content = memory.text if memory else candidate.text if candidate else ""
    entry = tx.audit.append(
        AuditEntry(
            number=0,
            at=pen.now,
            actor=pen.principal.name,
            action=action,
            outcome=outcome,
            scope=scope or (memory.scope if memory else candidate.scope if candidate else None),
            subject=subject,
            reason=reason or (decision.reason if decision else ""),
            detail=without_words(detail or (decision.detail if decision else "")),
            trail=_lasting(decision.trail) if decision else (),
            source_event=memory.source_event if memory else candidate.source_event if candidate else None,
            digest="" if decision and decision.reason in NO_DIGEST else fingerprint(tx, content, pen),
        )
    )
    if topic is not None:
        tx.events.emit_audited(topic, entry.number, facts)
    return entry.number


def _lasting(trail: Sequence[Step]) -> tuple[Step, ...]:
    return tuple(replace(step, detail=without_words(step.detail)) if "‹" in step.detail else step for step in trail)


def fingerprint(tx: Transaction, content: str, pen: Pen) -> str:
    """A keyed fingerprint of a body, so that the trail can show sameness and never the words."""
    if not content:
        return ""
    key = tx.ledger.meta("digest_key")
    if key is None:
        key = "".join(pen.new_id() for _ in range(4))
        tx.ledger.set_meta("digest_key", key)
    return hmac.digest(key.encode(), content.encode("utf-8", "surrogatepass"), "sha256").hex()[:16]


def _reject(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    number = record(tx, pen, "write", "rejected", "", decision=decision, topic=Topic.MEMORY_REJECTED)
    tx.ledger.count("sensitive_rejections" if decision.reason in NO_DIGEST else "rejections")
    return Written(decision.outcome, decision, number)


def _hold(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    candidate = decision.candidate
    proposal = Proposal(
        id=pen.new_id()[:8],
        candidate=candidate,
        status=ProposalStatus.PENDING,
        proposed_by=pen.principal.name,
        owner=pen.principal.user,
        hold=decision.reason,
        detail=decision.detail,
        trail=decision.trail,
        created_at=pen.now,
        needs_project=candidate.scope.kind is ScopeKind.PROJECT and candidate.scope.id not in pen.principal.projects,
        untrusted=decision.untrusted,
        target=decision.target,
    )
    subject = f"proposal:{proposal.id}"
    number = record(tx, pen, "propose", "held", subject, decision=decision, topic=Topic.MEMORY_PROPOSED)
    tx.proposals.insert(proposal)
    if candidate.supersedes_proposal is not None:
        older = f"proposal:{candidate.supersedes_proposal}"
        if tx.proposals.decide(candidate.supersedes_proposal, ProposalStatus.SUPERSEDED, pen.principal.name, pen.now):
            record(
                tx, pen, "supersede", "superseded", older, scope=candidate.scope, detail=f"by {subject}",
                topic=Topic.PROPOSAL_DECIDED,
            )  # fmt: skip
    return Written(decision.outcome, decision, number, proposal=proposal)


def _leave(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    memory = _target(tx, decision)
    number = record(tx, pen, "write", "unchanged", f"memory:{memory.id}", memory=memory, decision=decision)
    return Written(decision.outcome, decision, number, memory)


def _create(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    memory = _new_memory(tx, decision.candidate, pen)
    number = record(
        tx, pen, "write", "created", f"memory:{memory.id}", memory=memory, decision=decision, topic=Topic.MEMORY_UPDATED
    )
    tx.memories.insert(memory)
    return Written(decision.outcome, decision, number, memory)


def _update(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    before = _target(tx, decision)
    after = _revised(tx, before, decision.candidate, pen)
    number = record(
        tx, pen, "write", "updated", f"memory:{after.id}", memory=after, decision=decision, topic=Topic.MEMORY_UPDATED
    )
    tx.memories.add_version(before, pen.now, pen.principal.name, number)
    tx.memories.replace(after)
    return Written(decision.outcome, decision, number, after)


def _supersede(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    before = _target(tx, decision)
    retired = replace(before, status=Status.SUPERSEDED, revision=before.revision + 1, updated_at=pen.now)
    name = decision.candidate.name or before.name
    successor = replace(decision.candidate, name=name, delivery=_delivery(decision.candidate, before))
    memory = replace(_new_memory(tx, successor, pen, retiring=before), supersedes=before.id)
    number = record(
        tx,
        pen,
        "write",
        "superseded",
        f"memory:{memory.id}",
        memory=memory,
        decision=decision,
        topic=Topic.MEMORY_UPDATED,
        facts={"superseded": before.id},
    )
    tx.memories.add_version(before, pen.now, pen.principal.name, number)
    tx.memories.replace(retired)
    tx.memories.insert(memory)
    tx.memories.refuse(before.scope, before.text, f"memory:{before.id}", "superseded", pen.now)
    return Written(decision.outcome, decision, number, memory)


def _contradict(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    before = _target(tx, decision)
    doubted = replace(before, status=Status.CONFLICT, revision=before.revision + 1)
    doubtful = decision.candidate
    if doubtful.name == before.name:
        doubtful = replace(doubtful, name=_numbered(doubtful.scope, before.name, tx))
    memory = replace(_new_memory(tx, doubtful, pen), status=Status.CONFLICT)
    number = record(
        tx,
        pen,
        "write",
        "conflict",
        f"memory:{memory.id}",
        memory=memory,
        decision=decision,
        topic=Topic.MEMORY_CONFLICT,
        facts={"with": before.id},
    )
    tx.ledger.count("conflicts")
    tx.memories.add_version(before, pen.now, pen.principal.name, number)
    tx.memories.replace(doubted)
    tx.memories.insert(memory)
    return Written(decision.outcome, decision, number, memory)


def _expire(tx: Transaction, decision: Decision, pen: Pen) -> Written:
    before = _target(tx, decision)
    after = replace(before, status=Status.EXPIRED, revision=before.revision + 1, updated_at=pen.now)
    number = record(
        tx, pen, "expire", "expired", f"memory:{after.id}", memory=after, decision=decision,
        detail=decision.candidate.rationale, topic=Topic.MEMORY_EXPIRED,
    )  # fmt: skip
    tx.memories.add_version(before, pen.now, pen.principal.name, number)
    tx.memories.replace(after)
    return Written(decision.outcome, decision, number, after)


def _target(tx: Transaction, decision: Decision) -> Memory:
    assert decision.target is not None, "this outcome always names a record"
    memory = tx.memories.get(decision.target)
    assert memory is not None, "the gates saw it in this transaction"
    return memory


def _new_memory(tx: Transaction, candidate: Candidate, pen: Pen, retiring: Memory | None = None) -> Memory:
    expires = candidate.expires_at or (pen.now + pen.default_life if pen.default_life else None)
    return Memory(
        id=pen.new_id(),
        scope=candidate.scope,
        name=_free_name(tx, candidate, retiring),
        text=candidate.text,
        type=candidate.type,
        kind=candidate.kind,
        created_at=pen.now,
        updated_at=pen.now,
        last_active_at=pen.now,
        delivery=candidate.delivery,
        description=candidate.description,
        topic=candidate.topic,
        position=_position(tx, candidate, retiring),
        value=candidate.value,
        tags=candidate.tags,
        importance=candidate.importance,
        confidence=candidate.confidence,
        source=pen.source or SOURCE_OF[candidate.origin],
        evidence=candidate.evidence,
        created_by=pen.principal.name,
        approved_by=pen.approved_by,
        source_event=candidate.source_event,
        valid_from=candidate.valid_from,
        valid_until=candidate.valid_until,
        expires_at=expires,
        schema_version=candidate.schema_version,
        generation=pen.generation,
    )


def _revised(tx: Transaction, before: Memory, candidate: Candidate, pen: Pen) -> Memory:
    """`before` with the candidate's content; name, source and recall statistics stay. Source: requirement X8."""
    delivery = _delivery(candidate, before) if candidate.updates is None else candidate.delivery
    description = candidate.description or ("" if candidate.text != before.text else before.description)
    return replace(
        before,
        text=candidate.text,
        description=description,
        name=candidate.name or before.name,
        type=before.type if candidate.updates is None else candidate.type,
        kind=candidate.kind,
        topic=candidate.topic or (before.topic if candidate.updates is None else ""),
        position=_position(tx, replace(candidate, delivery=delivery), before),
        delivery=delivery,
        value=candidate.value if candidate.value is not None else before.value,
        tags=candidate.tags or before.tags,
        importance=max(candidate.importance, before.importance) if candidate.updates is None else candidate.importance,
        confidence=candidate.confidence,
        evidence=candidate.evidence or before.evidence,
        approved_by=pen.approved_by or before.approved_by,
        source_event=candidate.source_event or before.source_event,
        valid_from=candidate.valid_from or before.valid_from,
        valid_until=candidate.valid_until or before.valid_until,
        expires_at=candidate.expires_at or (pen.now + pen.default_life if pen.default_life else before.expires_at),
        status=Status.ACTIVE if candidate.text != before.text else before.status,
        schema_version=candidate.schema_version if candidate.value is not None else before.schema_version,
        revision=before.revision + 1,
        updated_at=pen.now,
        last_active_at=max(before.last_active_at, pen.now),
    )


def _delivery(candidate: Candidate, before: Memory) -> Delivery:
    """What stood in the library stays in the library."""
    return Delivery.ALWAYS if Delivery.ALWAYS in (candidate.delivery, before.delivery) else Delivery.ON_DEMAND


def _position(tx: Transaction, candidate: Candidate, before: Memory | None) -> float:
    """Where it was said, else the place it or its predecessor has in the library, else the end of its part."""
    if candidate.position is not None:
        return candidate.position
    if before is not None and before.delivery is candidate.delivery and before.kind is candidate.kind:
        return before.position
    return (
        tx.memories.last_position(candidate.scope, candidate.kind) + 1 if candidate.delivery is Delivery.ALWAYS else 0.0
    )


def _free_name(tx: Transaction, candidate: Candidate, retiring: Memory | None) -> str:
    if candidate.name is not None:
        return candidate.name
    base = suggest_name(candidate.text)
    taken = tx.memories.names_with_base(candidate.scope, base) - ({retiring.name} if retiring else set())
    return base if base not in taken else _numbered(candidate.scope, base, tx)


def _numbered(scope: Scope, base: str, tx: Transaction) -> str:
    """`base` with the first number behind it that is free."""
    taken = tx.memories.names_with_base(scope, base)
    return next(
        name for number in range(2, len(taken) + 3) if (name := f"{base}-{number}"[-MAX_ID_CHARACTERS:]) not in taken
    )

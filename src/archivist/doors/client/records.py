"""From the JSON of the doors back to the records: the other half of `doors.shapes`."""

from datetime import datetime
from typing import Any

from archivist.read.recall import Recall, RecallHit, RecallStatus
from archivist.records.audit import AuditEntry
from archivist.records.candidate import Candidate, Origin
from archivist.records.evidence import Evidence, Witness
from archivist.records.memory import Delivery, Kind, Memory, MemoryType, Source, Status, Version
from archivist.records.proposal import Proposal, ProposalStatus
from archivist.records.scope import Scope
from archivist.records.verdict import Decision, Outcome, Step
from archivist.services.memory import History
from archivist.write.commit import Written
from archivist.write.proposals import Settled

Json = dict[str, Any]


def moment(text: str) -> datetime:
    """An instant."""
    return datetime.fromisoformat(text)


def maybe(text: str | None) -> datetime | None:
    """An instant, or none."""
    return None if text is None else moment(text)


def memory(told: Json) -> Memory:
    """A record. Its place in a library and its generation are not told and stay as by default."""
    return Memory(
        id=told["id"],
        scope=Scope.parse(told["scope"]),
        name=told["name"],
        text=told["text"],
        type=MemoryType(told["type"]),
        kind=Kind(told["kind"]),
        created_at=moment(told["created_at"]),
        updated_at=moment(told["updated_at"]),
        last_active_at=moment(told["last_active_at"]),
        delivery=Delivery(told["delivery"]),
        description=told["description"],
        topic=told["topic"],
        value=told["value"],
        tags=tuple(told["tags"]),
        importance=told["importance"],
        confidence=told["confidence"],
        source=Source(told["source"]),
        evidence=tuple(map(evidence, told["evidence"])),
        created_by=told["created_by"],
        approved_by=told["approved_by"],
        source_event=told["source_event"],
        status=Status(told["status"]),
        supersedes=told["supersedes"],
        valid_from=maybe(told["valid_from"]),
        valid_until=maybe(told["valid_until"]),
        expires_at=maybe(told["expires_at"]),
        schema_version=told["schema_version"],
        revision=told["revision"],
        recall_count=told["recall_count"],
        last_recalled_at=maybe(told["last_recalled_at"]),
    )


def evidence(told: Json) -> Evidence:
    """A quote and where it stands."""
    return Evidence(**{**told, "witness": Witness(told["witness"])})


def recalled(told: Json) -> Recall:
    """A recall whose hits carry their whole records."""
    hits = tuple(RecallHit(memory(hit["record"]), hit["relevance"]) for hit in told["hits"])
    return Recall(RecallStatus(told["status"]), hits, told["reason"])


def proposal(told: Json) -> Proposal:
    """An entry of the queue. Its trail is asked for apart."""
    candidate = Candidate(
        scope=Scope.parse(told["suggested"]),
        text=told["text"],
        type=MemoryType(told["type"]),
        kind=Kind(told["kind"]),
        origin=Origin(told["origin"]),
        rationale=told["rationale"],
        evidence=tuple(map(evidence, told["evidence"])),
    )
    return Proposal(
        id=told["id"],
        candidate=candidate,
        status=ProposalStatus(told["status"]),
        proposed_by=told["proposed_by"],
        owner="",
        hold=told["hold"],
        detail=told["detail"],
        trail=(),
        created_at=moment(told["created_at"]),
        needs_project=told["needs_project"],
        untrusted=told["untrusted"],
        target=told["target"],
        decided_at=maybe(told["decided_at"]),
        decided_by=told["decided_by"],
        wrote_to=told["wrote_to"],
        memory_id=told["record"],
    )


def written(told: Json, text: str) -> Written:
    """What came of a statement. `text` stands for it where it was refused."""
    record = memory(told["record"]) if told.get("record") else None
    entry = proposal(told["proposal"]) if told.get("proposal") else None
    scope = record.scope if record else entry.candidate.scope if entry else Scope.parse("system")
    outcome = Outcome(told["outcome"])
    decision = Decision(
        Candidate(scope=scope, text=record.text if record else text), outcome, (), None,
        told.get("reason") or told.get("code", ""), told["detail"],
    )  # fmt: skip
    return Written(outcome, decision, 0, record, entry)


def settled(told: Json) -> Settled:
    """What became of a decision."""
    return Settled(told["outcome"], proposal(told["proposal"]), told["wrote_to"])


def history(told: Json, acts: Json) -> History:
    """How a record came to be what it is."""
    current = memory(acts["record"])
    versions = tuple(
        Version(memory(one), moment(one["replaced_at"]), one["replaced_by"], 0)
        for one in told["history"]
        if "replaced_at" in one
    )
    chain = tuple(memory(one) for one in told["history"] if "replaced_at" not in one)
    return History(current, versions, chain, tuple(map(audit_entry, acts["acts"])))


def audit_entry(told: Json) -> AuditEntry:
    """One act."""
    return AuditEntry(
        number=told["number"],
        at=moment(told["at"]),
        actor=told["actor"],
        action=told["action"],
        outcome=told["outcome"],
        scope=Scope.parse(told["scope"]) if told["scope"] else None,
        subject=told["subject"],
        reason=told["reason"],
        detail=told["detail"],
        trail=tuple(Step(**step) for step in told["trail"]),
        source_event=told["source_event"],
        hash=told["hash"],
    )

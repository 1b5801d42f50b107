"""How records look in JSON at every door: the same act has the same answer at the command line, over HTTP and in MCP.

Times are RFC 3339 in UTC, scopes are strings. Source: the contract of the doors.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from archivist.errors import ArchivistError, CursorInvalid

if TYPE_CHECKING:
    from archivist.read.recall import Recall, RecallHit
    from archivist.records.audit import AuditEntry, ChainReport
    from archivist.records.event import Event
    from archivist.records.evidence import Evidence
    from archivist.records.memory import Memory
    from archivist.records.proposal import Proposal
    from archivist.records.token import Token
    from archivist.records.verdict import Decision, Step
    from archivist.services.memory import History
    from archivist.services.proposals import Processed
    from archivist.write.commit import Written
    from archivist.write.extraction import Extracted
    from archivist.write.proposals import Settled

Json = dict[str, Any]


def moment(at: datetime | None) -> str | None:
    """An instant as `2026-11-29T16:30:00.000Z`."""
    return None if at is None else at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def memory(record: Memory) -> Json:
    """One record, whole."""
    return {
        "id": record.id,
        "name": record.name,
        "scope": str(record.scope),
        "type": record.type,
        "kind": record.kind,
        "delivery": record.delivery,
        "status": record.status,
        "text": record.text,
        "description": record.description,
        "topic": record.topic,
        "value": record.value,
        "tags": list(record.tags),
        "importance": record.importance,
        "confidence": record.confidence,
        "source": record.source,
        "evidence": [evidence(piece) for piece in record.evidence],
        "created_by": record.created_by,
        "approved_by": record.approved_by,
        "source_event": record.source_event,
        "supersedes": record.supersedes,
        "valid_from": moment(record.valid_from),
        "valid_until": moment(record.valid_until),
        "expires_at": moment(record.expires_at),
        "schema_version": record.schema_version,
        "revision": record.revision,
        "recall_count": record.recall_count,
        "last_recalled_at": moment(record.last_recalled_at),
        "last_active_at": moment(record.last_active_at),
        "created_at": moment(record.created_at),
        "updated_at": moment(record.updated_at),
    }


def evidence(piece: Evidence) -> Json:
    """A quote and where it stands."""
    return {
        "quote": piece.quote,
        "witness": piece.witness,
        "conversation": piece.conversation,
        "message": piece.message,
        "start": piece.start,
        "end": piece.end,
    }


def hit(found: RecallHit) -> Json:
    """One recalled record."""
    record = found.memory
    return {
        "id": record.id,
        "name": record.name,
        "scope": str(record.scope),
        "type": record.type,
        "kind": record.kind,
        "description": record.description,
        "body": record.text,
        "relevance": round(found.relevance, 4),
        "confidence": record.confidence,
        "source_event": record.source_event,
        "updated_at": moment(record.updated_at),
        "evidence": [evidence(piece) for piece in record.evidence],
    }


def noted(found: RecallHit) -> Json:
    """One of an agent's notes as a search tells of it: no value."""
    record = found.memory
    return {
        "key": record.name,
        "summary": record.text,
        "tags": list(record.tags),
        "importance": record.importance,
        "confidence": record.confidence,
        "source_event": record.source_event,
        "schema_version": record.schema_version,
        "expires_at": moment(record.expires_at),
        "updated_at": moment(record.updated_at),
        "relevance": round(found.relevance, 4),
    }


def recalled(answer: Recall) -> Json:
    """A recall."""
    return {
        "status": answer.status,
        "count": len(answer.hits),
        "hits": [hit(found) for found in answer.hits],
        "reason": answer.reason,
    }


def written(answer: Written) -> Json:
    """What came of a candidate."""
    return {
        "outcome": answer.outcome,
        "record": memory(answer.memory) if answer.memory else None,
        "proposal": proposal(answer.proposal) if answer.proposal else None,
        "reason": answer.reason,
        "detail": answer.detail,
    }


def proposal(entry: Proposal) -> Json:
    """One entry of the queue. An entry from before evidence was kept says so."""
    candidate = entry.candidate
    return {
        "id": entry.id,
        "status": entry.status,
        "origin": candidate.origin,
        "text": candidate.text,
        "kind": candidate.kind,
        "type": candidate.type,
        "suggested": str(candidate.scope),
        "needs_project": entry.needs_project,
        "rationale": candidate.rationale,
        "evidence": [evidence(piece) for piece in candidate.evidence],
        "hold": entry.hold,
        "detail": entry.detail,
        "untrusted": entry.untrusted,
        "target": entry.target,
        "proposed_by": entry.proposed_by,
        "created_at": moment(entry.created_at),
        "decided_at": moment(entry.decided_at),
        "decided_by": entry.decided_by,
        "wrote_to": entry.wrote_to,
        "record": entry.memory_id,
    }


def settled(answer: Settled) -> Json:
    """What became of a decision about an entry."""
    refusal = answer.written.decision if answer.written and answer.outcome in {"failed", "refused"} else None
    return {
        "outcome": answer.outcome,
        "wrote_to": answer.wrote_to,
        "proposal": proposal(answer.proposal),
        "reason": refusal.reason if refusal else "",
        "detail": refusal.detail if refusal else "",
    }


def processed(answer: Processed) -> Json:
    """What a batch did."""
    return {
        "applied": [settled(one) for one in answer.applied],
        "skipped": [{"id": id, "reason": why} for id, why in answer.skipped],
    }


def extracted(conversations: int, answers: list[Extracted], skipped: list[Json]) -> Json:
    """What reading transcripts brought."""
    everything = [one for answer in answers for one in answer.written]
    return {
        "conversations": conversations,
        "candidates": len(everything),
        "queued": sum(one.proposal is not None for one in everything),
        "written": sum(one.outcome in {"created", "updated", "superseded", "conflict"} for one in everything),
        "rejected": [rejected(one.decision) for one in everything if one.outcome == "rejected"],
        "skipped": skipped,
        "reason": next((answer.reason for answer in answers if answer.reason), ""),
    }


def rejected(decision: Decision) -> Json:
    """A refusal. What was refused for a secret in it is not repeated."""
    text = "" if decision.reason == "secret_detected" else decision.candidate.text
    return {"text": text, "reason": decision.reason, "detail": decision.detail}


def step(answer: Step) -> Json:
    """One gate's answer."""
    return {"gate": answer.gate, "verdict": answer.verdict, "reason": answer.reason, "detail": answer.detail}


def audit_entry(entry: AuditEntry) -> Json:
    """One act."""
    return {
        "number": entry.number,
        "at": moment(entry.at),
        "actor": entry.actor,
        "action": entry.action,
        "outcome": entry.outcome,
        "scope": str(entry.scope) if entry.scope else None,
        "subject": entry.subject,
        "reason": entry.reason,
        "detail": entry.detail,
        "trail": [step(one) for one in entry.trail],
        "source_event": entry.source_event,
        "hash": entry.hash,
    }


def chain(report: ChainReport) -> Json:
    """Whether the audit chain holds."""
    return {
        "entries": report.entries,
        "whole": report.whole,
        "broken_at": report.broken_at,
        "problem": report.problem,
    }


def event(one: Event) -> Json:
    """One event."""
    return {
        "number": one.number,
        "at": moment(one.at),
        "topic": one.topic,
        "subject": one.subject,
        "scope": str(one.scope) if one.scope else None,
        "source_event": one.source_event,
        "facts": dict(one.facts),
    }


def history(answer: History) -> list[Json]:
    """Versions and supersedes of a record as one list, oldest first."""
    entries = [
        {**memory(version.memory), "replaced_at": moment(version.replaced_at), "replaced_by": version.replaced_by}
        for version in answer.versions
    ]
    chain = [memory(link) for link in answer.chain if link.id != answer.memory.id]
    older = [link for link in chain if link["created_at"] <= memory(answer.memory)["created_at"]]
    newer = [link for link in chain if link not in older]
    return [*older, *entries, memory(answer.memory), *newer]


def error(exc: ArchivistError) -> Json:
    """An error, for machines."""
    named: Mapping[str, Any] = vars(exc)
    field = {"field": named["field"]} if "field" in named else {}
    now = {name: named[name] for name in ("current", "current_text", "merged_text") if name in named}
    return {"error": {"code": exc.code, "message": exc.message, "hint": exc.hint, **field, **now}}


def cursor(key: tuple[int, int] | None) -> str | None:
    """Where the next page starts, as text for an address or an option."""
    return None if key is None else f"{key[0]:x}-{key[1]:x}"


def key_from(text: str | None) -> tuple[int, int] | None:
    """The key behind a cursor; None without one.

    Raises:
        CursorInvalid: it is none of ours.
    """
    if text is None:
        return None
    first, dash, second = text.partition("-")
    try:
        if not dash or text != text.strip().lower():
            raise ValueError
        return int(first, 16), int(second, 16)
    except ValueError:
        raise CursorInvalid(f"{text!r} is not a cursor of a list") from None


def token(one: Token) -> Json:
    """A token, without its secret."""
    return {
        "id": one.id,
        "user": one.user,
        "role": one.role,
        "agent": one.agent,
        "projects": list(one.projects),
        "workspace": one.workspace,
        "label": one.label,
        "created_by": one.created_by,
        "created_at": moment(one.created_at),
        "expires_at": moment(one.expires_at),
        "last_used_at": moment(one.last_used_at),
        "revoked_at": moment(one.revoked_at),
    }

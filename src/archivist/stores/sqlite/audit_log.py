"""Table `audit`: append-only, each row hashed over the one before, so that a change anywhere shows."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import msgspec

from archivist.records.audit import AuditEntry, ChainReport
from archivist.records.scope import Scope, ScopeKind
from archivist.records.verdict import Step
from archivist.stores.base import AuditFilter
from archivist.stores.sqlite.codec import from_ms, json_list, json_text, maybe_ms, steps_from, to_ms
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries

FIRST: Final = bytes(32)
DIGEST_BYTES: Final = 8


def link(previous: bytes, number: int, entry: AuditEntry) -> bytes:
    """The hash of `entry` under `number`: SHA-256 over the previous hash and the fields in a fixed order."""
    fields = (
        number,
        to_ms(entry.at),
        entry.actor,
        entry.action,
        entry.outcome,
        str(entry.scope) if entry.scope else None,
        entry.subject,
        entry.reason,
        entry.detail,
        [[step.gate, step.verdict, step.reason, step.detail] for step in entry.trail],
        entry.source_event,
        entry.digest,
    )
    return hashlib.sha256(previous + msgspec.json.encode(fields)).digest()


def entry_from_row(row: Row) -> AuditEntry:
    """The one place that knows the columns of `audit_record`."""
    (number, at, actor, action, outcome, scope_kind, scope_id, holder, subject, reason, detail, gates, trail,
     source_event, digest, hash, _scope) = row  # fmt: skip
    return AuditEntry(
        number=number,
        at=from_ms(at),
        actor=actor,
        action=action,
        outcome=outcome,
        scope=Scope(ScopeKind(scope_kind), scope_id, holder) if scope_kind else None,
        subject=subject,
        reason=reason or "",
        detail=detail or "",
        trail=_whole_trail(gates, steps_from(trail)),
        source_event=source_event,
        digest=digest.hex() if digest else "",
        hash=hash.hex(),
    )


def _whole_trail(gates: str | None, noted: Sequence[Step]) -> tuple[Step, ...]:
    if not gates:
        return tuple(noted)
    spoken = {step.gate: step for step in noted}
    return tuple(spoken.get(gate, Step(gate, "pass")) for gate in gates.split(" "))


class AuditTable:
    """The trail, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names) -> None:
        self._connection = connection
        self._names = names
        self._sql = queries("audit")

    def append(self, entry: AuditEntry) -> AuditEntry:
        execute = self._connection.execute
        last, previous = execute(self._sql["last"]).fetchone() or (0, FIRST)
        number = last + 1
        hash = link(previous, number, entry)
        noted = [step for step in entry.trail if step.verdict != "pass" or step.detail]
        execute(
            self._sql["append"],
            {
                "number": number,
                "at": to_ms(entry.at),
                "actor": self._names.actor(self._connection, entry.actor),
                "action": entry.action,
                "outcome": entry.outcome,
                "scope": self._names.scope(self._connection, entry.scope) if entry.scope else None,
                "subject": entry.subject,
                "reason": entry.reason or None,
                "detail": entry.detail or None,
                "walk": self._walk(entry.trail),
                "trail": json_text(noted) if noted else None,
                "source_event": entry.source_event,
                "digest": bytes.fromhex(entry.digest) if entry.digest else None,
                "hash": hash,
            },
        )
        return replace(entry, number=number, hash=hash.hex())

    def page(self, wanted: AuditFilter, limit: int, before: int | None = None) -> list[AuditEntry]:
        scopes = None if wanted.scopes is None else self._names.known_scopes(self._connection, wanted.scopes)
        rows = self._connection.execute(
            self._sql["page"],
            {
                "before": before if before is not None else 1 << 62,
                "scopes": None if scopes is None else json_list(scopes),
                "actor": wanted.actor,
                "subject": wanted.subject,
                "since": maybe_ms(wanted.since),
                "until": maybe_ms(wanted.until),
                "action": wanted.action,
                "by": f"user:{wanted.unscoped_by}" if wanted.unscoped_by is not None else None,
                "for": f" for user:{wanted.unscoped_by}" if wanted.unscoped_by is not None else None,
                "limit": limit,
            },
        )
        return [entry_from_row(row) for row in rows]

    def get(self, number: int) -> AuditEntry | None:
        row = self._connection.execute(self._sql["by_number"], {"number": number}).fetchone()
        return None if row is None else entry_from_row(row)

    def of_subject(self, subject: str) -> list[AuditEntry]:
        return [entry_from_row(row) for row in self._connection.execute(self._sql["of_subject"], {"subject": subject})]

    def verify(self, batch: int = 2_000) -> ChainReport:
        previous, count = FIRST, 0
        while True:
            rows = self._connection.execute(self._sql["chain"], {"after": count, "limit": batch}).fetchall()
            if not rows:
                return ChainReport(count, whole=True)
            for row in rows:
                entry = entry_from_row(row)
                if entry.number != count + 1:
                    return ChainReport(count, whole=False, broken_at=count + 1, problem="an entry is missing")
                hash = link(previous, entry.number, entry)
                if hash.hex() != entry.hash:
                    return ChainReport(count, whole=False, broken_at=entry.number, problem="an entry was changed")
                previous, count = hash, entry.number

    def _walk(self, trail: Sequence[Step]) -> int | None:
        if not trail:
            return None
        return self._names.walk(self._connection, " ".join([step.gate for step in trail]))

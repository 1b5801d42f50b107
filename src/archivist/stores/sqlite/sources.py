"""Tables `source` and `source_proposal`: where documents come from, and what agents wish to add."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from archivist.records.knowledge import ProposalState, Source, SourceFindings, SourceProposal
from archivist.records.scope import Scope, ScopeKind
from archivist.stores.sqlite.codec import from_ms, json_list, json_text, maybe_instant, to_ms
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries

_findings = msgspec.json.Decoder(SourceFindings).decode


def source_from_row(row: Row) -> Source:
    """The one place that knows the columns of a source query."""
    id, kind, scope_id, holder, name, uri, pattern, created_at, created_by, synced_at, documents = row
    return Source(
        id=id,
        scope=Scope(ScopeKind(kind), scope_id, holder),
        name=name,
        uri=uri,
        pattern=pattern,
        created_at=from_ms(created_at),
        created_by=created_by,
        synced_at=maybe_instant(synced_at),
        documents=documents,
    )


def proposal_from_row(row: Row) -> SourceProposal:
    """The one place that knows the columns of a proposal query."""
    id, kind, scope_id, holder, uri, status, reason, findings, proposed_by, created_at, decided_by, decided_at = row
    return SourceProposal(
        id=id,
        scope=Scope(ScopeKind(kind), scope_id, holder),
        uri=uri,
        status=ProposalState(status),
        reason=reason,
        findings=_findings(findings),
        proposed_by=proposed_by,
        created_at=from_ms(created_at),
        decided_by=decided_by,
        decided_at=maybe_instant(decided_at),
    )


class SourceTable:
    """Sources and proposals, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names) -> None:
        self._connection = connection
        self._names = names
        self._sql = queries("source")

    def insert(self, source: Source) -> None:
        self._connection.execute(
            self._sql["insert"],
            {
                "id": source.id,
                "scope": self._names.scope(self._connection, source.scope),
                "name": source.name,
                "uri": source.uri,
                "pattern": source.pattern,
                "created_at": to_ms(source.created_at),
                "created_by": self._names.actor(self._connection, source.created_by),
            },
        )

    def get(self, id: str) -> Source | None:
        row = self._connection.execute(self._sql["by_id"], {"id": id}).fetchone()
        return source_from_row(row) if row else None

    def all(self, scopes: Sequence[Scope]) -> list[Source]:
        rows = self._connection.execute(self._sql["list"], {"scopes": self._scopes(scopes)})
        return [source_from_row(row) for row in rows]

    def synced(self, id: str, pattern: str, at: datetime) -> None:
        self._connection.execute(self._sql["synced"], {"id": id, "pattern": pattern, "at": to_ms(at)})

    def propose(self, proposal: SourceProposal) -> None:
        self._connection.execute(
            self._sql["propose"],
            {
                "id": proposal.id,
                "scope": self._names.scope(self._connection, proposal.scope),
                "uri": proposal.uri,
                "status": proposal.status,
                "reason": proposal.reason,
                "findings": json_text(proposal.findings),
                "proposed_by": proposal.proposed_by,
                "created_at": to_ms(proposal.created_at),
            },
        )

    def proposal(self, id: str) -> SourceProposal | None:
        row = self._connection.execute(self._sql["proposal"], {"id": id}).fetchone()
        return proposal_from_row(row) if row else None

    def proposals(self, scopes: Sequence[Scope], status: ProposalState | None = None) -> list[SourceProposal]:
        rows = self._connection.execute(
            self._sql["proposals"], {"scopes": self._scopes(scopes), "status": status}
        ).fetchall()
        return [proposal_from_row(row) for row in rows]

    def decide(self, id: str, status: ProposalState, by: str, at: datetime) -> bool:
        bindings = {"id": id, "status": status, "by": by, "at": to_ms(at)}
        return self._connection.execute(self._sql["decide"], bindings).fetchone() is not None

    def _scopes(self, scopes: Sequence[Scope]) -> str:
        return json_list(self._names.known_scopes(self._connection, scopes))

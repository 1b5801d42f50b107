"""Table `proposal`: the queue, its decisions, and the calls that the rate limits count."""

from collections.abc import Sequence
from datetime import datetime

from archivist.records.candidate import Origin
from archivist.records.proposal import Proposal, ProposalStatus
from archivist.records.scope import Scope
from archivist.stores.base import Page
from archivist.stores.sqlite.codec import (
    candidate_from,
    from_ms,
    json_list,
    json_text,
    maybe_instant,
    steps_from,
    to_ms,
)
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries
from archivist.text.fold import fold_hash


def proposal_from_row(row: Row) -> Proposal:
    """The one place that knows the columns of a proposal query."""
    (id, status, candidate, trail, hold, detail, needs_project, untrusted, target, proposed_by, owner, created_at,
     decided_at, decided_by, wrote_to, memory, _seq) = row  # fmt: skip
    return Proposal(
        id=id,
        candidate=candidate_from(candidate),
        status=ProposalStatus(status),
        proposed_by=proposed_by,
        owner=owner,
        hold=hold,
        detail=detail,
        trail=steps_from(trail),
        created_at=from_ms(created_at),
        needs_project=bool(needs_project),
        untrusted=bool(untrusted),
        target=target,
        decided_at=maybe_instant(decided_at),
        decided_by=decided_by,
        wrote_to=wrote_to,
        memory_id=memory,
    )


class ProposalTable:
    """The queue, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names) -> None:
        self._connection = connection
        self._names = names
        self._sql = queries("proposal")

    def insert(self, proposal: Proposal) -> None:
        candidate = proposal.candidate
        self._connection.execute(
            self._sql["insert"],
            {
                "id": proposal.id,
                "scope": self._names.scope(self._connection, candidate.scope),
                "owner": proposal.owner,
                "status": proposal.status,
                "origin": candidate.origin,
                "conversation": candidate.conversation or None,
                "fold": fold_hash(candidate.text),
                "candidate": json_text(candidate),
                "trail": json_text(proposal.trail),
                "hold": proposal.hold,
                "detail": proposal.detail,
                "needs_project": int(proposal.needs_project),
                "untrusted": int(proposal.untrusted),
                "target": proposal.target,
                "proposed_by": proposal.proposed_by,
                "created_at": to_ms(proposal.created_at),
            },
        )

    def get(self, id: str) -> Proposal | None:
        row = self._connection.execute(self._sql["by_id"], {"id": id}).fetchone()
        return None if row is None or not row[2] else proposal_from_row(row)

    def queue(
        self,
        owners: Sequence[str],
        statuses: Sequence[ProposalStatus],
        limit: int,
        after: int = 0,
        scopes: Sequence[Scope] = (),
    ) -> Page[Proposal]:
        rows = self._connection.execute(
            self._sql["queue"],
            {
                "owners": json_list(owners),
                "scopes": json_list(self._names.known_scopes(self._connection, scopes)),
                "statuses": json_list([str(status) for status in statuses]),
                "after": after,
                "limit": limit + 1,
            },
        ).fetchall()
        shown = [proposal_from_row(row) for row in rows[:limit]]
        return Page(shown, (rows[limit - 1][-1], 0) if len(rows) > limit else None)

    def pending_in(self, owner: str, scope: Scope, limit: int) -> list[Proposal]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(
            self._sql["pending_in_scope"], {"owner": owner, "scope": number, "limit": limit}
        )
        return [proposal_from_row(row) for row in rows]

    def pending_equal(self, owner: str, scope: Scope, text: str) -> list[Proposal]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(
            self._sql["pending_equal"], {"owner": owner, "scope": number, "fold": fold_hash(text)}
        )
        return [proposal_from_row(row) for row in rows]

    def decide(
        self,
        id: str,
        status: ProposalStatus,
        by: str,
        at: datetime,
        wrote_to: str | None = None,
        memory_id: str | None = None,
    ) -> bool:
        row = self._connection.execute(
            self._sql["decide"],
            {"id": id, "status": status, "by": by, "at": to_ms(at), "wrote_to": wrote_to, "memory": memory_id},
        ).fetchone()
        return row is not None

    def reopen(self, id: str) -> bool:
        return self._connection.execute(self._sql["reopen"], {"id": id}).fetchone() is not None

    def count_pending(self, owner: str) -> int:
        row = self._connection.execute(self._sql["count_pending"], {"owner": owner}).fetchone()
        return int(row[0])

    def count_pending_of(self, owner: str, conversation: str, origin: Origin) -> int:
        row = self._connection.execute(
            self._sql["count_pending_of_conversation"],
            {"owner": owner, "conversation": conversation, "origin": origin},
        ).fetchone()
        return int(row[0])

    def about(self, memory_id: str, scope: Scope, text: str) -> list[str]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(
            self._sql["about"], {"memory": memory_id, "scope": number, "fold": fold_hash(text)}
        )
        return [row[0] for row in rows]

    def blank(self, id: str) -> None:
        self._connection.execute(self._sql["blank"], {"id": id})

    def record_call(self, owner: str, conversation: str, message: str, queued: bool, at: datetime) -> None:
        self._connection.execute(
            self._sql["record_call"],
            {"owner": owner, "conversation": conversation, "message": message, "queued": int(queued), "at": to_ms(at)},
        )

    def calls(self, owner: str, conversation: str, message: str) -> tuple[int, int]:
        row = self._connection.execute(
            self._sql["calls"], {"owner": owner, "conversation": conversation, "message": message}
        ).fetchone()
        return int(row[0]), int(row[1])

    def add_step_note(self, owner: str, task: str, text: str, at: datetime) -> None:
        self._connection.execute(
            self._sql["add_step_note"], {"owner": owner, "task": task, "text": text, "at": to_ms(at)}
        )

    def step_notes(self, owner: str, task: str) -> list[tuple[str, datetime]]:
        rows = self._connection.execute(self._sql["step_notes"], {"owner": owner, "task": task})
        return [(text, from_ms(at)) for text, at in rows]

"""Table `token`: who may come in over HTTP, by the digest of a secret."""

from datetime import datetime

from archivist.records.principal import Role
from archivist.records.token import Token
from archivist.stores.sqlite.codec import from_ms, json_text, maybe_instant, maybe_ms, tags_from, to_ms
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries


def token_from_row(row: Row) -> Token:
    """The one place that knows the columns of a token query."""
    id, _, user, role, agent, projects, workspace, label, by, created, expires, used, revoked = row
    return Token(
        id=id,
        user=user,
        role=Role(role),
        created_by=by,
        created_at=from_ms(created),
        agent=agent,
        projects=tags_from(projects),
        workspace=workspace,
        label=label,
        expires_at=maybe_instant(expires),
        last_used_at=maybe_instant(used),
        revoked_at=maybe_instant(revoked),
    )


class TokenTable:
    """The tokens, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sql = queries("token")

    def insert(self, token: Token, digest: bytes) -> None:
        self._connection.execute(
            self._sql["insert"],
            {
                "id": token.id,
                "digest": digest,
                "user": token.user,
                "role": token.role,
                "agent": token.agent,
                "projects": json_text(token.projects),
                "workspace": token.workspace,
                "label": token.label,
                "created_by": token.created_by,
                "created_at": to_ms(token.created_at),
                "expires_at": maybe_ms(token.expires_at),
            },
        )

    def get(self, id: str) -> tuple[Token, bytes] | None:
        row = self._connection.execute(self._sql["get"], {"id": id}).fetchone()
        return None if row is None else (token_from_row(row), row[1])

    def of_user(self, user: str | None) -> list[Token]:
        return [token_from_row(row) for row in self._connection.execute(self._sql["of_user"], {"user": user})]

    def use(self, id: str, at: datetime) -> None:
        self._connection.execute(self._sql["use"], {"id": id, "at": to_ms(at)})

    def revoke(self, id: str, at: datetime) -> bool:
        return self._connection.execute(self._sql["revoke"], {"id": id, "at": to_ms(at)}).fetchone() is not None

    def lets_in_others(self, user: str, now: datetime) -> bool:
        row = self._connection.execute(self._sql["somebody_else"], {"user": user, "now": to_ms(now)}).fetchone()
        return bool(row[0])

"""Tokens: who may come in over HTTP, as whom, with which role, for how long. Only the digest of a secret is kept.

A person may issue tokens for themselves, never above their own role or beyond their own projects; an administrator for
anybody. No agent issues or revokes any. Every act is audited, and neither the trail nor the list shows a secret.
"""

import hashlib
import hmac
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from archivist.errors import Invalid, NotAuthenticated, NotFound, NotPermitted, StoreBusy, StoreFull, StoreReadOnly
from archivist.policy.names import clean_party, without_secret
from archivist.records.identifiers import spell_id
from archivist.records.principal import RANK, Principal, Role
from archivist.records.token import Token
from archivist.services.resources import Resources
from archivist.write.commit import record

PREFIX: Final = "arct"
SECRET_DIGITS: Final = 40  # 200 bits
NOTE_USE_EVERY: Final = timedelta(minutes=1)
MAX_DAYS: Final = 3_650


@dataclass(frozen=True, slots=True)
class Issued:
    """A new token and its secret, which is told here and nowhere again."""

    token: Token
    secret: str


class TokenService:
    """The tokens one principal may issue, see and revoke.

    A token without projects reaches those its user belongs to; one with projects is narrowed to them.
    """

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def create(
        self,
        user: str | None = None,
        *,
        role: Role = Role.MEMBER,
        agent: str | None = None,
        projects: Iterable[str] = (),
        workspace: str | None = None,
        label: str = "",
        days: int | None = None,
    ) -> Issued:
        """Make a token for `user` (the asker by default) that ends after `days`, or when it is revoked.

        Raises:
            NotPermitted: an agent asked, or it would let somebody do more than the asker may.
            Invalid: a malformed name, or days out of range.
        """
        if days is not None and not 1 <= days <= MAX_DAYS:
            raise Invalid("days", f"must be 1 to {MAX_DAYS}, got {days}")
        pen = self._resources.pen(self._principal)
        token = Token(
            id=pen.new_id(),
            user=clean_party("user", user) if user is not None else self._principal.user,
            role=role,
            created_by=self._principal.name,
            created_at=pen.now,
            agent=clean_party("agent", agent) if agent is not None else None,
            projects=tuple(sorted({clean_party("project", name) for name in projects})),
            workspace=clean_party("workspace", workspace) if workspace is not None else None,
            label=without_secret("label", label.strip())[:200],
            expires_at=pen.now + timedelta(days=days) if days is not None else None,
        )
        self._demand_reach(token)
        spelled = spell_id(self._resources.chance.getrandbits(5 * SECRET_DIGITS), SECRET_DIGITS)
        with self._resources.store.transaction() as tx:
            tx.tokens.insert(token, _digest(spelled))
            detail = f"acts as {principal_of(token).name}, {token.role}"
            record(tx, pen, "token", "created", f"token:{token.id}", detail=detail)
        return Issued(token, f"{PREFIX}_{token.id}_{spelled}")

    def list(self) -> list[Token]:
        """The asker's tokens, newest first; an administrator sees everybody's.

        Raises:
            NotPermitted: an agent asked.
        """
        self._demand_person("see tokens")
        whose = None if self._principal.has_role(Role.ADMINISTRATOR) else self._principal.user
        with self._resources.store.reading() as tx:
            return list(tx.tokens.of_user(whose))

    def revoke(self, id: str) -> Token:
        """End a token at once; ending it again changes nothing.

        Raises:
            NotFound: there is none of that id, or it is another's.
            NotPermitted: an agent asked.
        """
        self._demand_person("revoke tokens")
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            found = tx.tokens.get(id)
            if found is None or not self._may_manage(found[0]):
                raise NotFound("token", id, hint="see what there is: archivist token list")
            if tx.tokens.revoke(id, pen.now):
                record(tx, pen, "token", "revoked", f"token:{id}")
            kept = tx.tokens.get(id)
            assert kept is not None
            return kept[0]

    def _may_manage(self, token: Token) -> bool:
        return token.user == self._principal.user or self._principal.has_role(Role.ADMINISTRATOR)

    def _demand_person(self, act: str) -> None:
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, act)

    def _demand_reach(self, token: Token) -> None:
        """Nobody gives away what is not theirs."""
        self._demand_person("issue tokens")
        who = self._principal
        if who.has_role(Role.ADMINISTRATOR):
            return
        if token.user != who.user or RANK[token.role] > RANK[who.role]:
            raise NotPermitted(who.name, f"issue a token for {token.user} as {token.role}")
        beyond = set(token.projects) - who.projects
        if beyond or token.workspace not in (None, who.workspace):
            raise NotPermitted(who.name, f"issue a token for {', '.join(sorted(beyond)) or token.workspace}")


def authenticate(resources: Resources, secret: str) -> Token:
    """The token in force whose secret this is; when it was used is noted once a minute.

    Raises:
        NotAuthenticated: no token in force has this secret. It is never said why.
    """
    prefix, _, rest = secret.partition("_")
    id, _, spelled = rest.partition("_")
    now = resources.clock()
    with resources.store.reading() as tx:
        found = tx.tokens.get(id) if prefix == PREFIX and len(id) <= 64 else None
    token, digest = found if found is not None else (None, b"")
    if not hmac.compare_digest(_digest(spelled), digest) or token is None or not token.is_live(now):
        raise NotAuthenticated
    if token.last_used_at is None or now - token.last_used_at >= NOTE_USE_EVERY:
        with suppress(StoreBusy, StoreReadOnly, StoreFull), resources.store.transaction() as tx:
            tx.tokens.use(token.id, now)
    return token


def is_shared(resources: Resources, user: str) -> bool:
    """Whether tokens in force let anybody but `user` into this home."""
    with resources.store.reading() as tx:
        return tx.tokens.lets_in_others(user, resources.clock())


def principal_of(token: Token) -> Principal:
    """Whom a token lets in, with nothing in focus."""
    return Principal(token.user, token.role, token.agent, projects=frozenset(token.projects), workspace=token.workspace)


def _digest(spelled: str) -> bytes:
    return hashlib.sha256(spelled.encode("utf-8", "surrogatepass")).digest()

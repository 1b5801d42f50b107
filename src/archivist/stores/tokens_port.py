"""The tokens as the rest of the house sees them. A secret is known by its SHA-256 only."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from archivist.records.token import Token


class Tokens(Protocol):
    """Who may come in over HTTP."""

    def insert(self, token: Token, digest: bytes) -> None:
        """Keep a new token and the digest of its secret."""
        ...

    def get(self, id: str) -> tuple[Token, bytes] | None:
        """The token of that id with the digest of its secret, whatever its state."""
        ...

    def of_user(self, user: str | None) -> Sequence[Token]:
        """The tokens of one user, or of everybody, newest first."""
        ...

    def use(self, id: str, at: datetime) -> None:
        """Note when a token was last used."""
        ...

    def revoke(self, id: str, at: datetime) -> bool:
        """End a token; False when it had ended before."""
        ...

    def lets_in_others(self, user: str, now: datetime) -> bool:
        """Whether a token in force belongs to anybody but `user`."""
        ...

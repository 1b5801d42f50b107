"""Page cursors that say nothing and work for nobody else: sealed with the home's key, bound to who asked for what.

A cursor that was changed, that belongs to another list, another filter or another principal, is refused; it never
quietly gives the first page. Source: case PG-01.
"""

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from archivist.errors import CursorInvalid
from archivist.records.principal import Principal

MARK_BYTES: Final = 12


@dataclass(frozen=True, slots=True)
class Seal:
    """Seals and opens the cursors of one principal."""

    key: bytes
    principal: Principal

    def cursor(self, about: object, position: tuple[int, ...] | int | None) -> str | None:
        """Text for the next page of the list that `about` describes; None at its end."""
        if position is None:
            return None
        inner = msgspec.json.encode(position)
        return base64.urlsafe_b64encode(self._mark(about, inner) + inner).rstrip(b"=").decode()

    def position(self, about: object, cursor: str | None) -> Any:
        """Where the page starts; None without a cursor.

        Raises:
            CursorInvalid: it was not sealed for this list and this principal.
        """
        if cursor is None:
            return None
        try:
            sealed = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        except (binascii.Error, UnicodeEncodeError, ValueError):
            raise CursorInvalid("is not one of ours") from None
        mark, inner = sealed[:MARK_BYTES], sealed[MARK_BYTES:]
        exact = base64.urlsafe_b64encode(sealed).rstrip(b"=").decode() == cursor
        if not exact or not hmac.compare_digest(mark, self._mark(about, inner)):
            raise CursorInvalid("is broken, or belongs to another list or another user")
        position = msgspec.json.decode(inner)
        return tuple(position) if isinstance(position, list) else position

    def _mark(self, about: object, inner: bytes) -> bytes:
        who = f"{self.principal.user}\0{self.principal.agent or ''}"
        bound = msgspec.json.encode([who, about]) + b"\0" + inner
        return hmac.new(self.key, bound, hashlib.sha256).digest()[:MARK_BYTES]

"""An act that a caller may send twice and that happens once: its key, the request it came with, and its answer.

The receipt stands in the transaction of the act. It keeps ids and outcomes and never the words of a record, so that an
erased body is not kept here; a replay is told again from the records as they stand. Source: requirement R1.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from archivist.errors import KeyReused, NotPermitted
from archivist.records.principal import Principal
from archivist.services.resources import Resources

Json = dict[str, Any]
REFERENCE: Final = "$kept"
KEPT: Final = ("record", "proposal")


@dataclass(frozen=True, slots=True)
class Told:
    """An answer as it was given the first time. `replayed` says that nothing was done now."""

    status: int
    body: Json
    etag: str | None = None
    media_type: str = "application/json"
    replayed: bool = False


def once(
    resources: Resources,
    principal: Principal,
    key: str,
    request: bytes,
    act: Callable[[], Told],
    tell: Callable[[str, str], Json | None],
) -> Told:
    """Do `act` unless this principal did it with this key; `tell` words a record or proposal by its id.

    A refused permission leaves its audit entry; any other error undoes all of it, so that a retry starts afresh.

    Raises:
        KeyReused: the key came with another request.
    """
    parts = ("http", principal.user, principal.agent or "", key)
    fingerprint = hashlib.sha256(request).hexdigest()
    with resources.store.transaction() as tx:
        known = tx.ledger.receipt(*parts)
        if known is None:
            try:
                told = act()
            except NotPermitted as exc:
                refused = exc
            else:
                receipt = [fingerprint, told.status, told.etag, told.media_type, _without_words(told.body)]
                tx.ledger.give_receipt(msgspec.json.encode(receipt).decode(), resources.clock(), *parts)
                return told
    if known is None:
        raise refused
    before, status, etag, media_type, body = msgspec.json.decode(known)
    if before != fingerprint:
        raise KeyReused
    return Told(status, _told_again(body, tell), etag, media_type, replayed=True)


def _without_words(body: Any) -> Any:
    """The answer with each record and proposal as a reference."""
    match body:
        case dict():
            return {
                name: {REFERENCE: name, "id": part["id"]}
                if name in KEPT and isinstance(part, dict) and "id" in part
                else _without_words(part)
                for name, part in body.items()
            }
        case list():
            return [_without_words(part) for part in body]
        case _:
            return body


def _told_again(body: Any, tell: Callable[[str, str], Json | None]) -> Any:
    match body:
        case {"$kept": kind, "id": id}:
            return tell(kind, id)
        case dict():
            return {name: _told_again(part, tell) for name, part in body.items()}
        case list():
            return [_told_again(part, tell) for part in body]
        case _:
            return body

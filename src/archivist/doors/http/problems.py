"""Every refusal as a problem document (RFC 9457) with a stable `code`: the one table from errors to status numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.responses import Response

from archivist.errors import (
    AlreadyExists,
    ArchivistError,
    CursorInvalid,
    Invalid,
    KeyReused,
    MemoryOff,
    ModelError,
    NotAuthenticated,
    NotFound,
    NotPermitted,
    QuotaExceeded,
    SettingsError,
    StaleWrite,
    StoreBusy,
    StoreError,
    StoreFull,
)

MEDIA_TYPE: Final = "application/problem+json"

# The first class that fits decides, so the narrower ones come first.
STATUS: Final[tuple[tuple[type[ArchivistError], int], ...]] = (
    (CursorInvalid, 400),
    (Invalid, 422),
    (SettingsError, 422),
    (NotFound, 404),
    (AlreadyExists, 409),
    (StaleWrite, 412),
    (NotAuthenticated, 401),
    (NotPermitted, 403),
    (MemoryOff, 409),
    (QuotaExceeded, 429),
    (KeyReused, 422),
    (StoreFull, 507),
    (StoreError, 503),
    (ModelError, 502),
    (ArchivistError, 400),
)

# Why a gate turned a candidate away; every other reason is 422.
REFUSAL_STATUS: Final = {"off": 409, "suggestions_off": 409, "not_permitted": 403, "quota": 429, "already_pending": 409}


@dataclass
class Refusal(Exception):
    """A request that never reaches a service: malformed, too large, too many, from the wrong place."""

    status: int
    code: str
    message: str
    hint: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


def of_error(exc: ArchivistError) -> Response:
    """The problem document of one of our errors."""
    status = next(status for kind, status in STATUS if isinstance(exc, kind))
    facts: dict[str, Any] = {}
    headers: dict[str, str] = {}
    match exc:
        case Invalid():
            facts["field"] = exc.field
        case StaleWrite():
            facts |= {"expected": str(exc.expected), "current": str(exc.current), "current_text": exc.current_text}
            facts |= {"merged_text": exc.merged_text} if exc.merged_text else {}
            headers["ETag"] = f'"{exc.current}"'
        case AlreadyExists():
            facts["existing_id"] = exc.existing_id
        case NotAuthenticated():
            headers["WWW-Authenticate"] = 'Bearer realm="archivist"'
        case StoreBusy():
            headers["Retry-After"] = "1"
        case _:
            pass
    return document(status, exc.code, exc.message, exc.hint, facts, headers)


def of_refusal(refusal: Refusal) -> Response:
    """The problem document of a request that was turned away at the door."""
    return document(refusal.status, refusal.code, refusal.message, refusal.hint, refusal.facts, refusal.headers)


def document(
    status: int,
    code: str,
    detail: str,
    hint: str = "",
    facts: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A problem document. `facts` are members of its own, such as the field that is wrong."""
    body = {
        "type": f"urn:archivist:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        "hint": hint,
        **(facts or {}),
    }
    return Response(msgspec.json.encode(body), status, {**(headers or {})}, MEDIA_TYPE)

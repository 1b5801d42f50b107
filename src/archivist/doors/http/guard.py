"""The outer wall, in front of everything that is served: from where a request may come, and how large it may be.

A page in a browser can reach this machine's own ports, and by rebinding a name it can even read the answers. So without
a token only the names of this machine are answered to, and a foreign Origin is refused with or without one. CORS is off
until an origin is allowed by name. Source: cases HM-04 and HM-05.
"""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from archivist.doors.http.problems import Refusal, of_refusal
from archivist.settings import ServerSettings

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
METHODS: Final = "GET, POST, PUT, PATCH, DELETE"
ACCEPTED: Final = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, "
    "Archivist-Project, Archivist-Task, Archivist-Agent, Archivist-Workspace"
)
EXPOSED: Final = "ETag, Location, Retry-After, Idempotency-Replayed"


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app = app
        self._hosts = LOOPBACK | {name.lower() for name in settings.allowed_hosts} | _named(settings.host)
        self._origins = frozenset(origin.rstrip("/").lower() for origin in settings.cors_origins)
        self._max_bytes = settings.max_body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        try:
            self._demand_host(headers)
            self._demand_origin(headers, origin)
            if origin and scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                await self._preflight(origin)(scope, receive, send)
                return
            self._demand_length(headers)
        except Refusal as refusal:
            await of_refusal(refusal)(scope, receive, send)
            return
        answer = _Answer(send, origin if origin and origin.lower() in self._origins else None)
        try:
            await self._app(scope, _Bounded(receive, self._max_bytes), answer)
        except Refusal as refusal:
            if answer.begun:
                raise
            await of_refusal(refusal)(scope, receive, answer)

    def _demand_host(self, headers: Headers) -> None:
        """Refuse a name that is not ours, unless the caller holds a token, which no foreign page can send."""
        host = headers.get("host", "")
        name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
        if name.lower() not in self._hosts and not has_bearer(headers):
            raise Refusal(421, "foreign_host", f"{name!r} is not a name of this server", "see server.allowed_hosts")

    def _demand_origin(self, headers: Headers, origin: str | None) -> None:
        if origin is None or origin.lower() in self._origins:
            return
        if urlsplit(origin).netloc.lower() != headers.get("host", "").lower() or origin == "null":
            raise Refusal(403, "foreign_origin", f"{origin} may not ask here", "see server.cors_origins")

    def _demand_length(self, headers: Headers) -> None:
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            raise Refusal(400, "malformed", "Content-Length is not a number")
        if int(length[:20]) > self._max_bytes:
            raise too_large(self._max_bytes)

    def _preflight(self, origin: str) -> Response:
        if origin.lower() not in self._origins:
            return of_refusal(Refusal(403, "foreign_origin", f"{origin} may not ask here", "see server.cors_origins"))
        allowed = {
            "Access-Control-Allow-Origin": origin,
            "Access-Control-Allow-Methods": METHODS,
            "Access-Control-Allow-Headers": ACCEPTED,
            "Access-Control-Max-Age": "600",
            "Vary": "Origin",
        }
        return Response(status_code=204, headers=allowed)


class _Bounded:
    """Counts what comes in, so that a body without a length cannot be longer than one with."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive, self._limit, self._read = receive, limit, 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._read += len(message.get("body", b""))
        if self._read > self._limit:
            raise too_large(self._limit)
        return message


class _Answer:
    """Adds to every answer what a browser needs to be told."""

    def __init__(self, send: Send, origin: str | None) -> None:
        self._send, self._origin, self.begun = send, origin, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            headers.setdefault("X-Content-Type-Options", "nosniff")
            headers.setdefault("Cache-Control", "no-store")
            headers.setdefault("Referrer-Policy", "no-referrer")
            if self._origin is not None:
                headers["Access-Control-Allow-Origin"] = self._origin
                headers["Access-Control-Expose-Headers"] = EXPOSED
                headers.add_vary_header("Origin")
        await self._send(message)


def has_bearer(headers: Headers) -> bool:
    """Whether the caller sends a token, right or wrong."""
    return headers.get("authorization", "").lower().startswith("bearer ")


def is_local(request: Request) -> bool:
    """Whether a request came straight from this machine, and asks for it by its own name; a proxy's does not."""
    address = request.client.host if request.client else ""
    forwarded = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
    host = request.headers.get("host", "")
    name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
    return is_loopback(address) and name.lower() in LOOPBACK and not any(one in request.headers for one in forwarded)


def is_loopback(address: str) -> bool:
    """Whether an address is of this machine alone."""
    return address in {"localhost", "::1"} or address.startswith("127.")


def too_large(limit: int) -> Refusal:
    """The refusal of a body above the limit."""
    return Refusal(
        413,
        "too_large",
        f"the body is larger than {limit:,} bytes",
        "keep long texts as documents",
        {"limit": limit},
        {"Connection": "close"},
    )


def _named(host: str) -> set[str]:
    """The name a bound address answers to; `0.0.0.0` is none."""
    return set() if host in {"", "0.0.0.0", "::"} else {f"[{host}]" if ":" in host else host.lower()}

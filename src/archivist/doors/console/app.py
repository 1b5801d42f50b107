"""The console as a face of the HTTP server: its table of pages, its assets, and the headers that hold it closed.

It stands behind the same wall and lets people in by the same door (`doors.http.door.Door.admit`) as the API. Every word
a person or an agent wrote is hostile input here: templates escape, Markdown is rendered without HTML, and the content
security policy runs no script that is not a file of ours.
"""

from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from archivist.doors.console import activity, chat, context, journal, knowledge, memory, queue, records, settings
from archivist.doors.console.visit import COOKIE, language, leave, login
from archivist.doors.http.app import Face

STATIC: Final = Path(str(files("archivist.doors.console"))) / "static"
POLICY: Final = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    )
)  # fmt: skip
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}

PAGES: Final[tuple[BaseRoute, ...]] = (
    Route("/", memory.start),
    Route("/login", login, methods=["GET", "POST"]),
    Route("/leave", leave, methods=["POST"]),
    Route("/language/{code}", language, methods=["POST"]),
    *memory.ROUTES,
    *queue.ROUTES,
    *records.ROUTES,
    *knowledge.ROUTES,
    *journal.ROUTES,
    *context.ROUTES,
    *chat.ROUTES,
    *activity.ROUTES,
    *settings.ROUTES,
)
"""Every page: one module a page, each with its `ROUTES`."""


def console_face() -> Face:
    """The console, to be mounted at the root."""
    assets = Mount("/assets", _Immutable(StaticFiles(directory=STATIC)))
    return Face("", _Headed(Router([assets, *PAGES])))


class _Headed:
    """Adds the security headers, and shows the door the token of a browser's cookie as it would any other."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope = {**scope, "headers": _with_bearer(scope["headers"])}

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, answer)


class _Immutable:
    """Assets change only with the version, which stands in their address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                MutableHeaders(scope=message)["Cache-Control"] = "public, max-age=31536000, immutable"
            await send(message)

        await self._app(scope, receive, answer)


def _with_bearer(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    names = {name for name, _ in headers}
    if b"authorization" in names:
        return headers
    wanted = f"{COOKIE}=".encode()
    cookies = [part.strip() for name, value in headers if name == b"cookie" for part in value.split(b";")]
    token = next((part.removeprefix(wanted) for part in cookies if part.startswith(wanted)), b"")
    return [*headers, (b"authorization", b"Bearer " + token)] if token else headers

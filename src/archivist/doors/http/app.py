"""The HTTP application over one open home: the table of routes, the wall around it, and room for other faces.

`make_app` takes other ASGI applications by the path they are mounted at, such as `/mcp` and the console at `/`. They
stand behind the same wall, and find the `Door` at `request.app.state.door`.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.routing import Route as Address
from starlette.types import ASGIApp

from archivist.app import Archivist
from archivist.doors.http import health, openapi, problems
from archivist.doors.http.door import Door
from archivist.doors.http.events import events
from archivist.doors.http.guard import Guard
from archivist.doors.http.route import PREFIX, Route
from archivist.doors.http.routes import ROUTES
from archivist.settings import ServerSettings

COMPRESS_FROM_BYTES: Final = 1_024
COMPRESS_LEVEL: Final = 5
CODES: Final = {404: "no_such_route", 405: "method_not_allowed"}
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Face:
    """Another application served by the same process. `running` lasts as long as the server does."""

    path: str
    app: ASGIApp
    running: Callable[[], AbstractAsyncContextManager[object]] | None = None


def make_app(
    app: Archivist,
    settings: ServerSettings | None = None,
    *,
    owner: str | None = None,
    faces: Sequence[Face] = (),
    routes: Sequence[Route] = ROUTES,
) -> Starlette:
    """The application. `owner` is the user who needs no token from this machine; nobody is by default."""
    chosen = settings or app.resources.settings().server
    door = Door(app, chosen, owner if chosen.local_access else None, _seal_key(app))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for face in faces:
                if face.running is not None:
                    await stack.enter_async_context(face.running())
            yield
        door.draining.set()
        door.close()

    served = Starlette(
        routes=[*_addresses(door, routes), *_inside(routes), *_mounted(faces)],
        middleware=[
            Middleware(Guard, settings=chosen),
            Middleware(GZipMiddleware, minimum_size=COMPRESS_FROM_BYTES, compresslevel=COMPRESS_LEVEL),
        ],
        exception_handlers={HTTPException: _not_here},
        lifespan=lifespan,
    )
    served.state.door = door
    served.router.redirect_slashes = False
    return served


def _addresses(door: Door, routes: Sequence[Route]) -> list[BaseRoute]:
    """One address for each path, with what each method does there; the narrower path stands before the wider."""
    paths: dict[str, dict[str, Route]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method] = route
    ordered = sorted(paths, key=lambda path: ("}:" not in path, path.endswith("}"), -path.count("/")))
    return [Address(PREFIX + path, _endpoint(door, paths[path]), methods=list(paths[path])) for path in ordered]


def _endpoint(door: Door, methods: Mapping[str, Route]) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        started = time.perf_counter()
        route = methods["GET" if request.method == "HEAD" else request.method]
        response = await door.serve(request, route)
        door.meters.note(route.method, PREFIX + route.path, response.status_code, time.perf_counter() - started)
        return response

    return endpoint


def _mounted(faces: Sequence[Face]) -> list[BaseRoute]:
    """Each face at its path and below it; the one at the root comes last, since it takes everything that is left."""
    named = [face for face in faces if face.path.strip("/")]
    roots = [face for face in faces if not face.path.strip("/")]
    exact = [Address(face.path, face.app) for face in named]
    return [*exact, *(Mount(face.path.rstrip("/"), face.app) for face in (*named, *roots))]


def _inside(routes: Sequence[Route]) -> list[BaseRoute]:
    """What is no noun: the events, the description, the state of the server."""

    @cache
    def described() -> bytes:
        return msgspec.json.encode(openapi.document(routes))

    async def description(request: Request) -> Response:
        return Response(described(), media_type="application/json")

    async def page(request: Request) -> Response:
        return HTMLResponse(openapi.page(routes))

    return [
        Address(f"{PREFIX}/events", events),
        Address(f"{PREFIX}/openapi.json", description),
        Address(f"{PREFIX}/docs", page),
        Address("/healthz", health.healthz),
        Address("/readyz", health.readyz),
        Address("/metrics", health.metrics),
    ]


async def _not_here(request: Request, exc: Exception) -> Response:
    """What the routing itself answers: no such path, or not that method."""
    assert isinstance(exc, HTTPException)
    code = CODES.get(exc.status_code, "refused")
    return problems.document(exc.status_code, code, exc.detail, "see /api/v1/docs", headers=exc.headers)


def _seal_key(app: Archivist) -> bytes:
    """The home's key for cursors, made with the first server."""
    with app.store.transaction() as tx:
        key = tx.ledger.meta("cursor_key")
        if key is None:
            key = f"{app.resources.chance.getrandbits(256):064x}"
            tx.ledger.set_meta("cursor_key", key)
        return bytes.fromhex(key)

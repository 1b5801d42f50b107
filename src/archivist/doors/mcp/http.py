"""The server over streamable HTTP, as an ASGI application to mount at /mcp.

Who calls is the business of whoever mounts it: `callers` turns the request, with its checked token, into a session.
The application that mounts this one runs `lifespan` around its own.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from archivist.doors.mcp.caller import Callers, OneUser
from archivist.doors.mcp.server import make_server

MAX_BODY_BYTES: Final = 1_048_576
PATH: Final = "/mcp"


@dataclass(frozen=True)
class McpApp:
    """An ASGI application; every request is served whole, with no session between requests."""

    manager: StreamableHTTPSessionManager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await StreamableHTTPASGIApp(self.manager)(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Run this while serving."""
        async with self.manager.run():
            yield


def serve_one_user(callers: OneUser, port: int, *, asks: bool = False) -> None:
    """Serve one user's own machine at /mcp until stopped; who comes by another name is refused.

    For more users, or other machines, there is `archivist serve`, with tokens.
    """
    import uvicorn

    local = [f"{name}:*" for name in ("127.0.0.1", "localhost", "[::1]")]
    security = TransportSecuritySettings(allowed_hosts=local, allowed_origins=[f"http://{name}" for name in local])
    mounted = make_mcp_app(callers, asks=asks, security=security)
    served = Starlette(routes=[Route(PATH, endpoint=mounted)], lifespan=lambda _: mounted.lifespan())
    try:
        uvicorn.run(served, host="127.0.0.1", port=port, log_level="warning")
    finally:
        callers.close()


def make_mcp_app(callers: Callers, *, asks: bool = False, security: TransportSecuritySettings | None = None) -> McpApp:
    """The application to mount. Without `security` the mounting application checks Host and Origin itself."""
    manager = StreamableHTTPSessionManager(
        make_server(callers, asks=asks),
        stateless=True,
        security_settings=security,
        max_request_body_size=MAX_BODY_BYTES,
    )
    return McpApp(manager)

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
from starlette.types import Receive, Scope, Send

from archivist.doors.mcp.caller import Callers
from archivist.doors.mcp.server import make_server

MAX_BODY_BYTES: Final = 1_048_576


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


def make_mcp_app(callers: Callers, *, asks: bool = False, security: TransportSecuritySettings | None = None) -> McpApp:
    """The application to mount. Without `security` the mounting application checks Host and Origin itself."""
    manager = StreamableHTTPSessionManager(
        make_server(callers, asks=asks),
        stateless=True,
        security_settings=security,
        max_request_body_size=MAX_BODY_BYTES,
    )
    return McpApp(manager)

"""A real server on a free port of this machine, in a thread, and callers of it."""

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette

from archivist.app import Archivist
from archivist.doors.http.app import Face, make_app
from archivist.settings import ServerSettings


class Served:
    """A running server."""

    def __init__(self, app: Archivist, application: Starlette, port: int) -> None:
        self.app, self.application, self.port = app, application, port
        self.url = f"http://127.0.0.1:{port}"

    def caller(self, token: str | None = None, **headers: str) -> httpx.Client:
        """A client that sends this token, or none."""
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return httpx.Client(base_url=f"{self.url}/api/v1", headers=headers, timeout=30, trust_env=False)

    def token(self, user: str, **fields: Any) -> str:
        """A new token's secret."""
        return self.app.acting_as("root").tokens.create(user, **fields).secret


@contextmanager
def serving(app: Archivist, owner: str | None = None, faces: Sequence[Face] = (), **settings: Any) -> Iterator[Served]:
    """Serve an open home until the block ends."""
    application = make_app(app, ServerSettings(**settings), owner=owner, faces=faces)
    config = uvicorn.Config(
        application, "127.0.0.1", 0, log_level="error", proxy_headers=False, timeout_graceful_shutdown=5, lifespan="on"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    until = time.monotonic() + 10
    while not server.started and time.monotonic() < until:
        time.sleep(0.01)
    try:
        yield Served(app, application, server.servers[0].sockets[0].getsockname()[1])
    finally:
        application.state.door.draining.set()
        server.should_exit = True
        thread.join(10)

"""The same server over streamable HTTP, mounted in an application that knows its callers by token."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.applications import Starlette
from starlette.routing import Route

from archivist.app import Archivist
from archivist.doors.mcp.caller import Call, agent_name
from archivist.doors.mcp.http import make_mcp_app
from archivist.errors import NotPermitted
from archivist.session import Session

pytestmark = pytest.mark.anyio
SOURCE = Path(__file__).parents[3] / "src"


class ByToken:
    """The token is the user's name."""

    def __init__(self, app: Archivist) -> None:
        self._app = app

    def session(self, call: Call) -> Session:
        return self._app.acting_as(self._user(call), agent=agent_name(call.client))

    def person(self, call: Call) -> Session:
        return self._app.acting_as(self._user(call))

    def _user(self, call: Call) -> str:
        token: str = call.request.headers.get("authorization", "").removeprefix("Bearer ")
        if not token:
            raise NotPermitted("nobody", "call without a token")
        return token


@asynccontextmanager
async def client(home: Archivist, mode: str, token: str) -> AsyncIterator[Client]:
    mounted = make_mcp_app(ByToken(home))
    app = Starlette(routes=[Route("/mcp", endpoint=mounted)])
    transport = httpx2.ASGITransport(app=app)
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with (
        mounted.lifespan(),
        httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as http,
        Client(streamable_http_client("http://127.0.0.1/mcp", http_client=http), mode=mode) as connected,
    ):
        yield connected


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_each_caller_reaches_what_their_token_says(home: Archivist, mode: str) -> None:
    async with client(home, mode, "alice") as alice:
        assert len((await alice.list_tools()).tools) > 5
        written = await alice.call_tool("remember", {"text": "周报用英文写", "name": "weekly"})
        assert written.structured_content["outcome"] == "created"
        found = await alice.call_tool("recall", {"query": "周报"})
        assert found.structured_content["count"] == 1
    async with client(home, mode, "bob") as bob:
        assert (await bob.call_tool("recall", {"query": "周报"})).structured_content["count"] == 0
        assert (await bob.call_tool("forget", {"name": "weekly"})).is_error
    async with client(home, mode, "") as nobody:
        assert (await nobody.call_tool("recall", {"query": "周报"})).is_error


async def test_a_server_for_one_machine_answers_it_and_no_other_name(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "archivist", "mcp", "--http", "--port", str(port), "--home", str(tmp_path / "home")]
    process = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": str(SOURCE)}, stderr=subprocess.DEVNULL)
    try:
        async with httpx2.AsyncClient() as http:
            for _ in range(200):
                try:
                    refused = await http.post(f"http://127.0.0.1:{port}/mcp", headers={"host": "evil.example"}, json={})
                    break
                except httpx2.ConnectError:
                    await asyncio.sleep(0.1)
            assert refused.status_code in {403, 421}
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            written = await client.call_tool("remember", {"text": "周报用英文写"})
            assert written.structured_content["outcome"] == "created"
    finally:
        process.terminate()
        process.wait(20)

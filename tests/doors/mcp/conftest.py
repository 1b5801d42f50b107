"""A server in this process, over homes that leave nothing behind, and clients of both eras of the protocol."""

from collections.abc import Callable

import pytest
from mcp import Client

from archivist.app import Archivist
from archivist.doors.mcp.caller import OneUser
from archivist.doors.mcp.server import make_server

ERAS = ("legacy", "auto")
Connect = Callable[..., Client]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def connect(home: Archivist, era: str) -> Connect:
    """A client for one user; its agent is `planner` unless said."""

    def make(user: str = "alice", agent: str | None = "planner", asks: bool = False, **client: object) -> Client:
        callers = OneUser(lambda: home, user, agent=agent, project="atlas" if user == "alice" else None)
        return Client(make_server(callers, asks=asks), mode=era, **client)  # type: ignore[arg-type]

    return make

"""The session of an agent, in a home on disk."""

import pytest

from archivist.app import Archivist
from archivist.session import Session


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def planner(home: Archivist) -> Session:
    return home.acting_as("alice", agent="planner")

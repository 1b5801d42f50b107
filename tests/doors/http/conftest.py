"""A server for each test, over a home on disk."""

from collections.abc import Iterator

import httpx
import pytest

from archivist.app import Archivist
from tests.doors.http.server import Served, serving


@pytest.fixture
def served(home: Archivist) -> Iterator[Served]:
    with serving(home, owner="alice", requests_per_minute=0) as running:
        yield running


@pytest.fixture
def api(served: Served) -> Iterator[httpx.Client]:
    """The owner at their own machine."""
    with served.caller() as client:
        yield client

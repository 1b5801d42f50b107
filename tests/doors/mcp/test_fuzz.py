"""A sample of the fuzzed tool calls; `python -m tests.doors.mcp.fuzz 10000` makes them all."""

import pytest

from archivist.app import Archivist
from tests.doors.mcp.fuzz import fuzz

pytestmark = pytest.mark.anyio


async def test_no_call_breaks_the_server_or_reaches_another_user(home: Archivist) -> None:
    ends = await fuzz(home, 250)
    assert ends["invalid"] > 50
    assert ends["created"] > 0

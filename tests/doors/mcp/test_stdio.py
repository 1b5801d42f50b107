"""`archivist mcp` as a client starts it: a real process, of whose standard output every line is the protocol."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.anyio
SOURCE = Path(__file__).parents[3] / "src"


def environment(home: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "ARCHIVIST_HOME": str(home), "ARCHIVIST_USER": "alice", **more}


def talk(home: Path, *lines: str, **more: str) -> list[dict[str, Any]]:
    """Send these lines and return every line of standard output, each read as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", "archivist", "mcp"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(home, **more),
    )
    assert "Traceback" not in done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(id: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


HELLO = (
    request(
        1, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "Test", "version": "0"}
    ),
    json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
)


@pytest.mark.parametrize("config", ["", "memory:\n  recall: {max_bodies: many}\n", "memory: [\n", "nonsense: 1\n"])
def test_nothing_but_the_protocol_is_on_standard_output_whatever_the_home_looks_like(
    tmp_path: Path, config: str
) -> None:
    home = tmp_path / "home"
    if config:
        home.mkdir()
        (home / "config.yaml").write_text(config, "utf-8")
    answers = talk(
        home,
        *HELLO,
        "this is not JSON",
        '{"jsonrpc": "2.0", "id": "\\ud800", "method": 5}',
        "[]",
        request(2, "tools/list"),
        request(3, "tools/call", name="recall", arguments={"query": "周报"}),
        request(4, "tools/call", name="recall", arguments={"query": "x", "limt": 5}),
        request(5, "no/such/method"),
        request(6, "tools/call", name="remember", arguments={"text": "还活着"}),
        PYTHONWARNINGS="always",
        LOG_LEVEL="DEBUG",
    )
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    by_id = {answer.get("id"): answer for answer in answers}
    assert by_id[2]["result"]["tools"]
    assert by_id[4]["result"]["isError"]
    assert "limt" in by_id[4]["result"]["content"][0]["text"] or config
    assert "error" in by_id[5]
    assert by_id[6]["result"].get("isError", False) is bool(config)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_official_client_remembers_in_one_session_and_recalls_in_the_next(tmp_path: Path, mode: str) -> None:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "archivist", "mcp", "--project", "atlas"],
        env=environment(tmp_path / "home"),
    )
    async with Client(server, mode=mode) as client:
        written = await client.call_tool("remember", {"text": "周报用英文写", "type": "feedback"})
        assert written.structured_content["outcome"] == "created"
    async with Client(server, mode=mode) as client:
        found = await client.call_tool("recall", {"query": "周报"})
        assert found.structured_content["hits"][0]["body"] == "周报用英文写"

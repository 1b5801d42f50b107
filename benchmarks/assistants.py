"""How long an assistant waits: a hook as a cold process, and a recall over MCP on standard input and output.

`PYTHONPATH=src python benchmarks/assistants.py [records] [runs]`
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mcp import Client, StdioServerParameters

from archivist.app import open_app

SUBJECTS = ("weekly report", "周报", "deployment", "code review", "meeting notes", "会议纪要", "tests", "billing")


def fill(home: Path, records: int) -> None:
    """Make a home with so many records."""
    with open_app(home) as app:
        alice = app.acting_as("alice")
        for number in range(records):
            subject = SUBJECTS[number % len(SUBJECTS)]
            alice.memory.remember(f"The {subject} number {number} uses format {number * 7919}", name=f"n{number}")


def told(name: str, seconds: list[float]) -> None:
    """Print the median and the 95th percentile, in milliseconds."""
    ordered = sorted(seconds)
    p95 = ordered[max(0, round(0.95 * len(ordered)) - 1)]
    print(f"{name}: p50 {statistics.median(ordered) * 1e3:.0f} ms, p95 {p95 * 1e3:.0f} ms ({len(ordered)} runs)")


def hooks(home: Path, runs: int) -> None:
    """Each hook in a process of its own, as an assistant starts it."""
    for event, turn in (
        ("user-prompt-submit", {"session_id": "", "prompt": "写一下周报"}),
        ("session-start", {"session_id": ""}),
        ("stop", {"session_id": "", "last_assistant_message": "done"}),
    ):
        walls, cpus = list[float](), list[float]()
        for _ in range(runs):
            before = os.times()
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "archivist", "hook", event, "--home", str(home), "--as", "alice"],
                input=json.dumps(turn).encode(),
                stdout=subprocess.DEVNULL,
                check=True,
            )
            walls.append(time.perf_counter() - began)
            after = os.times()
            cpus.append(after.children_user + after.children_system - before.children_user - before.children_system)
        told(f"hook {event}, wall", walls)
        told(f"hook {event}, cpu", cpus)


async def mcp(home: Path, calls: int) -> None:
    """A recall after another over one connection."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "archivist", "mcp", "--home", str(home), "--as", "alice"],
        env=dict(os.environ),
    )
    began = time.perf_counter()
    async with Client(server) as client:
        await client.call_tool("recall", {"query": "周报"})
        print(f"mcp, start to first answer: {(time.perf_counter() - began) * 1e3:.0f} ms")
        seconds = []
        for number in range(calls):
            began = time.perf_counter()
            await client.call_tool("recall", {"query": SUBJECTS[number % len(SUBJECTS)]})
            seconds.append(time.perf_counter() - began)
    told("mcp recall over stdio, round trip", seconds)


if __name__ == "__main__":
    records, runs = (int(word) for word in (sys.argv[1:3] or ["1000", "30"]))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        fill(home, records)
        hooks(home, runs)
        asyncio.run(mcp(home, 10 * runs))

"""What hooks leave for later: one line a turn, appended at once, taken up by a process that nobody waits for.

A line is written whole with one call, so that two assistants at once mix nothing. A reader moves the file aside before
it reads, and what it moved stays until everything in it was kept: a crash loses nothing, and a second reading of the
same line changes nothing.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FOLDER: Final = "spool"
FILE: Final = "turns.jsonl"
MAX_LINE_BYTES: Final = 1_000_000
"""A prompt may hold a pasted file; beyond this only its beginning is kept."""


def append(home: Path, row: dict[str, Any]) -> None:
    """Leave one turn."""
    folder = home / FOLDER
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for field in ("prompt", "answer"):
        row[field] = row[field][: MAX_LINE_BYTES // 8]
    line = json.dumps({**row, "at": time.time()}, ensure_ascii=True) + "\n"
    handle = os.open(folder / FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(handle, line.encode("ascii"))
    finally:
        os.close(handle)


def take(home: Path) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """Each file of turns that waits, moved aside; its taker removes it once everything was kept."""
    folder = home / FOLDER
    waiting = folder / FILE
    if waiting.exists():
        waiting.rename(folder / f"taken-{time.time_ns()}.jsonl")
    for file in sorted(folder.glob("taken-*.jsonl")):
        yield file, list(_rows(file))


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    for line in file.read_text("ascii", errors="replace").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            yield row


def start_reader(arguments: list[str]) -> None:
    """Start `archivist hook drain` as a process of its own that outlives this one."""
    command = [sys.executable, "-m", "archivist", "hook", "drain", *arguments]
    if os.name == "posix" and hasattr(os, "posix_spawn"):
        nowhere = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
        os.posix_spawn(sys.executable, command, os.environ, file_actions=nowhere, setpgroup=0)
        return
    import subprocess

    subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "DETACHED_PROCESS", 0),
    )

"""Runs the blocks of a page as a reader would paste them, in a real shell and an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def paste(page: str, tmp_path: Path) -> tuple[list[str], Path]:
    """What each ```sh block of a page under docs/ printed, in order, and the folder it ran in."""
    here = tmp_path / "work"
    here.mkdir()
    program = tmp_path / "bin" / "archivist"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m archivist "$@"\n', "utf-8")
    program.chmod(0o755)
    environment = {
        **os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src"),
        "ARCHIVIST_HOME": str(tmp_path / "home"), "ARCHIVIST_USER": "alice", "HOME": str(tmp_path), "COLUMNS": "120",
    }  # fmt: skip
    text = (ROOT / "docs" / page).read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    script = "\n".join(f"echo '@@@'\n{block}" for block in blocks)
    done = subprocess.run(
        ["bash", "-e", "-c", script], cwd=here, env=environment, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    return done.stdout.split("@@@\n")[1:], here

"""The tutorial of the workspace runs as it stands, in a real shell, and shows what it promises."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TUTORIAL = ROOT / "docs" / "workspace.md"


def blocks() -> list[str]:
    """Every block of commands, in order."""
    return re.findall(r"^```sh\n(.*?)^```", TUTORIAL.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_story_of_a_week_runs_as_it_is_written(tmp_path: Path) -> None:
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
    script = "\n".join(f"echo '@@@'\n{block}" for block in blocks())
    done = subprocess.run(
        ["bash", "-e", "-c", script], cwd=here, env=environment, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    said = done.stdout.split("@@@\n")[1:]
    digest = (here / "notes" / "MEMORY.md").read_text("utf-8")
    assert all(part in digest for part in ("payments", "site", "Use exponential back-off", "Ask design", "0.4 s"))
    assert "typo" not in digest
    assert "- [ ] **[2026-02-24]**" not in digest
    assert "payments" in said[4]
    assert "[2026-02-23] Use exponential back-off" in said[4]
    assert "| Comment language | English |" in said[5]
    assert "Chinese" in said[5]
    assert [port for port in ("5433", "6001") if port in said[6]] == ["5433", "6001"]
    assert said[6].rstrip().rfind("6001") > said[6].rfind("5433")
    assert "upkeep run" in said[7]
    assert "0 new, 0 changed" in said[8]
    assert not done.stderr.strip()

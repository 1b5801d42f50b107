"""The tutorials run as they stand, in a real shell, and show what they promise."""

import shutil
from pathlib import Path

import pytest

from tests.pasted import paste

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def test_the_first_ten_minutes_run_as_they_are_written(tmp_path: Path) -> None:
    said, _ = paste("tutorial.md", tmp_path)
    assert "KeyError" not in said[1]
    assert "candidates: 3 (3 queued" in said[1]
    assert "3 applied" in said[2]
    assert "标题用中文" in said[3].splitlines()[0]
    assert "thousands separators" in said[3]
    assert "nothing matches" in said[3]
    assert "superseded" in said[4]
    assert "8081" in said[4]
    assert "8080" in said[5]
    assert said[6].count("refused") >= 2
    assert "ghp_" not in said[6]
    assert "11010519491231002X" not in said[6]
    assert "whole" in said[7]
    assert "<archivist:library" in said[8]
    assert "标题用中文" in said[8]


def test_the_story_of_a_week_runs_as_it_is_written(tmp_path: Path) -> None:
    said, here = paste("workspace.md", tmp_path)
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

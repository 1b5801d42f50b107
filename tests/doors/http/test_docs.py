"""What docs/http.md shows works when it is pasted, and what it lists is what there is."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from archivist.doors.http.problems import REFUSAL_STATUS, STATUS
from tests.doors.http.server import Served

PAGE = (Path(__file__).parents[3] / "docs" / "http.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_every_curl_example_answers_without_a_problem(served: Served) -> None:
    commands = "\n".join(
        line for line in "\n".join(blocks("sh")).splitlines() if not line.startswith("archivist serve")
    )
    script = commands.replace("http://127.0.0.1:8765", served.url)
    done = subprocess.run(["sh", "-e", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "urn:archivist:problem" not in done.stdout
    assert "Weekly reports use the long format" in done.stdout
    assert "event: /memory/updated" in done.stdout


def test_the_python_example_works(served: Served) -> None:
    (example,) = blocks("python")
    scope: dict[str, Any] = {}
    example += "    found = alice.memory.recall('Markdown').hits"
    exec(example.replace("http://127.0.0.1:8765", served.url), scope)
    assert scope["found"]


def test_the_page_lists_the_statuses_there_are() -> None:
    listed = set(map(int, re.findall(r"\b[45]\d\d\b", PAGE)))
    assert {status for _, status in STATUS} - {502} <= listed
    assert set(REFUSAL_STATUS.values()) <= listed

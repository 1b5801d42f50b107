"""A terminal with a home of its own."""

from pathlib import Path

import pytest

from tests.doors.cli import Terminal


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path / "home", capsys)

"""The examples run offline, say what they promise, and leave nothing behind."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs_to_its_end(example: Path, tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "", "HOME": str(tmp_path), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout
    assert not list(tmp_path.iterdir())

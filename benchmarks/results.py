"""What a run leaves: a table to read, and JSON to compare, with what anyone needs to judge the figures."""

import json
import os
import platform
import shlex
import sqlite3
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

from archivist.version import __version__

FOLDER = Path(__file__).parent / "results"


def circumstances(seed: int | None = None) -> dict[str, Any]:
    """Versions, machine, day and command of this run."""
    return {
        "archivist": __version__,
        "python": platform.python_version(),
        "sqlite": {"archivist": apsw.sqlite_lib_version(), "python": sqlite3.sqlite_version},
        "system": platform.system(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": [round(load, 1) for load in os.getloadavg()],
        "date": datetime.now(UTC).date().isoformat(),
        "command": shlex.join(["python", "-m", "benchmarks", *map(_public, sys.argv[1:])]),
        "seed": seed,
    }


def save(folder: Path, name: str, results: dict[str, Any], plot: str = "") -> None:
    """Write results as JSON, floats rounded to what they can mean, and the plot of them as SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(_rounded(results), ensure_ascii=False, indent=1) + "\n", "utf-8")
    if plot:
        (folder / f"{name}.svg").write_text(plot, "utf-8")


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, its columns padded for the terminal; the first is text, the others are figures."""
    widths = [max(len(cell) for cell in column) for column in zip(columns, *rows, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]

    def line(cells: Sequence[str]) -> str:
        padded = [cells[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(cells[1:], widths[1:], strict=True))]
        return f"| {' | '.join(padded)} |"

    return "\n".join(map(line, [columns, rule, *rows]))


def figure(value: float) -> str:
    """A number with about three digits that count, thousands marked."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def _public(argument: str) -> str:
    """A path by its last part: where a file stood is nobody's business."""
    return Path(argument).name if Path(argument).is_absolute() else argument


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, 6)
        case dict():
            return {key: _rounded(item) for key, item in value.items()}
        case list() | tuple():
            return [_rounded(item) for item in value]
        case _:
            return value

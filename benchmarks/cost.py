"""What a record costs: processor time to write one and to import many, bytes on disk, memory, calls of a model."""

import argparse
import sys
from pathlib import Path
from typing import Any

from benchmarks.peers.environments import Unavailable, chosen
from benchmarks.peers.process import PeerProcess
from benchmarks.results import FOLDER, circumstances, figure, save, table
from benchmarks.texts import rows, synthetic

PEERS = ("archivist", "archivist_taken_over", "fts5")
BULK, SINGLE = 10_000, 500
SEED = 3
COLUMNS = ("imported/s", "CPU ms a row", "written/s", "CPU ms a write", "bytes a row", "MB", "model calls")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--peers", default=",".join(PEERS), help="adapters to ask, separated by commas, or all")
    parser.add_argument("--bulk", type=int, default=BULK, help="rows imported at once")
    parser.add_argument("--single", type=int, default=SINGLE, help="rows written one by one beside them")
    parser.add_argument("--timeout", type=float, default=600, help="seconds one request to a peer may take")
    parser.add_argument("--small", action="store_true", help="a few rows: does it run at all")
    parser.add_argument("--name", default="cost", help="of the file of results")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of results")


def run(given: argparse.Namespace) -> None:
    """Let every engine import and write; print and save."""
    bulk, single = (200, 20) if given.small else (given.bulk, given.single)
    results: dict[str, dict[str, Any]] = {}
    kept = {"circumstances": circumstances(SEED), "bulk": bulk, "single": single, "peers": results}
    for peer in chosen(given.peers):
        print(f"{peer} …", file=sys.stderr, flush=True)
        results[peer] = measured(peer, bulk, single, given.timeout)
        save(given.out, given.name, kept)
    print(printed(results))
    print(f"\n{given.out / given.name}.json")


def measured(peer: str, bulk: int, single: int, timeout_s: float = 600) -> dict[str, Any]:
    """What an engine needs for its rows, or under `failed` why it could not be measured."""
    texts = synthetic(SEED)
    try:
        with PeerProcess(peer, timeout_s) as process:
            imported = process.add(rows(texts, bulk, ["alice"]))
            written = process.add_singly(rows(texts, single, ["alice"], first=bulk))
            return {
                "imported_per_s": bulk / imported["wall_s"],
                "import_cpu_ms": 1_000 * imported["cpu_s"] / bulk,
                "written_per_s": single / written["wall_s"],
                "write_cpu_ms": 1_000 * written["cpu_s"] / single,
                **process.about(),
                "row_bytes": process.disk_bytes() / (bulk + single),
            }
    except Unavailable as why:
        return {"failed": str(why)}


def printed(results: dict[str, dict[str, Any]]) -> str:
    """The table, and a line for each engine that could not be asked."""
    keys = ("imported_per_s", "import_cpu_ms", "written_per_s", "write_cpu_ms", "row_bytes", "peak_mb")
    lines = [
        [peer, *(figure(row[key]) for key in keys), "–" if row["model_calls"] is None else str(row["model_calls"])]
        for peer, row in results.items()
        if "failed" not in row
    ]
    failures = [f"{peer} was not measured: {row['failed']}" for peer, row in results.items() if "failed" in row]
    return "\n".join([table(["engine", *COLUMNS], lines), *failures])

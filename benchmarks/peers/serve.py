"""The other end of the pipe: one adapter, asked over JSON lines, in the environment of its peer.

    python -m benchmarks.peers.serve NAME FOLDER

A request is `{"op": …}` on standard input, its answer one line on standard output. Times are taken around the peer's
own calls only, so the pipe costs nothing; processor time is that of this process with all its threads.
"""

import gc
import importlib
import json
import os
import resource
import sqlite3
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Self

from benchmarks.peers.contract import Peer, Row

ENOUGH_S = 10
"""Processor seconds of asking after which there is no further round."""


class Served:
    """An adapter with a store, or with one for each scope where the peer knows none."""

    def __init__(self, name: str, folder: Path) -> None:
        self._adapter = importlib.import_module(f"benchmarks.peers.adapters.{name}")
        self._folder = folder
        self._is_scoped = getattr(self._adapter, "SCOPED", True)
        self._stores: dict[str, Peer] = {}

    def add(self, rows: list[Row]) -> dict[str, Any]:
        """All of them, in the peer's own way of adding many."""
        parts: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            parts["" if self._is_scoped else row["scope"]].append(row)
        with Stopwatch() as spent:
            for scope, part in parts.items():
                self._store(scope).add(part)
        return spent.seconds

    def add_singly(self, rows: list[Row]) -> dict[str, Any]:
        """One call for each, as memories come."""
        with Stopwatch() as spent:
            for row in rows:
                self._store(row["scope"]).add([row])
        return spent.seconds

    def search(self, queries: list[tuple[str, str]], k: int, rounds: int = 1) -> dict[str, Any]:
        """What each question finds, its best times of at most so many rounds, by clock and processor."""
        if getattr(self._adapter, "EMBEDS", False):
            from benchmarks.peers.embedding import embed

            embed([query for query, _ in queries], as_query=True)
        found: list[list[str]] = []
        wall, cpu = ([float("inf")] * len(queries) for _ in range(2))
        began = time.process_time()
        for _ in range(rounds):
            if found and time.process_time() - began > ENOUGH_S:
                break
            found = []
            for at, (query, scope) in enumerate(queries):
                with Stopwatch() as spent:
                    found.append(self._store(scope).search(query, scope, k)[:k])
                wall[at] = min(wall[at], 1_000 * spent.seconds["wall_s"])
                cpu[at] = min(cpu[at], 1_000 * spent.seconds["cpu_s"])
        return {"found": found, "ms": wall, "cpu_ms": cpu}

    def about(self) -> dict[str, Any]:
        """Versions, the most memory this process has held, and how often a model was asked where that is counted."""
        counted = [store.model_calls for store in self._stores.values() if hasattr(store, "model_calls")]
        return {
            "versions": {"python": sys.version.split()[0]} | _versions(self._adapter.REQUIRES),
            "peak_mb": _peak_mb(),
            "model_calls": sum(counted) if counted else None,
        }

    def close(self) -> dict[str, Any]:
        """Close the stores, so that what is left on disk is what they keep."""
        while self._stores:
            _close(self._stores.popitem()[1])
        gc.collect()
        return {}

    def _store(self, scope: str) -> Peer:
        key = "" if self._is_scoped else scope
        if key not in self._stores:
            folder = self._folder / f"store{len(self._stores)}"
            folder.mkdir()
            self._stores[key] = self._adapter.Peer(folder)
        return self._stores[key]


def _close(store: Peer) -> None:
    if hasattr(store, "close"):
        store.close()


class Stopwatch:
    """Seconds by the clock and of the processor that its block took."""

    def __enter__(self) -> Self:
        self._wall, self._cpu = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = {"wall_s": time.perf_counter() - self._wall, "cpu_s": time.process_time() - self._cpu}


def _peak_mb() -> float:
    """Of this program: what `getrusage` tells begins with the memory of the process that started it."""
    try:
        lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def _versions(requires: Sequence[str]) -> dict[str, str]:
    found = {"sqlite": sqlite3.sqlite_version}
    for requirement in requires:
        name = requirement.split("==")[0].split(">")[0].split("<")[0]
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)  # a peer may print; what it prints is no answer
    served: Served | None = None
    for line in sys.stdin:
        try:
            request = json.loads(line)
            served = served or Served(sys.argv[1], Path(sys.argv[2]))
            answer = getattr(served, request.pop("op"))(**request)
        except Exception as exc:  # whatever a peer raises is a row of the table, not the end of the run
            traceback.print_exc()
            answer = {"error": f"{type(exc).__name__}: {exc}"[:300]}
        print(json.dumps(answer, ensure_ascii=False), file=answers)


if __name__ == "__main__":
    main()

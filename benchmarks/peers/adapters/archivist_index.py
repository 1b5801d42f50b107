"""archivist's index alone: what the product knows of a row goes in, no gate and no store stands before it."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from benchmarks.engine import Engine
from benchmarks.peers.contract import Row

REQUIRES = ()


class Peer:
    def __init__(self, folder: Path) -> None:
        self._engine = Engine()

    def add(self, rows: Sequence[Row]) -> None:
        for scope, some in groupby(rows, key=lambda row: row["scope"]):
            self._engine.index(scope, list(some))

    def search(self, query: str, scope: str, k: int) -> list[str]:
        return self._engine.search(scope, query, k)

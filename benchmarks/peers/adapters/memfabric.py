"""memfabric without a model: its lexical recall of a user's memories."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.contract import Row

REQUIRES = ("memfabric==0.2.1",)


class Peer:
    def __init__(self, folder: Path) -> None:
        import memfabric

        self._library = memfabric
        self._memory = memfabric.MemoryFabric(llm=None, db_path=str(folder / "memory.db"))

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._memory.remember(
                row["text"],
                memory_type=self._library.MemoryType.SEMANTIC,
                scope=self._library.Scope.USER,
                scope_id=row["scope"],
                source=row["id"],
            )

    def search(self, query: str, scope: str, k: int) -> list[str]:
        hits = self._memory.recall(query, scopes=[(self._library.Scope.USER, scope)], limit=k, rerank=False)
        return [_record(hit).source for hit in hits]


def _record(hit: Any) -> Any:
    return getattr(hit, "record", None) or getattr(hit, "memory", None) or hit

"""remembrane's memory store with the hash embedder it comes with, words and hashes mixed by itself."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("remembrane==0.5.1", "numpy<3")


class Peer:
    def __init__(self, folder: Path) -> None:
        from remembrane import MemoryStore

        self._memory = MemoryStore(str(folder / "memory.db"))

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._memory.store(row["text"], namespace=row["scope"], memory_id=row["id"])

    def search(self, query: str, scope: str, k: int) -> list[str]:
        hits = self._memory.recall(query, k=k, namespace=scope, touch=False)
        return [getattr(hit, "memory", hit).id for hit in hits]

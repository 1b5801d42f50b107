"""agentrecall-db: memories in SQLite FTS5, its core installation."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("agentrecall-db==0.2.0",)


class Peer:
    def __init__(self, folder: Path) -> None:
        from agentrecall import Memory

        self._memory = Memory(str(folder / "memory.db"), embeddings=False)

    def add(self, rows: Sequence[Row]) -> None:
        self._memory.add_many(
            [{"content": row["text"], "metadata": {"row": row["id"]}, "namespace": row["scope"]} for row in rows]
        )

    def search(self, query: str, scope: str, k: int) -> list[str]:
        hits = self._memory.search(query, k=k, namespace=scope)
        return [getattr(hit, "record", hit).metadata["row"] for hit in hits]

"""txtai's keyword index with stored content, no vectors."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("txtai==9.14.0",)
SCOPED = False


class Peer:
    def __init__(self, folder: Path) -> None:
        from txtai import Embeddings

        self._index = Embeddings({"keyword": True, "content": True})
        self._is_new = True

    def add(self, rows: Sequence[Row]) -> None:
        documents = [(row["id"], row["text"], None) for row in rows]
        (self._index.index if self._is_new else self._index.upsert)(documents)
        self._is_new = False

    def search(self, query: str, scope: str, k: int) -> list[str]:
        return [found["id"] for found in self._index.search(query, k)]

"""Chroma with vectors of the same local model that archivist can use; its own would be a download."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers import embedding
from benchmarks.peers.contract import Row

REQUIRES = ("chromadb==1.5.9", *embedding.REQUIRES)
EMBEDS = True
BATCH = 1_000


class Peer:
    def __init__(self, folder: Path) -> None:
        import chromadb

        client = chromadb.PersistentClient(str(folder), chromadb.Settings(anonymized_telemetry=False))
        self._rows = client.create_collection(
            "rows", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )

    def add(self, rows: Sequence[Row]) -> None:
        for start in range(0, len(rows), BATCH):
            some = rows[start : start + BATCH]
            self._rows.add(
                ids=[row["id"] for row in some],
                documents=[row["text"] for row in some],
                metadatas=[{"scope": row["scope"]} for row in some],
                embeddings=embedding.embed([row["text"] for row in some]),
            )

    def search(self, query: str, scope: str, k: int) -> list[str]:
        vectors = embedding.embed([query], as_query=True)
        found: list[list[str]] = self._rows.query(query_embeddings=vectors, n_results=k, where={"scope": scope})["ids"]
        return found[0]

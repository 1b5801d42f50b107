"""mem0 without its extracting model (`infer=False`): FAISS, vectors of the same local model that archivist can use."""

import os
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers import embedding
from benchmarks.peers.contract import Row

REQUIRES = ("mem0ai==2.2.1", "faiss-cpu", *embedding.REQUIRES)
EMBEDS = True


class Peer:
    def __init__(self, folder: Path) -> None:
        os.environ |= {"MEM0_DIR": str(folder), "MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "none"}
        from mem0 import Memory
        from mem0.embeddings.base import EmbeddingBase
        from mem0.utils.factory import EmbedderFactory

        class Local(EmbeddingBase):  # type: ignore[misc]
            def embed(self, text: str, memory_action: str | None = None) -> list[float]:
                return embedding.embed([text], as_query=memory_action == "search")[0]

            def embed_batch(self, texts: list[str], memory_action: str = "add") -> list[list[float]]:
                return embedding.embed(texts, as_query=memory_action == "search")

        EmbedderFactory.create = classmethod(lambda *_, **__: Local())
        vectors = {"path": str(folder / "faiss"), "embedding_model_dims": embedding.DIMENSIONS}
        store = {"provider": "faiss", "config": {"collection_name": "rows", "distance_strategy": "cosine", **vectors}}
        self._memory = Memory.from_config({"vector_store": store, "history_db_path": str(folder / "history.db")})

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._memory.add(row["text"], user_id=row["scope"], metadata={"row": row["id"]}, infer=False)

    def search(self, query: str, scope: str, k: int) -> list[str]:
        found = self._memory.search(query, filters={"user_id": scope}, top_k=k, threshold=0.0)
        return [hit["metadata"]["row"] for hit in found["results"]]

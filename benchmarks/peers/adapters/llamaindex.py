"""LlamaIndex's BM25 retriever; it has no adding, so every `add` builds anew."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("llama-index-core==0.14.25", "llama-index-retrievers-bm25==0.8.0")
SCOPED = False


class Peer:
    def __init__(self, folder: Path) -> None:
        from llama_index.core.schema import TextNode
        from llama_index.retrievers.bm25 import BM25Retriever

        self._node, self._retriever = TextNode, BM25Retriever
        self._nodes: list[object] = []

    def add(self, rows: Sequence[Row]) -> None:
        self._nodes += [self._node(id_=row["id"], text=row["text"]) for row in rows]
        self._index = self._retriever.from_defaults(nodes=self._nodes, similarity_top_k=min(10, len(self._nodes)))

    def search(self, query: str, scope: str, k: int) -> list[str]:
        self._index.similarity_top_k = min(k, len(self._nodes))
        return [found.node.node_id for found in self._index.retrieve(query) if found.score > 0]

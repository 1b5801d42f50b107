"""bm25s: BM25 over sparse matrices with its own English stop words; it has no adding, so every `add` builds anew."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("bm25s==0.3.16", "numpy<3")
SCOPED = False


class Peer:
    def __init__(self, folder: Path) -> None:
        import bm25s

        self._library = bm25s
        self._ids: list[str] = []
        self._texts: list[str] = []

    def add(self, rows: Sequence[Row]) -> None:
        self._ids += [row["id"] for row in rows]
        self._texts += [row["text"] for row in rows]
        self._index = self._library.BM25()
        self._index.index(self._terms(self._texts), show_progress=False)

    def search(self, query: str, scope: str, k: int) -> list[str]:
        terms = self._terms([query])
        if not terms[0]:
            return []
        places, scores = self._index.retrieve(terms, k=min(k, len(self._ids)), show_progress=False)
        return [self._ids[place] for place, score in zip(places[0], scores[0], strict=True) if score > 0]

    def _terms(self, texts: list[str]) -> list[list[str]]:
        tokens: list[list[str]] = self._library.tokenize(texts, stopwords="en", return_ids=False, show_progress=False)
        return tokens

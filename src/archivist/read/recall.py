"""Recall: from a question to at most a few whole records, among those the asker may see and no others.

Step one finds candidates: the hits by words and by meaning, and for a selector the manifest of the most recently active
records, bodies unread. Step two selects: a reranker where there is one, else a selector, so that at most one model is
asked; else the order in which they were found. Step three checks the names and reads the bodies. Any failure gives an
empty or degraded answer with its reason; the task that asked goes on. Source: requirements M9 to M14.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from archivist.errors import ModelError
from archivist.read.aids import NO_AIDS, RERANKED, Aids, in_words
from archivist.read.found import memories_found
from archivist.records.memory import ManifestLine, Memory
from archivist.records.scope import Scope
from archivist.settings import RecallSettings
from archivist.stores.base import Transaction
from archivist.text.words import parse_query

Selector = Callable[[str, Sequence[ManifestLine], int], Sequence[str]]
"""Given the question and the manifest, names the ids of what is clearly relevant, best first, at most so many."""

MAX_LEXICAL: Final = 50
MAX_QUERY_CHARACTERS: Final = 200_000


class RecallStatus(StrEnum):
    """How a recall went: nothing to search for is not the same as nothing found."""

    OK = "ok"
    EMPTY = "empty"
    NOTHING_TO_SEARCH = "nothing_to_search"
    OFF = "off"
    DEGRADED = "degraded"


@dataclass(frozen=True, slots=True)
class RecallHit:
    """A record and how relevant it is, in 0..1 within its own result list."""

    memory: Memory
    relevance: float


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer. `reason` says why it is empty or degraded."""

    status: RecallStatus
    hits: tuple[RecallHit, ...] = ()
    reason: str = ""

    def compact(self) -> str:
        """What later model steps see of it: how many hits, and the status. Source: requirement M14."""
        return f"recall: {self.status}, {len(self.hits)} found"


def recall(
    tx: Transaction,
    scopes: Sequence[Scope],
    query: str,
    limit: int,
    settings: RecallSettings,
    now: datetime,
    select: Selector | None = None,
    aids: Aids = NO_AIDS,
) -> Recall:
    """The records of `scopes` that answer `query`, best first, at most `limit` and never above the setting."""
    limit = min(limit, settings.max_bodies)
    query = query[:MAX_QUERY_CHARACTERS]
    if parse_query(query).is_empty:
        return Recall(RecallStatus.NOTHING_TO_SEARCH, reason="the question holds no word to search for")
    wanted = max(limit, MAX_LEXICAL if select else 0, RERANKED if aids.reranker else 0)
    found = [(one.seq, one.relevance) for one in memories_found(tx, scopes, query, wanted, now, aids.question)]
    if aids.reranker is not None or select is None:
        ordered, lacking = aids.in_order(query, found, lambda seqs: [_read(one) for one in tx.memories.by_seqs(seqs)])
        return _answer(tx, ordered[:limit], lacking)
    try:
        return _answer(tx, _selected(tx, scopes, query, found, limit, settings, now, select), aids.lacking)
    except ModelError as exc:
        return _answer(tx, found[:limit], in_words(aids.lacking, f"chosen by words only: {exc.message}"))


def _selected(
    tx: Transaction,
    scopes: Sequence[Scope],
    query: str,
    found: Sequence[tuple[int, float]],
    limit: int,
    settings: RecallSettings,
    now: datetime,
    select: Selector,
) -> list[tuple[int, float]]:
    """What the selector named, each name checked against the manifest it was shown."""
    window = tx.memories.manifest(scopes, settings.window, now)
    outside = [seq for seq, _ in found if seq not in {seq for seq, _ in window}]
    manifest = window + [
        (seq, ManifestLine(memory.id, memory.scope, memory.type, memory.name, memory.description, memory.updated_at))
        for seq, memory in zip(outside, tx.memories.by_seqs(outside), strict=True)
    ]
    numbers = {line.id: seq for seq, line in manifest}
    named = [id for id in select(query, [line for _, line in manifest], limit) if id in numbers]
    relevance = dict(found)
    return [(numbers[id], relevance.get(numbers[id], 0.0)) for id in dict.fromkeys(named)][:limit]


def _read(memory: Memory) -> str:
    """What a reranker is shown of a record."""
    return "\n".join(part for part in (memory.name, memory.description, memory.text) if part)


def _answer(tx: Transaction, found: Sequence[tuple[int, float]], lacking: str) -> Recall:
    memories = tx.memories.by_seqs([seq for seq, _ in found])
    hits = tuple(RecallHit(memory, relevance) for memory, (_, relevance) in zip(memories, found, strict=True))
    if lacking:
        return Recall(RecallStatus.DEGRADED, hits, lacking)
    return Recall(RecallStatus.OK if hits else RecallStatus.EMPTY, hits, "" if hits else "nothing matches")

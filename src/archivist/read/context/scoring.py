"""How a record ranks for a question: each term of C4 by name, so that a trace can show it.

score = relevance + name match + tag match + recency + importance + confidence + scope match - staleness
"""

from dataclasses import dataclass
from datetime import datetime
from math import exp
from typing import Final

from archivist.read.context.parts import Asked
from archivist.records.context import Score
from archivist.records.memory import Memory
from archivist.records.scope import Scope, ScopeKind
from archivist.text.fold import fold
from archivist.text.words import terms


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term may add at most. Relevance outweighs all that is not about the question together."""

    relevance: float = 1.0
    name_match: float = 0.5
    tag_match: float = 0.3
    recency: float = 0.15
    importance: float = 0.2
    confidence: float = 0.15
    scope_match: float = 0.2
    staleness: float = 0.2


WEIGHTS: Final = Weights()
RECENCY_DAYS: Final = 30.0
"""After so many days without use the recency of a record is down to 1/e."""
STALE_AFTER_DAYS: Final = 180.0
"""A record neither changed nor used for so long begins to be stale; after twice as long it is wholly so."""
NEARNESS: Final = {
    ScopeKind.TASK: 1.0, ScopeKind.PROJECT: 0.9, ScopeKind.AGENT: 0.8, ScopeKind.USER: 0.7, ScopeKind.WORKSPACE: 0.4,
    ScopeKind.SYSTEM: 0.3,
}  # fmt: skip


def score(memory: Memory, relevance: float, words: frozenset[str], asked: Asked, weights: Weights = WEIGHTS) -> Score:
    """The terms for one record; `relevance` in 0..1, `words` the terms of the question."""
    return Score(
        relevance=weights.relevance * relevance,
        name_match=weights.name_match * _is_named(memory.name, asked.query, words),
        tag_match=weights.tag_match * any(_is_named(tag, asked.query, words) for tag in memory.tags),
        recency=weights.recency * exp(-_days(asked.now, memory.last_active_at) / RECENCY_DAYS),
        importance=weights.importance * memory.importance,
        confidence=weights.confidence * memory.confidence,
        scope_match=weights.scope_match * scope_match(memory.scope, asked),
        staleness=weights.staleness * _staleness(memory, asked.now),
    )


def scope_match(scope: Scope, asked: Asked) -> float:
    """How near a scope is to what is being worked on, 0..1."""
    elsewhere = scope.kind is ScopeKind.PROJECT and scope.id != asked.principal.project
    return 0.1 if elsewhere else NEARNESS[scope.kind]


def _is_named(name: str, query: str, words: frozenset[str]) -> bool:
    """The question holds the name: in Chinese as a stretch of it, else word by word."""
    return words.issuperset(terms(name)) if name.isascii() else fold(name) in fold(query)


def _staleness(memory: Memory, now: datetime) -> float:
    idle = _days(now, max(memory.updated_at, memory.last_active_at))
    return min(max(idle - STALE_AFTER_DAYS, 0.0) / STALE_AFTER_DAYS, 1.0)


def _days(now: datetime, then: datetime) -> float:
    return max((now - then).total_seconds(), 0.0) / 86_400

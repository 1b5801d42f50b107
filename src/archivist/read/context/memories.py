"""Global memory and the agent's own memory, ranked for the question. The two share one pot of tokens.

Considered are the records that match, by words or by meaning; the latest rules, since a rule binds whatever is asked;
and of the agent's own notes the important ones among the latest. With nothing asked it is the latest records. What
stands in the library already is not offered twice.
Source: requirements C3, C4; source 004, sections 5.3 and 12.1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from archivist.read.context.admission import kept_out
from archivist.read.context.parts import MEMORY_NOTICE, Asked, Limits, Notice, Offer, Piece
from archivist.read.context.precedence import Authority
from archivist.read.context.scoring import score
from archivist.read.found import FoundMemory, memories_found
from archivist.records.context import Drop, Dropped, Score
from archivist.records.memory import Delivery, Kind, Memory
from archivist.records.scope import Scope, ScopeKind
from archivist.settings import Settings
from archivist.stores.base import Transaction
from archivist.text.words import parse_query

POT: Final = "memory"
MATCHING: Final = 40
"""Matching records that are looked at; the ranking of the index puts the rest behind these."""
LATEST: Final = 40
"""Latest rules, or records, of each scope that are looked at besides."""
HELD_BACK: Final = 20
IMPORTANT: Final = 0.7
"""From this importance on, an agent's own note goes in although the question does not speak of it."""


@dataclass(frozen=True, slots=True)
class _Ranked:
    memory: Memory
    score: Score
    by_meaning: bool


@dataclass(frozen=True, slots=True)
class MemoryPart:
    """The records of some kinds of scope."""

    name: str
    authority: Authority
    kinds: frozenset[ScopeKind]
    notice: Notice = MEMORY_NOTICE

    def limits(self, settings: Settings) -> Limits:
        retrieval = settings.memory.retrieval
        own = self.authority is Authority.AGENT_MEMORY
        places = retrieval.max_agent_memories if own else retrieval.max_global_memories
        return Limits(places, retrieval.max_total_tokens, POT)

    def offer(self, tx: Transaction, asked: Asked) -> Offer:
        scopes = [scope for scope in asked.scopes if scope.kind in self.kinds]
        if not scopes:
            return Offer()
        question = parse_query(asked.query, quotes_bind=False)
        found = {one.seq: one for one in _matching(tx, scopes, asked)} if not question.is_empty else {}
        own = self.authority is Authority.AGENT_MEMORY
        latest, dropped = _latest(tx, scopes, asked, only_rules=not (question.is_empty or own))
        seqs = [*found, *(seq for seq in latest if seq not in found)]
        words = frozenset(question.terms)
        ranked: list[_Ranked] = []
        for memory, seq in zip(tx.memories.by_seqs(seqs), seqs, strict=True):
            if memory.delivery is Delivery.ALWAYS and memory.scope.kind in LIBRARY_KINDS:
                continue
            match = found.get(seq, FoundMemory(seq, 0.0))
            terms = score(memory, match.relevance, words, asked)
            if reason := _kept_out(memory, terms, asked, asks_nothing=question.is_empty):
                dropped.append(Dropped(f"memory:{memory.id}", reason))
            else:
                ranked.append(_Ranked(memory, terms, match.by_meaning))
        ranked.sort(key=lambda one: (-one.score.total, one.memory.id))
        dropped += [
            Dropped(f"memory:{memory.id}", reason)
            for memory in tx.memories.held_back(scopes, asked.now, HELD_BACK)
            if (reason := kept_out(memory, asked.now, 0.0))
        ]
        return Offer(tuple(_pieces(ranked)), tuple(dropped))


LIBRARY_KINDS: Final = frozenset({ScopeKind.USER, ScopeKind.PROJECT, ScopeKind.WORKSPACE, ScopeKind.SYSTEM})
GLOBAL_MEMORY: Final = MemoryPart("global_memory", Authority.GLOBAL_MEMORY, LIBRARY_KINDS)
AGENT_MEMORY: Final = MemoryPart("agent_memory", Authority.AGENT_MEMORY, frozenset({ScopeKind.AGENT, ScopeKind.TASK}))


def _matching(tx: Transaction, scopes: Sequence[Scope], asked: Asked) -> list[FoundMemory]:
    return memories_found(tx, scopes, asked.query, MATCHING, asked.now, asked.aids.question)


def _latest(
    tx: Transaction, scopes: Sequence[Scope], asked: Asked, *, only_rules: bool
) -> tuple[list[int], list[Dropped]]:
    """What is looked at without a match, and where there was more of it."""
    look = tx.memories.latest_rules if only_rules else tx.memories.latest
    seqs: list[int] = []
    dropped: list[Dropped] = []
    for scope in scopes:
        found = look(scope, LATEST + 1, asked.now)
        seqs += found[:LATEST]
        if len(found) > LATEST:
            detail = f"only the {LATEST} latest {'rules' if only_rules else 'records'} were looked at"
            dropped.append(Dropped(f"scope:{scope}", Drop.BEYOND_WINDOW, detail))
    return seqs, dropped


def _kept_out(memory: Memory, found: Score, asked: Asked, *, asks_nothing: bool) -> Drop | None:
    matches = found.relevance > 0 or found.name_match > 0 or found.tag_match > 0
    stands = memory.kind is Kind.RULE or memory.importance >= IMPORTANT
    if not (matches or asks_nothing or stands):
        return Drop.NOT_RELEVANT
    return kept_out(memory, asked.now, asked.settings.memory.global_.min_confidence)


def _pieces(ranked: Iterable[_Ranked]) -> Iterable[Piece]:
    for place, one in enumerate(ranked):
        memory = one.memory
        sure = "" if memory.confidence == 1.0 else f", {memory.confidence:.2f}"
        yield Piece(
            id=f"memory:{memory.id}",
            text=memory.text,
            label=f"{memory.scope}{sure}",
            place=place,
            score=one.score,
            scope=str(memory.scope),
            confidence=memory.confidence,
            source_event=memory.source_event,
            by_meaning=one.by_meaning,
        )

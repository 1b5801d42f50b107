"""Global memory and the agent's own memory, ranked for the question. The two share one pot of tokens.

Considered are the records that match; the latest rules, since a rule binds whatever is asked; and of the agent's own
notes the important ones among the latest. With nothing asked it is the latest records. What stands in the library
already is not offered twice.
Source: requirements C3, C4; source 004, sections 5.3 and 12.1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from archivist.read.context.admission import kept_out
from archivist.read.context.parts import MEMORY_NOTICE, Asked, Limits, Notice, Offer, Piece
from archivist.read.context.precedence import Authority
from archivist.read.context.scoring import score
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
        relevance = dict(tx.memories.search(scopes, asked.query, MATCHING, asked.now)) if not question.is_empty else {}
        own = self.authority is Authority.AGENT_MEMORY
        latest, dropped = _latest(tx, scopes, asked, only_rules=not (question.is_empty or own))
        seqs = [*relevance, *(seq for seq in latest if seq not in relevance)]
        words = frozenset(question.terms)
        ranked: list[tuple[Memory, Score]] = []
        for memory, seq in zip(tx.memories.by_seqs(seqs), seqs, strict=True):
            if memory.delivery is Delivery.ALWAYS and memory.scope.kind in LIBRARY_KINDS:
                continue
            found = score(memory, relevance.get(seq, 0.0), words, asked)
            if reason := _kept_out(memory, found, asked, asks_nothing=question.is_empty):
                dropped.append(Dropped(f"memory:{memory.id}", reason))
            else:
                ranked.append((memory, found))
        ranked.sort(key=lambda pair: (-pair[1].total, pair[0].id))
        dropped += [
            Dropped(f"memory:{memory.id}", reason)
            for memory in tx.memories.held_back(scopes, asked.now, HELD_BACK)
            if (reason := kept_out(memory, asked.now, 0.0))
        ]
        return Offer(tuple(_pieces(ranked)), tuple(dropped))


LIBRARY_KINDS: Final = frozenset({ScopeKind.USER, ScopeKind.PROJECT, ScopeKind.WORKSPACE, ScopeKind.SYSTEM})
GLOBAL_MEMORY: Final = MemoryPart("global_memory", Authority.GLOBAL_MEMORY, LIBRARY_KINDS)
AGENT_MEMORY: Final = MemoryPart("agent_memory", Authority.AGENT_MEMORY, frozenset({ScopeKind.AGENT, ScopeKind.TASK}))


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


def _pieces(ranked: Iterable[tuple[Memory, Score]]) -> Iterable[Piece]:
    for place, (memory, found) in enumerate(ranked):
        sure = "" if memory.confidence == 1.0 else f", {memory.confidence:.2f}"
        yield Piece(
            id=f"memory:{memory.id}",
            text=memory.text,
            label=f"{memory.scope}{sure}",
            place=place,
            score=found,
            scope=str(memory.scope),
            confidence=memory.confidence,
            source_event=memory.source_event,
        )

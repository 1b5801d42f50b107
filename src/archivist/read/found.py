"""What a question finds: by its words, and by what it means where that is known. Each tells which of the two it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from archivist.read.fusion import CANDIDATES, Question, fused
from archivist.records.knowledge import StoredSection
from archivist.records.scope import Scope, user
from archivist.stores.base import Transaction
from archivist.stores.conversations_port import LocatedMessage


@dataclass(frozen=True, slots=True)
class FoundMemory:
    """A record by its number. Found `by_meaning`, it holds no word that was asked for."""

    seq: int
    relevance: float
    by_meaning: bool = False


@dataclass(frozen=True, slots=True)
class FoundSection:
    """A section, with its text.

    Found `by_meaning`, it holds no word that was asked for; `is_near` says that its meaning alone would have found it.
    """

    stored: StoredSection
    relevance: float
    by_meaning: bool = False
    is_near: bool = False


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """A message with its conversation. Found `by_meaning`, it holds no word that was asked for."""

    located: LocatedMessage
    relevance: float
    by_meaning: bool = False


def memories_found(
    tx: Transaction, scopes: Sequence[Scope], query: str, limit: int, now: datetime, question: Question | None = None
) -> list[FoundMemory]:
    """The at most `limit` records of these scopes, best first."""
    lexical = tx.memories.search(scopes, query, _wanted(limit, question), now)
    best = fused(tx, "memory", scopes, question, lexical, lambda seqs: tx.memories.searchable(seqs, now).keys(), limit)
    by_words = {seq for seq, _ in lexical}
    return [FoundMemory(one.entry, one.relevance, one.entry not in by_words) for one in best]


def sections_found(
    tx: Transaction,
    scopes: Sequence[Scope],
    mounted: Sequence[int] | None,
    query: str,
    limit: int,
    question: Question | None = None,
) -> list[FoundSection]:
    """The at most `limit` sections in force of these scopes, and of the `mounted` documents alone, best first."""
    lexical = tx.documents.search(scopes, query, _wanted(limit, question), mounted)
    sections = {stored.seq: stored for stored, _ in lexical}

    def shown(seqs: Sequence[int]) -> set[int]:
        also = tx.documents.sections(scopes, seqs, mounted)
        sections.update(also)
        return set(also)

    by_words = [(stored.seq, relevance) for stored, relevance in lexical]
    only = None if mounted is None or question is None else tx.documents.sections_of(mounted)
    best = fused(tx, "section", scopes, question, by_words, shown, limit, only)
    known = dict(by_words)
    return [FoundSection(sections[one.entry], one.relevance, one.entry not in known, one.is_near) for one in best]


def messages_found(
    tx: Transaction, owner: str, query: str, limit: int, question: Question | None = None
) -> list[FoundMessage]:
    """The at most `limit` messages of this owner, best first."""
    lexical = tx.conversations.search(owner, query, _wanted(limit, question))
    best = fused(tx, "message", [user(owner)], question, lexical, lambda seqs: seqs, limit)
    located = tx.conversations.located(owner, [one.entry for one in best])
    by_words = dict(lexical)
    return [
        FoundMessage(located[one.entry], one.relevance, one.entry not in by_words)
        for one in best
        if one.entry in located
    ]


def _wanted(limit: int, question: Question | None) -> int:
    return limit if question is None else max(limit, CANDIDATES)

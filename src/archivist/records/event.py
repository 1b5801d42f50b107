"""What happened, for whoever listens: facts and references, never bodies. Source: requirement E1."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from archivist.records.scope import Scope


class Topic(StrEnum):
    """Every topic there is."""

    MEMORY_PROPOSED = "/memory/proposed"
    MEMORY_UPDATED = "/memory/updated"
    MEMORY_REJECTED = "/memory/rejected"
    MEMORY_EXPIRED = "/memory/expired"
    MEMORY_CONFLICT = "/memory/conflict"
    PROPOSAL_DECIDED = "/memory/proposal/decided"
    LIBRARY_CHANGED = "/memory/library/changed"
    CONVERSATION_ENDED = "/conversation/ended"
    CONVERSATION_COMPACTED = "/conversation/compacted"
    SOURCE_PROPOSED = "/knowledge/source/proposed"
    SOURCE_ACCEPTED = "/knowledge/source/accepted"
    KNOWLEDGE_INDEXED = "/knowledge/indexed"
    KNOWLEDGE_REINDEXED = "/knowledge/reindexed"
    KNOWLEDGE_INDEX_FAILED = "/knowledge/index_failed"
    KNOWLEDGE_PUBLISHED = "/knowledge/published"
    KNOWLEDGE_WITHDRAWN = "/knowledge/withdrawn"
    MOUNTS_CHANGED = "/knowledge/mounts_changed"
    CONTEXT_BUILT = "/context/built"
    CONTEXT_BUILD_FAILED = "/context/build_failed"
    SETTINGS_CHANGED = "/settings/changed"


@dataclass(frozen=True, slots=True)
class Event:
    """One row of the outbox. `number` rises by commit order; consumers keep the last number they finished."""

    number: int
    at: datetime
    topic: Topic
    subject: str
    scope: Scope | None = None
    source_event: str | None = None
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Consumer:
    """Who listens to what. `act` may be called twice for one event. `from_start`: also for what happened before."""

    topics: frozenset[Topic]
    act: Callable[[Event], None]
    from_start: bool = True


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """An event that a consumer gave up on, kept until a person replays or discards it."""

    consumer: str
    event: Event
    attempts: int
    error: str
    at: datetime

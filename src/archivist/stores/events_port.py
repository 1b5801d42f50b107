"""The outbox of a store: events written with the acts they tell of, and how far each consumer has read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # as in `stores.base`
    from collections.abc import Mapping
    from datetime import datetime

    from archivist.records.event import DeadLetter, Event, Topic
    from archivist.records.scope import Scope


@dataclass(frozen=True, slots=True)
class Lease:
    """A consumer's turn: the last event it finished, and how often the next one has failed."""

    finished: int
    attempts: int


@dataclass(frozen=True, slots=True)
class ConsumerState:
    """How far a consumer is."""

    name: str
    finished: int
    attempts: int
    next_try_at: datetime


class Events(Protocol):
    """The outbox, the consumers that read it, and the letters they could not deliver."""

    def emit_audited(self, topic: Topic, audit: int, facts: Mapping[str, str] | None = None) -> int:
        """An event about an audited act: time, scope, subject and source event stand in the audit entry."""
        ...

    def emit(
        self,
        topic: Topic,
        at: datetime,
        subject: str,
        scope: Scope | None = None,
        source_event: str | None = None,
        facts: Mapping[str, str] | None = None,
    ) -> int:
        """An event that stands for itself; returns its number."""
        ...

    def after(self, number: int, limit: int) -> list[Event]:
        """Events behind `number`, in order."""
        ...

    def get(self, number: int) -> Event | None:
        """The event of that number."""
        ...

    def last_number(self) -> int:
        """The number of the newest event; 0 when there is none."""
        ...

    def register(self, consumer: str, start_after: int) -> None:
        """Know a consumer from now on; one that is known keeps its place."""
        ...

    def lease(self, consumer: str, now: datetime, until: datetime) -> Lease | None:
        """Take the consumer's turn until `until`; None while another holds it or the next try is not due."""
        ...

    def finish(self, consumer: str, number: int) -> None:
        """Everything up to `number` is done."""
        ...

    def fail(self, consumer: str, next_try_at: datetime) -> None:
        """The event in hand did not work; give the lease back and wait."""
        ...

    def release(self, consumer: str) -> None:
        """Give the lease back."""
        ...

    def consumers(self) -> list[ConsumerState]:
        """Every consumer and how far it is."""
        ...

    def bury(self, consumer: str, event: int, attempts: int, error: str, at: datetime) -> None:
        """Set an event aside that a consumer gave up on."""
        ...

    def dead_letters(self) -> list[DeadLetter]:
        """What was set aside, oldest first."""
        ...

    def unbury(self, consumer: str, event: int) -> bool:
        """Take a dead letter off the list; False when it was not on it."""
        ...

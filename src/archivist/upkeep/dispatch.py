"""Hands the events of the outbox to their consumers, each at its own place: at least once, and harmless twice.

A consumer that fails is tried again, later each time; after five times the event is set aside where a person can see
it and have it replayed, and the consumer goes on. Source: design, section 4; requirement E2.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from archivist.errors import ArchivistError
from archivist.records.event import Event, Topic
from archivist.upkeep.means import Means
from archivist.upkeep.profile import follow_preference
from archivist.upkeep.summarize import summarize_document


@dataclass(frozen=True, slots=True)
class Consumer:
    """Who listens to what."""

    topics: frozenset[Topic]
    act: Callable[[Means, Event], None]


CONSUMERS: Final[Mapping[str, Consumer]] = {
    "profile": Consumer(frozenset({Topic.MEMORY_UPDATED}), follow_preference),
    "summaries": Consumer(frozenset({Topic.KNOWLEDGE_INDEXED}), summarize_document),
}
LEASE: Final = timedelta(minutes=5)
TRIES: Final = 5
FIRST_WAIT: Final = timedelta(seconds=10)
BATCH: Final = 500


def dispatch(means: Means, consumers: Mapping[str, Consumer] = CONSUMERS) -> int:
    """Bring every consumer up to the newest event; how many events were handed over."""
    return sum(_bring_up(means, name, consumer) for name, consumer in consumers.items())


def _bring_up(means: Means, name: str, consumer: Consumer) -> int:
    with means.store.reading() as tx:
        places = {state.name: state.finished for state in tx.events.consumers()}
        if places.get(name, 0) >= tx.events.last_number():
            return 0
    now = means.clock()
    with means.store.transaction() as tx:
        tx.events.register(name, 0)
        lease = tx.events.lease(name, now, now + LEASE)
    if lease is None:
        return 0
    finished, attempts, handed = lease.finished, lease.attempts, 0
    while True:
        with means.store.reading() as tx:
            events = tx.events.after(finished, BATCH)
        for event in (one for one in events if one.topic in consumer.topics):
            problem = _problem(means, consumer, event)
            if problem and not _given_up(means, name, event, attempts, problem):
                return handed
            attempts, handed = 0, handed + 1
        with means.store.transaction() as tx:
            if events:
                finished = events[-1].number
                tx.events.finish(name, finished)
            if len(events) < BATCH:
                tx.events.release(name)
                return handed


def _problem(means: Means, consumer: Consumer, event: Event) -> str:
    try:
        consumer.act(means, event)
    except ArchivistError as exc:
        return exc.message
    return ""


def _given_up(means: Means, name: str, event: Event, attempts: int, problem: str) -> bool:
    """Whether this was the last try and the event was set aside; else the consumer waits before it."""
    now = means.clock()
    with means.store.transaction() as tx:
        tx.ledger.count("dispatch_failures")
        if attempts + 1 >= TRIES:
            tx.events.bury(name, event.number, attempts + 1, problem, now)
            return True
        if attempts == 0:  # the events before this one are done
            tx.events.finish(name, event.number - 1)
        tx.events.fail(name, now + FIRST_WAIT * 2**attempts)
        return False

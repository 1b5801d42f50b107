"""Hands the events of the outbox to their consumers, each at its own place: at least once, and harmless twice.

A consumer that fails is tried again, later each time; after so many times the event is set aside where a person can see
it and have it replayed, and the consumer goes on. Every failure is in the audit trail. This is the worker loop: the one
place that catches whatever a consumer raises. Source: design, section 4; requirements E2, X9.
"""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Final

from archivist.errors import ArchivistError, NotFound
from archivist.records.event import Consumer, Event, Topic
from archivist.records.principal import Principal
from archivist.text.sensitive import mask_sensitive
from archivist.upkeep.compaction import sum_up
from archivist.upkeep.extraction import read_ended
from archivist.upkeep.means import Means
from archivist.upkeep.profile import follow_preference
from archivist.upkeep.summarize import summarize_document
from archivist.upkeep.vectors import KINDS, embed_subject
from archivist.upkeep.webhooks import consumers_of
from archivist.write.commit import record

LEASE: Final = timedelta(minutes=5)
BATCH: Final = 500
PROFILE: Final = "profile"
SUMMARIES: Final = "summaries"
VECTORS: Final = "vectors"
SEE: Final = "see what was set aside: archivist dead-letters list"


def consumers(means: Means) -> dict[str, Consumer]:
    """Everybody who listens. A new consumer is one line here."""
    return {
        PROFILE: Consumer(frozenset({Topic.MEMORY_UPDATED}), partial(follow_preference, means)),
        "extraction": Consumer(frozenset({Topic.CONVERSATION_ENDED}), partial(read_ended, means)),
        "compaction": Consumer(frozenset({Topic.CONVERSATION_COMPACTED}), partial(sum_up, means)),
        SUMMARIES: Consumer(frozenset({Topic.KNOWLEDGE_INDEXED}), partial(summarize_document, means)),
        **_embedding(means),
        **consumers_of(means.settings().events.webhooks, means.clock),
    }


def _embedding(means: Means) -> dict[str, Consumer]:
    """Who makes vectors; nobody where they are off, so that switching them on begins at the first event."""
    on = means.settings().knowledge.index.vector.on
    return {VECTORS: Consumer(frozenset(KINDS), partial(embed_subject, means))} if on else {}


def dispatch(means: Means, listening: Mapping[str, Consumer] | None = None) -> int:
    """Bring every consumer up to the newest event; how many events were handed over."""
    found = consumers(means) if listening is None else listening
    return sum(_bring_up(means, name, consumer) for name, consumer in found.items())


def dispatch_at_hand(means: Means) -> int:
    """Bring those up to the newest event that ask nobody else, a model least of all: what a command may wait for."""
    everybody = consumers(means)
    at_hand = (PROFILE,) if means.settings().models.of("summarizer").model else (PROFILE, SUMMARIES)
    return sum(_bring_up(means, name, everybody[name]) for name in at_hand)


def replay(means: Means, name: str, number: int, by: Principal) -> str:
    """Hand an event that was set aside to its consumer once more; what went wrong, or "" when it went well.

    Raises:
        NotFound: that event was not set aside, or nobody of that name listens any more.
    """
    with means.store.reading() as tx:
        letters = [one for one in tx.events.dead_letters() if (one.consumer, one.event.number) == (name, number)]
    consumer = consumers(means).get(name)
    if not letters or consumer is None:
        raise NotFound("dead letter", f"{name} {number}", hint=SEE)
    (letter,) = letters
    problem = _problem(consumer, letter.event)
    with means.store.transaction() as tx:
        if not problem:
            tx.events.unbury(name, number)
        outcome = "failed" if problem else "delivered"
        record(tx, means.pen(by), "replay", outcome, f"event:{number}", scope=letter.event.scope, detail=name)
    return problem


def discard(means: Means, name: str, number: int, by: Principal) -> None:
    """Take an event off the list of those that were set aside.

    Raises:
        NotFound: it is not on it.
    """
    with means.store.transaction() as tx:
        if not tx.events.unbury(name, number):
            raise NotFound("dead letter", f"{name} {number}", hint=SEE)
        record(tx, means.pen(by), "discard", "discarded", f"event:{number}", detail=name)


def _bring_up(means: Means, name: str, consumer: Consumer) -> int:
    with means.store.reading() as tx:
        places = {state.name: state.finished for state in tx.events.consumers()}
        last = tx.events.last_number()
    if places.get(name, 0 if consumer.from_start else -1) >= last:
        return 0
    now = means.clock()
    with means.store.transaction() as tx:
        tx.events.register(name, 0 if consumer.from_start else last)
        lease = tx.events.lease(name, now, now + LEASE)
    if lease is None:
        return 0
    finished, attempts, handed = lease.finished, lease.attempts, 0
    while True:
        with means.store.reading() as tx:
            events = tx.events.after(finished, BATCH)
        for event in (one for one in events if one.topic in consumer.topics):
            problem = _problem(consumer, event)
            if problem and not _given_up(means, name, event, attempts, problem):
                return handed
            attempts, handed = 0, handed + 1
            with means.store.transaction() as tx:
                tx.events.finish(name, event.number)
        with means.store.transaction() as tx:
            if events:
                finished = events[-1].number
                tx.events.finish(name, finished)
            if len(events) < BATCH:
                tx.events.release(name)
                return handed


def _problem(consumer: Consumer, event: Event) -> str:
    """What went wrong, in words that hold no secret; "" when nothing did."""
    try:
        consumer.act(event)
    except ArchivistError as exc:
        return mask_sensitive(exc.message)
    except Exception as exc:
        return mask_sensitive(f"{type(exc).__name__}: {exc}")
    return ""


def _given_up(means: Means, name: str, event: Event, attempts: int, problem: str) -> bool:
    """Whether this was the last try and the event was set aside; else the consumer waits before it."""
    settings = means.settings().events
    pen = means.pen(Principal("archivist", upkeep=name.partition(":")[0]))
    last = attempts + 1 >= settings.tries
    with means.store.transaction() as tx:
        tx.ledger.count("dispatch_failures")
        record(
            tx, pen, "dispatch", "set_aside" if last else "failed", f"event:{event.number}", scope=event.scope,
            reason=problem.partition(":")[0][:80], detail=f"try {attempts + 1} of {settings.tries}",
        )  # fmt: skip
        if last:
            tx.events.bury(name, event.number, attempts + 1, problem, pen.now)
            return True
        if attempts == 0:  # the events before this one are done
            tx.events.finish(name, event.number - 1)
        tx.events.fail(name, pen.now + timedelta(seconds=settings.first_wait_s * 2**attempts))
        return False

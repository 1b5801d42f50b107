"""Table `event`: the outbox, the consumers that read it, and the letters they could not deliver."""

from collections.abc import Mapping
from datetime import datetime

from archivist.records.event import DeadLetter, Event, Topic
from archivist.records.scope import Scope, ScopeKind
from archivist.stores.events_port import ConsumerState, Lease
from archivist.stores.sqlite.codec import facts_from, from_ms, json_text, to_ms
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries


def event_from_row(row: Row) -> Event:
    """The one place that knows the columns of an event query."""
    number, at, topic, subject, scope_kind, scope_id, holder, source_event, facts = row
    return Event(
        number=number,
        at=from_ms(at),
        topic=Topic(topic),
        subject=subject,
        scope=Scope(ScopeKind(scope_kind), scope_id, holder) if scope_kind else None,
        source_event=source_event,
        facts=facts_from(facts),
    )


class EventTable:
    """The outbox, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names) -> None:
        self._connection = connection
        self._names = names
        self._sql = queries("event")

    def emit_audited(self, topic: Topic, audit: int, facts: Mapping[str, str] | None = None) -> int:
        return self._emit(topic, audit=audit, facts=facts)

    def emit(
        self,
        topic: Topic,
        at: datetime,
        subject: str,
        scope: Scope | None = None,
        source_event: str | None = None,
        facts: Mapping[str, str] | None = None,
    ) -> int:
        number = self._names.scope(self._connection, scope) if scope else None
        return self._emit(topic, at=to_ms(at), subject=subject, scope=number, source_event=source_event, facts=facts)

    def _emit(self, topic: Topic, facts: Mapping[str, str] | None, **columns: int | str | None) -> int:
        bindings = {"audit": None, "at": None, "scope": None, "subject": None, "source_event": None, **columns}
        row = self._connection.execute(
            self._sql["emit"], {"topic": topic, "facts": json_text(facts) if facts else None, **bindings}
        ).fetchone()
        return int(row[0])

    def after(self, number: int, limit: int) -> list[Event]:
        rows = self._connection.execute(self._sql["after"], {"after": number, "limit": limit})
        return [event_from_row(row) for row in rows]

    def get(self, number: int) -> Event | None:
        row = self._connection.execute(self._sql["by_number"], {"number": number}).fetchone()
        return None if row is None else event_from_row(row)

    def last_number(self) -> int:
        return int(self._connection.execute(self._sql["last_number"]).fetchone()[0])

    def register(self, consumer: str, start_after: int) -> None:
        self._connection.execute(self._sql["register"], {"name": consumer, "from": start_after})

    def lease(self, consumer: str, now: datetime, until: datetime) -> Lease | None:
        row = self._connection.execute(
            self._sql["lease"], {"name": consumer, "now": to_ms(now), "until": to_ms(until)}
        ).fetchone()
        return None if row is None else Lease(finished=row[0], attempts=row[1])

    def finish(self, consumer: str, number: int) -> None:
        self._connection.execute(self._sql["finish"], {"name": consumer, "number": number})

    def fail(self, consumer: str, next_try_at: datetime) -> None:
        self._connection.execute(self._sql["fail"], {"name": consumer, "next_try_at": to_ms(next_try_at)})

    def release(self, consumer: str) -> None:
        self._connection.execute(self._sql["release"], {"name": consumer})

    def consumers(self) -> list[ConsumerState]:
        rows = self._connection.execute(self._sql["consumers"])
        return [
            ConsumerState(name, finished, attempts, from_ms(next_try)) for name, finished, attempts, next_try in rows
        ]

    def bury(self, consumer: str, event: int, attempts: int, error: str, at: datetime) -> None:
        self._connection.execute(
            self._sql["bury"],
            {"consumer": consumer, "event": event, "attempts": attempts, "error": error, "at": to_ms(at)},
        )

    def dead_letters(self) -> list[DeadLetter]:
        rows = self._connection.execute(self._sql["dead_letters"])
        return [
            DeadLetter(consumer, event_from_row(tuple(event)), attempts, error, from_ms(at))
            for consumer, attempts, error, at, *event in rows
        ]

    def unbury(self, consumer: str, event: int) -> bool:
        row = self._connection.execute(self._sql["unbury"], {"consumer": consumer, "event": event}).fetchone()
        return row is not None

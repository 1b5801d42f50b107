"""Table `trace`: what was shown in which run, and why."""

from dataclasses import replace
from datetime import datetime

import msgspec

from archivist.records.context import Spent, Trace
from archivist.stores.sqlite.codec import json_text, to_ms
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries

_trace = msgspec.json.Decoder(Trace)


class TraceTable:
    """The traces, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sql = queries("trace")

    def insert(self, trace: Trace) -> None:
        self._connection.execute(
            self._sql["insert"],
            {
                "run": trace.run,
                "at": to_ms(trace.at),
                "owner": trace.user,
                "agent": trace.agent,
                "tokens": trace.tokens,
                "detail": json_text(trace),
            },
        )

    def get(self, owner: str, run: str) -> Trace | None:
        row = self._connection.execute(self._sql["by_run"], {"run": run, "owner": owner}).fetchone()
        return None if row is None else _from_row(row)

    def latest(self, owner: str, limit: int) -> list[Trace]:
        rows = self._connection.execute(self._sql["latest"], {"owner": owner, "limit": limit})
        return [_from_row(row) for row in rows]

    def spend(self, owner: str, run: str, results: int, tokens: int) -> None:
        self._connection.execute(self._sql["spend"], {"run": run, "owner": owner, "results": results, "tokens": tokens})

    def purge(self, before: datetime) -> None:
        self._connection.execute(self._sql["purge"], {"before": to_ms(before)})


def _from_row(row: Row) -> Trace:
    detail, calls, results, tokens = row
    return replace(_trace.decode(detail), spent=Spent(calls, results, tokens))

"""Table `mount`: which documents a task may read. Rows are closed and not removed, so the past stays as it was."""

from collections.abc import Callable, Sequence
from datetime import datetime

from archivist.records.knowledge import Document, Mount
from archivist.records.scope import Scope
from archivist.stores.sqlite.codec import from_ms, to_ms
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries

Documents = Callable[[Sequence[int]], dict[int, Document]]


class MountTable:
    """The mounts, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names, documents: Documents) -> None:
        self._connection = connection
        self._names = names
        self._documents = documents
        self._sql = queries("mount")

    def mount(self, task: Scope, document: Document, at: datetime, by: str) -> bool:
        bindings = {
            "task": self._names.scope(self._connection, task),
            "document": document.seq,
            "at": to_ms(at),
            "by": self._names.actor(self._connection, by),
        }
        return self._connection.execute(self._sql["mount"], bindings).fetchone() is not None

    def unmount(self, task: Scope, document: Document, at: datetime) -> bool:
        number = self._names.known_scope(self._connection, task)
        bindings = {"task": number, "document": document.seq, "at": to_ms(at)}
        return self._connection.execute(self._sql["unmount"], bindings).fetchone() is not None

    def of_task(self, task: Scope, at: datetime) -> list[Mount]:
        number = self._names.known_scope(self._connection, task)
        rows = self._connection.execute(self._sql["of_task"], {"task": number, "at": to_ms(at)}).fetchall()
        found = self._documents([row[0] for row in rows])
        return [
            Mount(found[seq], from_ms(since), by)
            for seq, since, by in rows
            if seq in found and found[seq].deleted_at is None
        ]

"""A shelf in the database itself, for records as texts without a folder for them. Source: requirement M8."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archivist.errors import AlreadyExists, NotFound
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries
from archivist.stores.workspace.names import safe_name, same_name
from archivist.stores.workspace.shelf import Inventory, Sheet, Shelved, check_expected, version_of

if TYPE_CHECKING:
    from archivist.stores.sqlite.store import SqliteStore


class SheetShelf:
    """The texts of table `sheet` under one `shelf`; a mark is the version itself."""

    def __init__(self, store: SqliteStore, shelf: str) -> None:
        self._store, self._shelf = store, shelf
        self._sql = queries("sheet")

    def list(self) -> Inventory:
        """See `Shelf`."""
        with self._store.reading() as tx:
            connection: Connection = tx.connection
            rows = connection.execute(self._sql["list"], {"shelf": self._shelf}).fetchall()
        return Inventory(tuple(Shelved(name, version) for name, version in rows))

    def read(self, name: str) -> Sheet:
        """See `Shelf`."""
        name = safe_name(name)
        with self._store.reading() as tx:
            text = self._present(tx.connection, name)
        if text is None:
            raise NotFound("text", name)
        return Sheet(name, text, version_of(text))

    def write(self, name: str, text: str, *, expected: str | None = None) -> str:
        """See `Shelf`; compared and replaced in one transaction."""
        name = safe_name(name)
        with self._store.transaction() as tx:
            check_expected(name, self._present(tx.connection, name), expected)
            bindings = {"shelf": self._shelf, "name": name, "same": same_name(name)}
            twin = tx.connection.execute(self._sql["twin"], bindings).fetchone()
            if twin is not None and twin[0] != name:
                raise AlreadyExists("text", name, twin[0])
            tx.connection.execute(self._sql["write"], {**bindings, "text": text, "version": version_of(text)})
        return version_of(text)

    def delete(self, name: str, *, expected: str | None = None) -> None:
        """See `Shelf`."""
        name = safe_name(name)
        with self._store.transaction() as tx:
            present = self._present(tx.connection, name)
            if present is None:
                raise NotFound("text", name)
            check_expected(name, present, expected)
            tx.connection.execute(self._sql["delete"], {"shelf": self._shelf, "name": name})

    def _present(self, connection: Connection, name: str) -> str | None:
        row = connection.execute(self._sql["read"], {"shelf": self._shelf, "name": name}).fetchone()
        return None if row is None else str(row[0])

"""Scopes, actors and walks through the gates by number: each stands once in the file, and rows carry the number."""

from collections.abc import Iterable

from archivist.records.scope import Scope
from archivist.stores.sqlite.rows import Connection


class Names:
    """Numbers of scopes, actors and walks. They never change in one file: `SqliteStore` drops this with the file."""

    def __init__(self) -> None:
        self._scopes: dict[Scope, int] = {}
        self._actors: dict[str, int] = {}
        self._walks: dict[str, int] = {}

    def scope(self, connection: Connection, scope: Scope) -> int:
        """The number of `scope`, given now if it has none."""
        number = self.known_scope(connection, scope)
        if number is None:
            row = connection.execute(
                "INSERT INTO scope (kind, id, holder) VALUES (?, ?, ?) RETURNING seq",
                (scope.kind, scope.id, scope.holder),
            ).fetchone()
            number = self._scopes[scope] = int(row[0])
        return number

    def known_scope(self, connection: Connection, scope: Scope) -> int | None:
        """The number of `scope`, or None when nothing was ever written there."""
        number = self._scopes.get(scope)
        if number is None:
            row = connection.execute(
                "SELECT seq FROM scope WHERE kind = ? AND id = ? AND holder = ?", (scope.kind, scope.id, scope.holder)
            ).fetchone()
            if row is None:
                return None
            number = self._scopes[scope] = int(row[0])
        return number

    def known_scopes(self, connection: Connection, scopes: Iterable[Scope]) -> list[int]:
        """The numbers of those scopes that hold anything."""
        numbers = (self.known_scope(connection, scope) for scope in scopes)
        return [number for number in numbers if number is not None]

    def actor(self, connection: Connection, name: str) -> int:
        """The number of the actor `name`, given now if it has none."""
        if name not in self._actors:
            row = connection.execute("SELECT seq FROM actor WHERE name = ?", (name,)).fetchone()
            if row is None:
                row = connection.execute("INSERT INTO actor (name) VALUES (?) RETURNING seq", (name,)).fetchone()
            assert row is not None
            self._actors[name] = int(row[0])
        return self._actors[name]

    def walk(self, connection: Connection, gates: str) -> int:
        """The number of the gates walked, by their names in order, given now if it has none."""
        if gates not in self._walks:
            row = connection.execute("SELECT seq FROM gate_walk WHERE gates = ?", (gates,)).fetchone()
            if row is None:
                row = connection.execute("INSERT INTO gate_walk (gates) VALUES (?) RETURNING seq", (gates,)).fetchone()
            assert row is not None
            self._walks[gates] = int(row[0])
        return self._walks[gates]

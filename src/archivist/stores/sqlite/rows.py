"""A connection as the tables use it. Rows are untyped here and become records in one function a table."""

from collections.abc import Iterator
from typing import Any, Protocol

Row = tuple[Any, ...]


class Cursor(Protocol):
    """The rows of one statement."""

    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """What a table needs of a connection."""

    def execute(self, statements: str, bindings: Any = None, /) -> Cursor: ...
    def executemany(self, statements: str, sequenceofbindings: Any, /) -> Cursor: ...

"""The settled parts of a home's indexes: Tantivy folders beside the database, in step with it.

The database says of each kind of entry which folder is its own and at which mark it stands (`meta`, `index:<kind>`),
and the folder holds that mark too. The database is right: a folder that is missing, damaged, of another home or of a
backup stands at another mark and is made anew when the home is opened. Everything that writes a folder holds the
database's write lock, so that two processes never want Tantivy's own.

Emptying the fresh part is announced first (`index:<kind>:next`), then done in one transaction with Tantivy's commit
before SQLite's. A crash between the two leaves entries in both parts, where the fresh one counts.
"""

import secrets
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from archivist.errors import SettingsError, StoreError
from archivist.stores.index_port import Index
from archivist.stores.sqlite.connection import Database
from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.sqlite.ledger import Ledger
from archivist.stores.sqlite.rows import Connection

if TYPE_CHECKING:
    from archivist.stores.tantivy_index import TantivyIndex

KINDS: Final = ("memory", "message", "section")
MAX_FRESH: Final = 10_000
"""Entries in a fresh part before it is emptied: emptying so many takes about a second, during which others wait."""


class SettledIndexes:
    """Those of one database. `wanted` is whether a rebuild shall make one; an existing one is used in any case."""

    def __init__(self, database: Database) -> None:
        self.wanted = False
        self._database = database
        self._root = Path(f"{database.path}.index")
        self._open: dict[str, tuple[str, TantivyIndex]] = {}  # by name of the folder: the mark it was read at
        self._begun: dict[str, TantivyIndex] = {}  # in the transaction that is open
        self._left = False  # a folder, by the transaction that is open
        database.on_rollback(self._forget)

    def index(self, connection: Connection, kind: str) -> Index:
        """The index of a kind as this transaction has it."""
        state = self._state(connection, kind)
        if state is None and not self.wanted:
            return FtsIndex(connection, kind)
        from archivist.stores.sqlite.fresh_index import FreshIndex
        from archivist.stores.sqlite.layered_index import LayeredIndex

        settled = self._opened("", "") if state is None else self._opened(*state)
        return LayeredIndex(FreshIndex(connection, kind), settled, lambda: self._begin(connection, kind))

    def commit(self) -> None:
        """Make lasting what was begun in this transaction; to be called before it is committed."""
        for index in self._begun.values():
            index.commit()

    def finish(self) -> None:
        """After the transaction: take the folders away that are nobody's any more."""
        if self._left:
            self._forget()
            self._sweep()

    def stale(self, connection: Connection) -> list[str]:
        """The kinds whose folder does not stand where the database says, or should not be there at all."""
        states = {kind: self._state(connection, kind) for kind in KINDS}
        return [kind for kind, state in states.items() if state and not self._stands(connection, kind, *state)]

    def disown(self, connection: Connection, kind: str) -> None:
        """Let go of a kind's folder, before its index is made anew."""
        self._left = True
        Ledger(connection).set_meta(f"index:{kind}", "")

    def holds_removed(self, connection: Connection, kind: str) -> bool:
        """Whether the folder of a kind still has words of what was removed."""
        from archivist.stores.sqlite.fresh_index import FreshIndex

        state = self._state(connection, kind)
        if state is None:
            return False
        return bool(FreshIndex(connection, kind).buried()) or self._opened(*state).holds_removed()

    def problems(self, connection: Connection) -> list[str]:
        """What is wrong with the folders, in words."""
        return [
            f"the full-text index of kind {kind} is not at the state of the database: archivist reindex"
            for kind in self.stale(connection)
        ]

    def settle(self, more_than: int = 0) -> int:
        """Empty every fresh part of more than so many entries into its settled one; how many entries moved."""
        return sum(self._settle(kind, more_than) for kind in KINDS)

    # -- in pieces

    def _forget(self) -> None:
        self._begun.clear()
        self._left = False

    def _settle(self, kind: str, more_than: int) -> int:
        from archivist.stores.sqlite.fresh_index import FreshIndex

        mark = secrets.token_hex(8)
        with self._database.writing() as connection:
            if self._state(connection, kind) is None or len(FreshIndex(connection, kind)) <= more_than:
                return 0
            Ledger(connection).set_meta(f"index:{kind}:next", mark)
        with self._database.writing() as connection:
            state = self._state(connection, kind)
            if state is None:
                return 0
            fresh, settled = FreshIndex(connection, kind), self._folder(state[0])
            settled.remove(fresh.buried())
            for entry, terms, length in fresh.everything():
                settled.put_terms(entry, terms, length)
            moved = len(fresh)
            settled.mark(mark)
            settled.commit()
            fresh.clear()
            Ledger(connection).set_meta(f"index:{kind}", f"{state[0]} {mark}")
        return moved

    def _begin(self, connection: Connection, kind: str) -> "TantivyIndex":
        """A new folder, which is the kind's own once the transaction is committed."""
        self._left = True
        name, mark = f"{kind}-{secrets.token_hex(8)}", secrets.token_hex(8)
        index = self._begun[name] = self._folder(name)
        index.mark(mark)
        Ledger(connection).set_meta(f"index:{kind}", f"{name} {mark}")
        return index

    def _state(self, connection: Connection, kind: str) -> tuple[str, str] | None:
        """The folder of a kind and the mark at which it stands."""
        name, _, mark = (Ledger(connection).meta(f"index:{kind}") or "").partition(" ")
        return (name, mark) if name else None

    def _stands(self, connection: Connection, kind: str, name: str, mark: str) -> bool:
        if not self.wanted or not (self._root / name).is_dir():
            return False
        announced = Ledger(connection).meta(f"index:{kind}:next")
        try:
            index = self._folder(name)
            return index.is_at(mark) or (announced is not None and index.is_at(announced))
        except StoreError:
            return False

    def _opened(self, name: str, mark: str) -> "TantivyIndex":
        """The folder of that name for searching, at this mark or a later one; an empty index where there is none."""
        if name in self._begun:
            return self._begun[name]
        seen, index = self._open.get(name) or ("", self._folder(name))
        if seen != mark:
            index.reload()
        self._open[name] = (mark, index)
        return index

    def _folder(self, name: str) -> "TantivyIndex":
        try:
            from archivist.stores.tantivy_index import TantivyIndex
        except ImportError as exc:
            problem = "this home's index needs its package: pip install 'archivist[tantivy]'"
            raise SettingsError("knowledge.index.text.backend", problem) from exc
        return TantivyIndex(self._root / name if name else None)

    def _sweep(self) -> None:
        with self._database.writing() as connection:
            states = [self._state(connection, kind) for kind in KINDS]
            kept = {state[0] for state in states if state}
            for folder in self._root.iterdir() if self._root.is_dir() else ():
                if folder.name not in kept:
                    self._open.pop(folder.name, None)
                    shutil.rmtree(folder, ignore_errors=True)

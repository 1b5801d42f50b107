"""The SQLite store: one file, or memory for a throw-away home.

What only a part of the commands asks for (documents, traces, workspaces) is imported when it is asked for: a recall and
a hook start sooner for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from archivist.clock import Clock
from archivist.errors import StoreReadOnly
from archivist.stores.sqlite.audit_log import AuditTable
from archivist.stores.sqlite.codec import to_ms
from archivist.stores.sqlite.connection import IN_MEMORY, Database, translated
from archivist.stores.sqlite.conversations import ConversationTable
from archivist.stores.sqlite.events import EventTable
from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.sqlite.generations import GenerationTable
from archivist.stores.sqlite.ledger import Ledger
from archivist.stores.sqlite.libraries import LibraryTable
from archivist.stores.sqlite.memories import MemoryTable
from archivist.stores.sqlite.migrate import migrate
from archivist.stores.sqlite.model_use import ModelUseTable
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.projects import ProjectTable
from archivist.stores.sqlite.proposals import ProposalTable
from archivist.stores.sqlite.settled_indexes import KINDS, MAX_FRESH, SettledIndexes
from archivist.stores.sqlite.tokens import TokenTable
from archivist.stores.sqlite.vectors import VectorCache, VectorTable

if TYPE_CHECKING:
    from archivist.stores.sqlite.documents import DocumentTable
    from archivist.stores.sqlite.mounts import MountTable
    from archivist.stores.sqlite.sheet_shelf import SheetShelf
    from archivist.stores.sqlite.sources import SourceTable
    from archivist.stores.sqlite.traces import TraceTable
    from archivist.stores.sqlite.workspaces import JobRunTable, WorkspaceTable


class SqliteTransaction:
    """The tables of one connection; each is built when first asked for."""

    def __init__(
        self, connection: apsw.Connection, indexes: SettledIndexes, names: Names, vectors: VectorCache
    ) -> None:
        self.connection = connection
        self._indexes = indexes
        self._names = names
        self._vectors = vectors

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.connection)

    @cached_property
    def tokens(self) -> TokenTable:
        return TokenTable(self.connection)

    @cached_property
    def audit(self) -> AuditTable:
        return AuditTable(self.connection, self._names)

    @cached_property
    def events(self) -> EventTable:
        return EventTable(self.connection, self._names)

    @cached_property
    def proposals(self) -> ProposalTable:
        return ProposalTable(self.connection, self._names)

    @cached_property
    def projects(self) -> ProjectTable:
        return ProjectTable(self.connection, self._names)

    @cached_property
    def libraries(self) -> LibraryTable:
        return LibraryTable(self.connection, self._names)

    @cached_property
    def memories(self) -> MemoryTable:
        return MemoryTable(
            self.connection, self._names, self._indexes.index(self.connection, "memory"), self.generation
        )

    @cached_property
    def workspaces(self) -> WorkspaceTable:
        from archivist.stores.sqlite.workspaces import WorkspaceTable

        return WorkspaceTable(self.connection)

    @cached_property
    def job_runs(self) -> JobRunTable:
        from archivist.stores.sqlite.workspaces import JobRunTable

        return JobRunTable(self.connection)

    @cached_property
    def conversations(self) -> ConversationTable:
        return ConversationTable(self.connection, self._names, self._indexes.index(self.connection, "message"))

    @cached_property
    def traces(self) -> TraceTable:
        from archivist.stores.sqlite.traces import TraceTable

        return TraceTable(self.connection)

    @cached_property
    def generations(self) -> GenerationTable:
        return GenerationTable(self.connection)

    @cached_property
    def model_use(self) -> ModelUseTable:
        return ModelUseTable(self.connection)

    @cached_property
    def documents(self) -> DocumentTable:
        from archivist.stores.sqlite.documents import DocumentTable

        return DocumentTable(self.connection, self._names, self._indexes.index(self.connection, "section"))

    @cached_property
    def sources(self) -> SourceTable:
        from archivist.stores.sqlite.sources import SourceTable

        return SourceTable(self.connection, self._names)

    @cached_property
    def mounts(self) -> MountTable:
        from archivist.stores.sqlite.mounts import MountTable

        return MountTable(self.connection, self._names, self.documents.by_seqs)

    @cached_property
    def vectors(self) -> VectorTable:
        return VectorTable(self.connection, self._names, self._vectors)

    def generation(self) -> int:
        """The newest generation whose records may be seen."""
        return int(self.ledger.setting("generation") or 1)


class SqliteStore:
    """Implements `stores.base.Store`."""

    def __init__(self, path: Path | str, clock: Clock) -> None:
        """Open the database and bring its schema up to date; one that has content is copied first.

        Raises:
            StoreTooNew, StoreReadOnly, StoreCorrupt: see `errors`; the file is left as it is.
        """
        if path != IN_MEMORY:
            _make_folder(Path(path).parent)
        self.path = Path(path)
        self.database = Database(path)
        self._indexes = SettledIndexes(self.database)
        self._counted = 0
        self._remembered: tuple[int, Names, VectorCache] | None = None
        self.database.on_rollback(self._forget)
        try:
            self.migrated = migrate(self.database, to_ms(clock()), self._back_up)
        except BaseException:
            self.database.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[SqliteTransaction]:
        with self.database.writing() as connection:
            yield self._on(connection)
            self._indexes.commit()
        if not self.database.writer.in_transaction:
            self._indexes.finish()
            self._settle()

    @contextmanager
    def reading(self) -> Iterator[SqliteTransaction]:
        with self.database.reading() as connection:
            yield self._on(connection)

    def _on(self, connection: apsw.Connection) -> SqliteTransaction:
        """A transaction that trusts what was looked up before only while the file is the one it was looked up in.

        A backup put in its place, by this process or another, gives numbers and vectors anew: SQLite then moves the
        schema version on.
        """
        version = int(connection.pragma("schema_version"))
        remembered = self._remembered
        if remembered is None or remembered[0] != version:
            remembered = self._remembered = (version, Names(), VectorCache())
        return SqliteTransaction(connection, self._indexes, *remembered[1:])

    def _forget(self) -> None:
        self._remembered = None

    def sheets(self, shelf: str) -> SheetShelf:
        from archivist.stores.sqlite.sheet_shelf import SheetShelf

        return SheetShelf(self, shelf)

    def copy_to(self, target: Path) -> None:
        """Write a consistent copy while others go on reading and writing; `target` appears whole or not at all."""
        partial = target.with_name(target.name + ".partial")
        partial.unlink(missing_ok=True)
        copy = apsw.Connection(str(partial))
        with self.database.reading() as source, copy.backup("main", source, "main") as backup:
            backup.step()
        copy.close()
        partial.replace(target)

    def replace_by(self, copy: Path) -> None:
        """Put the content of a backup in place of this database's, for every process that has it open."""
        source = apsw.Connection(str(copy), flags=apsw.SQLITE_OPEN_READONLY)
        with translated(str(self.path)), self.database.writer.backup("main", source, "main") as backup:
            backup.step()
        source.close()

    def index_with(self, backend: str) -> None:
        """Keep the full-text indexes in `sqlite_fts5` or `tantivy` from the next rebuild on.

        An index that does not stand where the database says, or is not kept so any more, is made anew now.

        Raises:
            SettingsError: the package of the backend is not installed.
        """
        self._indexes.wanted = backend == "tantivy" and not self.database.in_memory
        with self.reading() as tx:
            sound = not self._indexes.stale(tx.connection)
        if sound:
            return
        with self.transaction() as tx:
            for kind in self._indexes.stale(tx.connection):
                self._indexes.disown(tx.connection, kind)
                _rebuild(tx, kind)

    def disown_indexes(self, connection: apsw.Connection) -> None:
        """Forget where the indexes of this database are, before they are made anew: it came from another home."""
        for kind in KINDS:
            self._indexes.disown(connection, kind)

    def scrub(self) -> None:
        with self.transaction() as tx:
            for kind in KINDS:
                if self._indexes.holds_removed(tx.connection, kind):
                    _rebuild(tx, kind)
                FtsIndex(tx.connection, kind).compact()
        self.database.vacuum()

    def tidy(self) -> None:
        self._indexes.settle()
        for kind in KINDS:
            while self._joins_pieces(kind):
                continue

    def _joins_pieces(self, kind: str) -> bool:
        with self.database.writing() as connection:
            return FtsIndex(connection, kind).join_pieces()

    def problems(self) -> list[str]:
        """What is wrong with the file, as SQLite itself finds it, and with the indexes; empty when all is sound."""
        with self.database.reading() as connection:
            rows = connection.execute("PRAGMA integrity_check").fetchall()
            return [str(row[0]) for row in rows if row[0] != "ok"] + self._indexes.problems(connection)

    def close(self) -> None:
        self.database.close()

    def _settle(self) -> None:
        """Empty the fresh parts of the indexes that have grown large; looked after only now and then."""
        changes = self.database.writer.total_changes()
        if changes - self._counted > MAX_FRESH:
            self._indexes.settle(more_than=MAX_FRESH)
            self._counted = self.database.writer.total_changes()

    def _back_up(self) -> None:
        if not self.database.in_memory:
            self.copy_to(self.path.with_name(f"{self.path.name}.before-upgrade"))


def _rebuild(tx: SqliteTransaction, kind: str) -> None:
    if kind == "memory":
        tx.memories.rebuild_index()
    elif kind == "message":
        tx.conversations.rebuild_index()
    else:
        tx.documents.rebuild_index()


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise StoreReadOnly(
            f"{folder} cannot be made: {exc.strerror}", hint="choose another folder with --home"
        ) from exc

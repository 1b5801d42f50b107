"""Opens the database, and is the one place that knows SQLite's errors.

One connection writes, under a lock; each thread that reads has its own, so that a read never waits for a write (WAL).
Several processes share a file: each waits up to the busy time-out for the other's write, then says `StoreBusy`.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import apsw

from archivist.errors import StoreBusy, StoreCorrupt, StoreError, StoreFull, StoreReadOnly

BUSY_TIMEOUT_MS: Final = 30_000
CACHE_KIB: Final = 16_384

IN_MEMORY: Final = ":memory:"


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Turn SQLite's errors into ours, each with what to do."""
    try:
        yield
    except apsw.BusyError as exc:
        raise StoreBusy(f"{path} is busy: another process holds the write lock", hint="try again") from exc
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as exc:
        raise StoreReadOnly(
            f"{path} cannot be opened for writing: {exc}", hint="check the folder's permissions"
        ) from exc
    except (apsw.FullError, apsw.IOError) as exc:
        raise StoreFull(
            f"{path} could not be written: {exc}", hint="free some disk space; nothing was changed"
        ) from exc
    except (apsw.NotADBError, apsw.CorruptError) as exc:
        raise StoreCorrupt(
            f"{path} is not a sound database: {exc}", hint="restore a backup: archivist restore FILE"
        ) from exc
    except apsw.Error as exc:
        raise StoreError(f"{path}: {exc}") from exc


class Database:
    """One SQLite file (or `:memory:`) with its writer and its readers."""

    def __init__(self, path: Path | str) -> None:
        """Open, and create where absent. The schema is `migrate.migrate`'s business.

        Raises:
            StoreReadOnly, StoreCorrupt: the file cannot be used.
        """
        self.path = str(path)
        self._lock = threading.RLock()
        self._local = threading.local()
        self._readers: list[apsw.Connection] = []
        self._on_rollback: list[Callable[[], None]] = []
        with translated(self.path):
            self.writer = self._open()

    @property
    def in_memory(self) -> bool:
        return self.path == IN_MEMORY

    def _open(self) -> apsw.Connection:
        connection = apsw.Connection(self.path)
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        if not self.in_memory:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(
            f"PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -{CACHE_KIB};"
            "PRAGMA temp_store = MEMORY"
        )
        return connection

    def on_rollback(self, forget: Callable[[], None]) -> None:
        """Have `forget` called when a transaction is undone, so that no cache keeps what never was."""
        self._on_rollback.append(forget)

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """The writer inside `BEGIN IMMEDIATE`: committed on leaving, rolled back on any error.

        Nested use joins the transaction that is open.
        """
        with self._lock, translated(self.path):
            if self.writer.in_transaction:
                yield self.writer
                return
            self.writer.execute("BEGIN IMMEDIATE")
            try:
                yield self.writer
                self.writer.execute("COMMIT")
            except BaseException:
                if self.writer.in_transaction:
                    self.writer.execute("ROLLBACK")
                for forget in self._on_rollback:
                    forget()
                raise

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A reader with one consistent view for as long as the block lasts."""
        if self.in_memory:
            with self._lock, translated(self.path):
                yield self.writer
            return
        with translated(self.path):
            reader = self._reader()
            if reader.in_transaction:
                yield reader
                return
            reader.execute("BEGIN")
            try:
                yield reader
            finally:
                reader.execute("COMMIT")

    def _reader(self) -> apsw.Connection:
        reader: apsw.Connection | None = getattr(self._local, "reader", None)
        if reader is None:
            reader = self._open()
            reader.execute("PRAGMA query_only = ON")
            self._local.reader = reader
            with self._lock:
                self._readers.append(reader)
        return reader

    def vacuum(self) -> None:
        """Write the file anew without free pages, and empty the write-ahead log."""
        with self._lock, translated(self.path):
            self.writer.execute("VACUUM")
            if not self.in_memory:
                self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close every connection; what was committed is safe."""
        with self._lock:
            for connection in (*self._readers, self.writer):
                try:
                    connection.close()
                except apsw.ThreadingViolationError:
                    connection.interrupt()  # a thread that outlived its time still reads; nothing of it is kept
            self._readers.clear()
            self._local = threading.local()

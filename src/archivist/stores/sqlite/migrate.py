"""Brings a database to the schema of this program: numbered files, hashed, forward only.

Each file and the record of it stand in one transaction, so a kill between two steps leaves whole steps. A file that was
changed after it had been applied refuses to run; a database with steps this program does not know is left as it is.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from archivist.errors import StoreError, StoreTooNew
from archivist.stores.sqlite.connection import Database
from archivist.stores.sqlite.sql_files import MIGRATIONS

LEDGER = (
    "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL)"
)


def pending(database: Database, folder: Path = MIGRATIONS) -> list[Path]:
    """The steps still to take, oldest first.

    Raises:
        StoreTooNew: the database has steps this program does not know.
        StoreError: a step was edited after it had been applied.
    """
    applied = _applied(database)
    files = {path.name: path for path in sorted(folder.glob("[0-9]*.sql"))}
    unknown = sorted(applied.keys() - files.keys())
    if unknown:
        raise StoreTooNew(
            f"{database.path} was made by a newer archivist (it has {unknown[-1]})",
            hint="upgrade archivist; the file was left as it is",
        )
    for name, digest in applied.items():
        if digest != _digest(files[name]):
            raise StoreError(f"{name} was edited after it had been applied", hint="add a new migration instead")
    return [path for name, path in files.items() if name not in applied]


def migrate(database: Database, now_ms: int, before_first: Callable[[], None], folder: Path = MIGRATIONS) -> list[str]:
    """Apply what is pending and return the names. `before_first` makes the backup of a database that has content."""
    steps = pending(database, folder)
    if steps and _applied(database):
        before_first()
    done = []
    for path in steps:
        with database.writing() as connection:
            connection.execute(LEDGER)
            if path.name in dict(connection.execute("SELECT name, sha256 FROM migration")):
                continue  # another process took this step while we waited for the lock
            connection.execute(path.read_text("utf-8"))
            connection.execute("INSERT INTO migration VALUES (?, ?, ?)", (path.name, _digest(path), now_ms))
            done.append(path.name)
    return done


def _applied(database: Database) -> dict[str, str]:
    with database.reading() as connection:
        known = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").fetchone()
        return dict(connection.execute("SELECT name, sha256 FROM migration")) if known else {}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

"""A whole home as plain files: a file of JSON lines for each table, and a manifest with counts and checksums.

Nothing is interpreted, so nothing is lost: records with their versions, the queue, conversations, documents, the audit
chain. Tokens do not travel, and the search index is made anew. Reading back goes into an empty home alone, in one
transaction, and is checked against the manifest before it counts.
"""

import base64
import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import apsw

from archivist.errors import Invalid
from archivist.stores.sqlite.store import SqliteStore

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
STAYS: Final = frozenset({"token", "migration"})
_BYTES: Final = "$bytes"


def write_home(store: SqliteStore, folder: Path) -> dict[str, int]:
    """Write everything to an empty folder; returns how many rows each table had.

    Raises:
        Invalid: the folder holds something, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Invalid("folder", f"{folder} is not empty", hint="name a new folder")
        with store.database.reading() as connection:  # one view of everything, while others go on writing
            files = {table: _write_table(connection, table, folder) for table in _tables(connection)}
            manifest = {"format": FORMAT, "schema": _schema(connection), "tables": files}
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    except OSError as exc:
        raise Invalid("folder", f"{folder} cannot be written: {exc.strerror}") from exc
    return {table: file["rows"] for table, file in files.items()}


def read_home(store: SqliteStore, folder: Path) -> dict[str, int]:
    """Read everything back into a home that holds nothing yet; returns how many rows each table has.

    Raises:
        Invalid: it is no export of this format and schema, it was changed or is incomplete, or the home is not empty.
    """
    manifest = _manifest(folder)
    with store.transaction() as tx:
        connection = tx.connection
        if manifest["schema"] != _schema(connection):
            raise Invalid(MANIFEST, "was written by another version of archivist", hint="use the same version on both")
        if connection.execute("SELECT 1 FROM audit LIMIT 1").fetchone():
            raise Invalid("home", "holds something already", hint="import into a new one: --home DIR")
        tables = _tables(connection)
        if set(manifest["tables"]) != set(tables):
            raise Invalid(MANIFEST, "names other tables than this schema has")
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for table in tables:
            _read_table(connection, table, folder, manifest["tables"][table])
        store.disown_indexes(connection)
        tx.memories.rebuild_index()
        tx.conversations.rebuild_index()
        tx.documents.rebuild_index()
        report = tx.audit.verify()
        if not report.whole:
            raise Invalid("audit", f"the chain is broken at entry {report.broken_at}: {report.problem}")
    return {table: manifest["tables"][table]["rows"] for table in tables}


def _tables(connection: apsw.Connection) -> list[str]:
    """The tables that travel, by name; the index and SQLite's own stay."""
    rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    virtual = [str(name) for name, sql in rows if "VIRTUAL" in str(sql)[:20].upper()]
    return [
        str(name)
        for name, _ in rows
        if not str(name).startswith("sqlite_")
        and name not in STAYS
        and not any(name == one or str(name).startswith(f"{one}_") for one in virtual)
    ]


def _schema(connection: apsw.Connection) -> list[str]:
    return [str(name) for (name,) in connection.execute("SELECT name FROM migration ORDER BY name")]


def _write_table(connection: apsw.Connection, table: str, folder: Path) -> dict[str, Any]:
    digest, rows = hashlib.sha256(), 0
    with (folder / f"{table}.jsonl").open("wb") as file:
        for line in _lines(connection, table):
            file.write(line)
            digest.update(line)
            rows += 1
    return {"rows": rows, "sha256": digest.hexdigest()}


def _lines(connection: apsw.Connection, table: str) -> Iterator[bytes]:
    names = _columns(connection, table)
    quoted = ", ".join(f'"{name}"' for name in names)
    order = "1, 2" if len(names) > 1 else "1"
    for row in connection.execute(f'SELECT {quoted} FROM "{table}" ORDER BY {order}'):
        plain = {name: _plain(value) for name, value in zip(names, row, strict=True)}
        yield json.dumps(plain, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _read_table(connection: apsw.Connection, table: str, folder: Path, told: dict[str, Any]) -> None:
    try:
        data = (folder / f"{table}.jsonl").read_bytes()
    except OSError as exc:
        raise Invalid(f"{table}.jsonl", f"cannot be read: {exc.strerror}") from exc
    lines = data.splitlines()
    if hashlib.sha256(data).hexdigest() != told.get("sha256") or len(lines) != told.get("rows"):
        raise Invalid(f"{table}.jsonl", "is not as it was written", hint="export again")
    names = _columns(connection, table)
    quoted, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" * len(names))
    connection.execute(f'DELETE FROM "{table}"')  # what a new home begins with
    for line in lines:
        row = json.loads(line)
        connection.execute(f'INSERT INTO "{table}" ({quoted}) VALUES ({marks})', [_stored(row[name]) for name in names])


def _columns(connection: apsw.Connection, table: str) -> list[str]:
    rows = connection.execute("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid", (table,))
    return [str(name) for (name,) in rows]


def _plain(value: Any) -> Any:
    return {_BYTES: base64.b64encode(value).decode("ascii")} if isinstance(value, bytes) else value


def _stored(value: Any) -> Any:
    return base64.b64decode(value[_BYTES]) if isinstance(value, dict) else value


def _manifest(folder: Path) -> dict[str, Any]:
    manifest = None
    with suppress(OSError, ValueError):
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    if (
        not isinstance(manifest, dict)
        or manifest.get("format") != FORMAT
        or not isinstance(manifest.get("tables"), dict)
    ):
        raise Invalid(str(folder), f"is no export of archivist (no {MANIFEST} of format {FORMAT})")
    return manifest

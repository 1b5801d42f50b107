"""SQLite keeps the contract, in memory and on disk; and what only a file can show."""

import multiprocessing
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import TestClock
from tests.contracts.context import ContextContract
from tests.contracts.store import StoreContract, a_memory

from archivist.app import open_app
from archivist.errors import StoreCorrupt, StoreError, StoreReadOnly, StoreTooNew
from archivist.stores.sqlite.connection import Database
from archivist.stores.sqlite.migrate import migrate
from archivist.stores.sqlite.sql_files import MIGRATIONS
from archivist.stores.sqlite.store import SqliteStore


class TestInMemory(ContextContract, StoreContract):
    @pytest.fixture
    def store(self) -> Iterator[SqliteStore]:
        store = SqliteStore(":memory:", TestClock())
        yield store
        store.close()


class TestOnDisk(ContextContract, StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        store = SqliteStore(tmp_path / "archivist.db", TestClock())
        yield store
        store.close()


@settings(max_examples=50, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60))
def test_any_text_is_kept_as_it_is(text: str) -> None:
    store = SqliteStore(":memory:", TestClock())
    with store.transaction() as tx:
        tx.memories.insert(a_memory(text=text))
        assert tx.memories.get("m1") == a_memory(text=text)
    store.close()


def test_a_read_goes_on_while_another_connection_writes(tmp_path: Path) -> None:
    one, other = (SqliteStore(tmp_path / "a.db", TestClock()) for _ in range(2))
    with one.transaction() as tx:
        tx.memories.insert(a_memory())
        with other.reading() as seen:
            assert seen.memories.get("m1") is None
    with other.reading() as seen:
        assert seen.memories.get("m1") is not None


def _remember(home: Path, who: str, count: int) -> None:
    with open_app(home) as app:
        session = app.acting_as("alice")
        for number in range(count):
            session.memory.remember(f"并发 {who}-{number}")


def test_several_processes_write_one_home_and_every_row_is_there(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_remember, args=(tmp_path, who, 25)) for who in ("cli", "http", "mcp", "nightly")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [0] * 4
    with open_app(tmp_path) as app:
        texts = {one.text for one in app.acting_as("alice").memory.list(limit=500).items}
        assert len(texts) == 100
        assert app.acting_as("alice").oversight.verify().whole
        assert app.store.problems() == []


def test_a_newer_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    SqliteStore(path, TestClock()).close()
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO migration VALUES ('9999_future.sql', 'x', 0)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreTooNew):
        SqliteStore(path, TestClock())
    assert path.read_bytes() == before


def test_an_older_database_is_copied_before_it_is_migrated(tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    folder.mkdir()
    (folder / "0001_a.sql").write_text("CREATE TABLE a (x INTEGER) STRICT;")
    database = Database(tmp_path / "old.db")
    copied: list[str] = []
    assert migrate(database, 0, lambda: copied.append("copy"), folder) == ["0001_a.sql"]
    (folder / "0002_b.sql").write_text("ALTER TABLE a ADD COLUMN y INTEGER;")
    assert copied == []
    assert migrate(database, 0, lambda: copied.append("copy"), folder) == ["0002_b.sql"]
    assert copied == ["copy"]
    assert migrate(database, 0, lambda: copied.append("copy"), folder) == []


def test_a_step_that_breaks_half_way_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    folder.mkdir()
    step = folder / "0001_a.sql"
    step.write_text("CREATE TABLE a (x INTEGER) STRICT; CREATE TABLE a (x INTEGER) STRICT;")
    database = Database(tmp_path / "old.db")
    with pytest.raises(StoreError):
        migrate(database, 0, lambda: None, folder)
    step.write_text("CREATE TABLE a (x INTEGER) STRICT;")
    assert migrate(database, 0, lambda: None, folder) == ["0001_a.sql"]


def test_an_edited_step_refuses_to_run(tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    folder.mkdir()
    step = folder / "0001_a.sql"
    step.write_text("CREATE TABLE a (x INTEGER) STRICT;")
    database = Database(tmp_path / "old.db")
    migrate(database, 0, lambda: None, folder)
    step.write_text("CREATE TABLE a (x INTEGER, y INTEGER) STRICT;")
    with pytest.raises(StoreError):
        migrate(database, 0, lambda: None, folder)


def test_each_migration_can_be_stopped_before_and_the_next_start_goes_on(tmp_path: Path) -> None:
    steps = sorted(MIGRATIONS.glob("[0-9]*.sql"))
    for count in range(len(steps)):
        folder = tmp_path / f"first-{count}"
        folder.mkdir()
        for step in steps[:count]:
            (folder / step.name).write_bytes(step.read_bytes())
        database = Database(tmp_path / f"{count}.db")
        migrate(database, 0, lambda: None, folder)
        database.close()
        store = SqliteStore(tmp_path / f"{count}.db", TestClock())
        with store.transaction() as tx:
            tx.memories.insert(a_memory())
        assert store.problems() == []
        store.close()


@pytest.mark.parametrize("content", [b"this is no database, just text " * 50, b"\x00" * 4096])
def test_a_file_that_is_no_database_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(content)
    with pytest.raises(StoreCorrupt):
        SqliteStore(path, TestClock())
    assert path.read_bytes() == content


def test_a_home_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreReadOnly):
        SqliteStore(tmp_path / "file" / "a.db", TestClock())


def test_a_read_only_database_is_said_to_be_read_only(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    store = SqliteStore(path, TestClock())
    store.database.writer.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreReadOnly), store.transaction() as tx:
        tx.memories.insert(a_memory())


def _fill(store: SqliteStore) -> None:
    with store.transaction() as tx:
        for number in range(500):
            tx.memories.insert(a_memory(f"m{number}", "x" * 4000))


def test_a_full_disk_is_said_and_nothing_is_half_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db", TestClock())
    pages = store.database.writer.execute("PRAGMA page_count").fetchone()
    assert pages is not None
    store.database.writer.execute(f"PRAGMA max_page_count = {int(pages[0])}")
    with pytest.raises(StoreError):
        _fill(store)
    with store.reading() as tx:
        assert tx.memories.get("m0") is None


def test_a_copy_is_whole_while_others_write(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db", TestClock())
    with store.transaction() as tx:
        tx.memories.insert(a_memory())
    store.copy_to(tmp_path / "copy.db")
    assert apsw.Connection(str(tmp_path / "copy.db")).execute("SELECT count(*) FROM memory").fetchone() == (1,)
    assert os.listdir(tmp_path).count("copy.db.partial") == 0


def test_a_home_closes_although_a_thread_still_reads(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db", TestClock())
    begun, over = threading.Event(), threading.Event()

    def read() -> None:
        with suppress(StoreError), store.reading() as tx:
            begun.set()
            endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
            tx.connection.execute(endless)
        over.set()

    reader = threading.Thread(target=read)
    reader.start()
    begun.wait(5)
    time.sleep(0.1)
    store.close()
    assert over.wait(5)
    reader.join(5)


def test_nobody_sees_anothers_records_after_a_backup_of_another_order_takes_their_place(tmp_path: Path) -> None:
    def written(path: Path, *names: str) -> Path:
        with open_app(path) as app:
            for name in names:
                app.acting_as(name).memory.remember(f"The secret of {name} is safe")
        return path

    other = written(tmp_path / "other", "bob", "alice")
    home = written(tmp_path / "home", "alice", "bob")
    with open_app(home) as app, open_app(home) as another_process:
        for one in (app, another_process):
            assert len(one.acting_as("alice").memory.list().items) == 1
            assert len(one.acting_as("bob").memory.list().items) == 1
        app.store.replace_by(other / "archivist.db")
        for one in (app, another_process):
            for name in ("alice", "bob"):
                assert [each.text for each in one.acting_as(name).memory.list().items] == [
                    f"The secret of {name} is safe"
                ]

"""The FTS5 index keeps the promise of every index, and its own: erased words leave the file, searches cost by scope."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from tests.contracts.index import ALICE, BOB, IndexContract, Known, fill, found

from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.sqlite.sql_files import MIGRATIONS
from archivist.text.ranking import IndexedText


def connect(path: Path | str = ":memory:") -> apsw.Connection:
    """A database with the tables of the index and nothing else."""
    connection = apsw.Connection(str(path))
    for migration in ("0002_search.sql", "0017_index_pieces.sql"):
        connection.execute((MIGRATIONS / migration).read_text("utf-8"))
    return connection


@pytest.fixture
def index() -> Iterator[FtsIndex]:
    connection = connect()
    yield FtsIndex(connection, "memory")
    connection.close()


class TestFtsIndex(IndexContract):
    """Every promise of `IndexContract`."""


def test_the_index_lives_and_dies_with_the_transaction() -> None:
    connection = connect()
    index = FtsIndex(connection, "memory")
    connection.execute("BEGIN")
    known = fill(index, {1: "launcher"})
    connection.execute("ROLLBACK")
    assert found(index, known, "launcher") == []


def test_an_erased_word_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    connection = connect(path)
    connection.pragma("secure_delete", True)
    index = FtsIndex(connection, "memory")
    fill(index, {1: "zanzibarquux", 2: "launcher"})
    index.remove([1])
    index.compact()
    connection.close()
    assert b"zanzibarquux" not in path.read_bytes()


def test_a_table_name_is_a_name() -> None:
    with pytest.raises(ValueError, match="not a table name"):
        FtsIndex(connect(), "x; DROP TABLE memory")


def test_a_search_takes_the_same_steps_however_many_others_there_are() -> None:
    """Steps of SQLite's machine are counted, so that the test does not depend on the clock."""

    def steps(others: int) -> int:
        connection = connect()
        index = FtsIndex(connection, "memory")
        index.put_many(
            (n, BOB, IndexedText(body=f"tea number {n} of the launcher")) for n in range(1_000, 1_000 + others)
        )
        known = fill(index, {n: f"tea number {n} of the launcher" for n in range(200)}, ALICE)
        index.compact()
        count = 0

        def step() -> bool:
            nonlocal count
            count += 1
            return False

        connection.set_progress_handler(step, 10)
        assert len(found(index, Known(known.known), "tea launcher number")) == 10
        return count

    assert steps(others=5_000) <= 2 * steps(others=0)


def test_joining_the_pieces_of_many_small_writes_changes_no_answer_and_spares_work() -> None:
    connection = connect()
    index = FtsIndex(connection, "memory")
    texts = {n: IndexedText(body=f"tea number {n} of the launcher, 第 {n} 号茶") for n in range(1, 16)}
    for entry, text in texts.items():
        index.put(entry, ALICE, text)
    before = [found(index, Known(texts), query) for query in ("tea 3", "茶", "launcher")]
    pieces = _pieces(connection)
    while index.join_pieces():
        continue
    assert _pieces(connection) < pieces
    assert [found(index, Known(texts), query) for query in ("tea 3", "茶", "launcher")] == before
    assert index.check() == []
    assert not index.join_pieces()


def _pieces(connection: apsw.Connection) -> int:
    return len(connection.execute("SELECT DISTINCT segid FROM memory_fts_idx").fetchall())

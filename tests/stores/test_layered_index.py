"""A fresh part in the database and a settled part in Tantivy are one index: in step, in any crash, for good and all."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import tantivy
from tests.contracts.index import IndexContract, fill, found
from tests.contracts.store import ALICE as ALICE_SCOPE
from tests.contracts.store import NOW, StoreContract, a_memory

from archivist.records.memory import Status
from archivist.stores.index_port import Entries, Hit
from archivist.stores.sqlite import store as store_module
from archivist.stores.sqlite.fresh_index import FreshIndex
from archivist.stores.sqlite.store import SqliteStore
from archivist.text.ranking import IndexedText
from archivist.text.words import Query


def open_store(path: Path, backend: str = "tantivy") -> SqliteStore:
    store = SqliteStore(path, lambda: NOW)
    store.index_with(backend)
    return store


def rebuild(store: SqliteStore) -> None:
    with store.transaction() as tx:
        tx.memories.rebuild_index()
        tx.conversations.rebuild_index()
        tx.documents.rebuild_index()


def remember(store: SqliteStore, *texts: str, start: int = 0) -> None:
    with store.transaction() as tx:
        for number, text in enumerate(texts, start):
            tx.memories.insert(a_memory(f"m{number}", text))


def recalled(store: SqliteStore, query: str) -> list[str]:
    with store.reading() as tx:
        hits = tx.memories.search([ALICE_SCOPE], query, 10, NOW)
        return [memory.text for memory in tx.memories.by_seqs([seq for seq, _ in hits])]


def settle(store: SqliteStore) -> int:
    return store._indexes.settle()


def folders(path: Path) -> list[Path]:
    root = path.with_name(f"{path.name}.index")
    return sorted(root.iterdir()) if root.exists() else []


def words_on_disk(path: Path) -> set[str]:
    """Every term of every folder, of what was removed too."""
    found: set[str] = set()
    for folder in folders(path):
        found |= {term for term, _ in tantivy.Index.open(str(folder)).searcher().terms_with_prefix("terms", "")}
    return found


class InAStore:
    """The layered index of a store as the contract asks for one; it `settles` with every other write."""

    def __init__(self, path: Path, settles: bool) -> None:
        self.store, self.settles = open_store(path), settles
        self.writes = 0
        rebuild(self.store)

    def put(self, entry: int, partition: int, text: IndexedText) -> None:
        self.put_many([(entry, partition, text)])

    def put_many(self, entries: Iterable[tuple[int, int, IndexedText]]) -> None:
        with self.store.transaction() as tx:
            self._of(tx.connection).put_many(entries)
        self._settle()

    def remove(self, entries: Iterable[int]) -> None:
        with self.store.transaction() as tx:
            self._of(tx.connection).remove(entries)
        self._settle()

    def clear(self) -> None:
        with self.store.transaction() as tx:
            self._of(tx.connection).clear()

    def compact(self) -> None:
        with self.store.transaction() as tx:
            FreshIndex(tx.connection, "memory").compact()

    def check(self) -> list[str]:
        with self.store.transaction() as tx:
            return self._of(tx.connection).check()

    def search(
        self, query: Query, partitions: Sequence[int], limit: int, entries: Entries, groups: Sequence[int] = ()
    ) -> list[Hit]:
        with self.store.reading() as tx:
            return self._of(tx.connection).search(query, partitions, limit, entries, groups)

    def sharing(self, terms: Sequence[str], partition: int, limit: int) -> list[int]:
        with self.store.reading() as tx:
            return self._of(tx.connection).sharing(terms, partition, limit)

    def _of(self, connection):  # type: ignore[no-untyped-def]
        return self.store._indexes.index(connection, "memory")

    def _settle(self) -> None:
        self.writes += 1
        if self.settles and self.writes % 2:
            settle(self.store)


class TestUnsettled(IndexContract):
    """Every promise of `IndexContract`, all entries in the fresh part."""

    @pytest.fixture
    def index(self, tmp_path: Path) -> InAStore:
        return InAStore(tmp_path / "home.db", settles=False)


class TestSettled(IndexContract):
    """Every promise of `IndexContract`, most entries in the settled part."""

    @pytest.fixture
    def index(self, tmp_path: Path) -> InAStore:
        return InAStore(tmp_path / "home.db", settles=True)


class TestStoreOnTantivy(StoreContract):
    """Every promise of `StoreContract`, with everything settled at once."""

    @pytest.fixture
    def store(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteStore]:
        monkeypatch.setattr(store_module, "MAX_FRESH", 0)
        store = open_store(tmp_path / "home.db")
        rebuild(store)
        yield store
        store.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = open_store(path)
    rebuild(store)
    remember(store, "the launcher starts at nine", "部署手册：重启服务")
    assert settle(store) == 2
    yield store
    store.close()


def test_both_parts_are_ranked_together(tmp_path: Path) -> None:
    texts = {n: f"report number {n} about tea" + " and cake" * (n % 3) for n in range(1, 40)}
    whole, layered = InAStore(tmp_path / "whole.db", settles=False), InAStore(tmp_path / "layered.db", settles=False)
    for index in (whole, layered):
        fill(index, {n: text for n, text in texts.items() if n % 2})
        if index is layered:
            settle(index.store)
        known = fill(index, {n: text for n, text in texts.items() if n % 2 == 0})
        known.known = {n: IndexedText(body=text) for n, text in texts.items()}
    for query in ("tea", "report cake", "number 7"):
        assert found(layered, known, query) == found(whole, known, query)


def test_what_is_written_is_found_in_the_same_transaction_and_gone_with_it(store: SqliteStore) -> None:
    def write_and_fail() -> None:
        with store.transaction() as tx:
            tx.memories.insert(a_memory("m9", "the launcher stops at ten"))
            assert len(tx.memories.search([ALICE_SCOPE], "launcher", 5, NOW)) == 2
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert recalled(store, "launcher") == ["the launcher starts at nine"]


def test_a_settled_record_that_is_edited_or_forgotten_is_not_found_by_its_old_words(store: SqliteStore) -> None:
    with store.transaction() as tx:
        memory = tx.memories.get("m0")
        assert memory is not None
        tx.memories.replace(replace(memory, text="the launcher is gone"))
        other = tx.memories.get("m1")
        assert other is not None
        tx.memories.replace(replace(other, status=Status.FORGOTTEN))
    for _ in range(2):
        assert recalled(store, "nine") == recalled(store, "重启") == []
        assert recalled(store, "launcher") == ["the launcher is gone"]
        settle(store)


def test_a_crash_between_the_two_commits_loses_nothing(
    store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(store, "the launcher stops at ten", start=2)

    def killed(self: FreshIndex) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as crash:
        crash.setattr(FreshIndex, "clear", killed)
        with pytest.raises(KeyboardInterrupt):
            settle(store)
    expected = ["the launcher stops at ten", "the launcher starts at nine"]
    assert sorted(recalled(store, "launcher")) == sorted(expected)
    before = folders(path)
    again = open_store(path)
    assert folders(path) == before, "nothing had to be made anew"
    assert sorted(recalled(again, "launcher")) == sorted(expected)
    assert settle(again) == 1
    assert sorted(recalled(again, "launcher")) == sorted(expected)


def test_an_erased_word_is_in_no_file(store: SqliteStore, path: Path) -> None:
    remember(store, "zanzibarquux", start=2)
    settle(store)
    assert any("zanzibarquux" in word for word in words_on_disk(path))
    with store.transaction() as tx:
        memory = tx.memories.get("m2")
        assert memory is not None
        tx.memories.replace(replace(memory, status=Status.ERASED, text=""))
    others = [folder for folder in folders(path) if not folder.name.startswith("memory-")]
    store.scrub()
    assert not any("zanzibarquux" in word for word in words_on_disk(path))
    assert set(others) < set(folders(path)), "of which nothing was removed is not made anew"
    assert any("launcher" in word for word in words_on_disk(path))
    assert len(folders(path)) == 3
    assert recalled(store, "launcher") == ["the launcher starts at nine"]


def test_a_backup_put_in_place_finds_what_it_holds(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    store.copy_to(tmp_path / "backup.db")
    remember(store, "the launcher stops at ten", start=2)
    settle(store)
    store.replace_by(tmp_path / "backup.db")
    store.close()
    assert recalled(open_store(path), "launcher") == ["the launcher starts at nine"]


@pytest.mark.parametrize("damage", ["gone", "broken"])
def test_a_folder_that_is_lost_is_made_anew(store: SqliteStore, path: Path, damage: str) -> None:
    for folder in folders(path):
        for file in folder.iterdir():
            file.unlink() if damage == "gone" else file.write_bytes(b"?")
    assert open_store(path).problems() == []
    assert recalled(open_store(path), "launcher") == ["the launcher starts at nine"]


def test_the_database_takes_everything_back_when_tantivy_is_no_longer_wanted(store: SqliteStore, path: Path) -> None:
    store.close()
    back = open_store(path, "sqlite_fts5")
    assert recalled(back, "launcher") == ["the launcher starts at nine"]
    assert folders(path) == []


def test_a_rebuild_that_fails_leaves_the_index_as_it_was(store: SqliteStore) -> None:
    def rebuild_and_fail() -> None:
        with store.transaction() as tx:
            tx.memories.rebuild_index()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        rebuild_and_fail()
    assert recalled(store, "launcher") == ["the launcher starts at nine"]
    assert store.problems() == []


def test_two_processes_write_and_settle_by_turns_and_see_each_other(store: SqliteStore, path: Path) -> None:
    other = open_store(path)
    assert recalled(other, "launcher") == ["the launcher starts at nine"]
    remember(store, "the launcher stops at ten", start=2)
    assert settle(other) == 1
    remember(other, "the launcher rests at eleven", start=3)
    assert settle(store) == 1
    for one in (store, other):
        assert len(recalled(one, "launcher")) == 3
    rebuild(other)
    assert len(recalled(store, "launcher")) == 3


def test_a_fresh_part_that_has_grown_is_emptied_by_itself(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MAX_FRESH", 20)
    remember(store, *(f"tea number {n}" for n in range(30)), start=2)
    with store.reading() as tx:
        assert len(FreshIndex(tx.connection, "memory")) == 0
    assert len(recalled(store, "tea")) == 10


def test_a_night_settles_what_the_day_brought(store: SqliteStore) -> None:
    remember(store, "the launcher stops at ten", start=2)
    store.tidy()
    with store.reading() as tx:
        assert len(FreshIndex(tx.connection, "memory")) == 0
    assert len(recalled(store, "launcher")) == 2


WRITER = """
import sys
from pathlib import Path
from archivist.stores.sqlite import store as store_module
from tests.stores.test_layered_index import open_store, remember
store_module.MAX_FRESH = 3
store = open_store(Path(sys.argv[1]))
for start in range(int(sys.argv[2]), int(sys.argv[2]) + 10, 2):
    remember(store, f"tea number {start}", f"tea number {start + 1}", start=start)
"""


def test_two_processes_that_write_and_settle_at_once_lose_nothing(store: SqliteStore, path: Path) -> None:
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(start)], env=paths) for start in (100, 200)
    ]
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    assert store.problems() == []
    with store.reading() as tx:
        assert len(FreshIndex(tx.connection, "memory")) < 10
        assert len(tx.memories.search([ALICE_SCOPE], "tea", 50, NOW)) == 20


def test_a_home_in_memory_keeps_its_index_with_it() -> None:
    store = SqliteStore(":memory:", lambda: NOW)
    store.index_with("tantivy")
    remember(store, "the launcher starts at nine")
    rebuild(store)
    assert recalled(store, "launcher") == ["the launcher starts at nine"]

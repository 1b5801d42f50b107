"""SQLite keeps the contract of the vectors, in memory and on disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import TestClock
from tests.contracts.vectors import VectorContract

from archivist.stores.sqlite.store import SqliteStore


class TestInMemory(VectorContract):
    @pytest.fixture
    def store(self) -> Iterator[SqliteStore]:
        store = SqliteStore(":memory:", TestClock())
        yield store
        store.close()


class TestOnDisk(VectorContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        store = SqliteStore(tmp_path / "archivist.db", TestClock())
        yield store
        store.close()

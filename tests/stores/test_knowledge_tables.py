"""SQLite keeps the contract of the knowledge tables, in memory and on disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import TestClock
from tests.contracts.knowledge import KnowledgeContract

from archivist.stores.sqlite.store import SqliteStore


class TestInMemory(KnowledgeContract):
    @pytest.fixture
    def store(self) -> Iterator[SqliteStore]:
        store = SqliteStore(":memory:", TestClock())
        yield store
        store.close()


class TestOnDisk(KnowledgeContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        store = SqliteStore(tmp_path / "archivist.db", TestClock())
        yield store
        store.close()

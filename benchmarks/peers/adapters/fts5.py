"""SQLite FTS5 as it comes: an OR of the query's words in the order of `bm25()`; porter stems, no word for Chinese."""

import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ()


class Peer:
    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "fts5.db")
        self._database.executescript(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            CREATE VIRTUAL TABLE row USING fts5 (text, id UNINDEXED, scope UNINDEXED, tokenize = 'porter unicode61');
            """
        )

    def add(self, rows: Sequence[Row]) -> None:
        with self._database:
            self._database.executemany("INSERT INTO row VALUES (:text, :id, :scope)", rows)

    def search(self, query: str, scope: str, k: int) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        if not words:
            return []
        found = self._database.execute(
            "SELECT id FROM row WHERE row MATCH ? AND scope = ? ORDER BY bm25(row) LIMIT ?", (words, scope, k)
        )
        return [id for (id,) in found]

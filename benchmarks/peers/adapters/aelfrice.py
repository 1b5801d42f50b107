"""aelfrice: beliefs written and retrieved as its own benchmark does it."""

import os
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("aelfrice==5.2.0",)
PYTHON = "3.12"
SCOPED = False


class Peer:
    def __init__(self, folder: Path) -> None:
        os.environ |= {"HOME": str(folder), "AELFRICE_NO_UPDATE_CHECK": "1"}
        from aelfrice import models, retrieval, store

        self._models, self._retrieve = models, retrieval.retrieve
        self._store = store.MemoryStore(str(folder / "beliefs.db"))

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._store.insert_belief(
                self._models.Belief(
                    id=row["id"],
                    content=row["text"],
                    content_hash=row["id"],
                    alpha=1.0,
                    beta=1.0,
                    type=self._models.BELIEF_FACTUAL,
                    lock_level=self._models.LOCK_NONE,
                    locked_at=None,
                    created_at="2026-04-26T00:00:00Z",
                    last_retrieved_at=None,
                    origin=self._models.ORIGIN_UNKNOWN,
                )
            )

    def search(self, query: str, scope: str, k: int) -> list[str]:
        found = self._retrieve(self._store, query, token_budget=100_000, l1_limit=k, user_locks=())
        return [belief.id for belief in found][:k]

"""engraphis with its offline default (a hash for an embedder); a scope is a workspace."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("engraphis==1.7.11",)


class Peer:
    def __init__(self, folder: Path) -> None:
        from engraphis import MemoryEngine

        self._engine = MemoryEngine.create(str(folder / "engraphis.db"))
        self._rows: dict[str, str] = {}

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            kept = self._engine.remember(
                row["text"], workspace_id=self._workspace(row["scope"]), resolve_conflicts=False
            )
            self._rows[kept] = row["id"]

    def search(self, query: str, scope: str, k: int) -> list[str]:
        found = self._engine.recall(query, workspace_id=self._workspace(scope), k=k)
        return [self._rows[chunk["id"]] for chunk in found.chunks]

    def _workspace(self, scope: str) -> str:
        workspace: str = self._engine.store.get_or_create_workspace(scope)
        return workspace

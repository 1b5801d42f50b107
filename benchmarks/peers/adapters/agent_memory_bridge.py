"""agent-memory-bridge: its store called without the MCP server around it; a scope is a project."""

import os
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("agent-memory-bridge==0.36.0",)


class Peer:
    def __init__(self, folder: Path) -> None:
        os.environ["AGENT_MEMORY_BRIDGE_HOME"] = str(folder)
        from agent_mem_bridge.storage import MemoryStore

        self._memory = MemoryStore(folder / "bridge.db")

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._memory.store(namespace=f"project:{row['scope']}", content=row["text"], kind="memory", title=row["id"])

    def search(self, query: str, scope: str, k: int) -> list[str]:
        found = self._memory.recall(namespace=f"project:{scope}", query=query, limit=k)
        return [item["title"] for item in found["items"]]

"""LanceDB's own full-text index, made anew after every `add` as it must be."""

import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("lancedb==0.40.0",)


class Peer:
    def __init__(self, folder: Path) -> None:
        import lancedb
        import pyarrow

        schema = pyarrow.schema([(name, pyarrow.string()) for name in ("id", "text", "scope")])
        self._table = lancedb.connect(str(folder)).create_table("row", schema=schema)

    def add(self, rows: Sequence[Row]) -> None:
        self._table.add([{"id": row["id"], "text": row["text"], "scope": row["scope"]} for row in rows])
        self._table.create_fts_index("text", replace=True)

    def search(self, query: str, scope: str, k: int) -> list[str]:
        words = " ".join(re.findall(r"\w+", query))
        if not words:
            return []
        found = self._table.search(words, query_type="fts").where(f"scope = '{scope}'", prefilter=True)
        return [row["id"] for row in found.select(["id"]).limit(k).to_list()]

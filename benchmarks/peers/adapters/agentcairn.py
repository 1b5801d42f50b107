"""agentcairn: a Markdown vault with a DuckDB index, searched by BM25 alone.

Its full-text extension is a download; the one from the package index stands in for it.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.contract import Row

REQUIRES = ("agentcairn==0.26.2", "duckdb==1.5.5", "duckdb-extension-fts==1.5.5", "duckdb-extensions")
SCOPED = False


class _NoVectors:
    model_id, dim = "none", 1

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0]] * len(texts)


class Peer:
    def __init__(self, folder: Path) -> None:
        os.environ["HOME"] = str(folder)
        import duckdb_extensions
        from cairn.index import build, schema
        from cairn.search import engine

        duckdb_extensions.import_extension("fts")
        self._schema, self._build, self._engine = schema, build, engine
        self._index, self._vault = str(folder / "index.duckdb"), folder / "vault"
        (self._vault / "memories").mkdir(parents=True)

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            name = re.sub(r"\W", "_", row["id"])
            note = (
                f'---\ntitle: {name}\ntype: memory\npermalink: "{row["id"]}"\n---\n\n- [context] {row["text"]} #kept\n'
            )
            (self._vault / "memories" / f"{name}.md").write_text(note, "utf-8")
        connection = self._schema.open_index(self._index, dim=_NoVectors.dim, model_id=_NoVectors.model_id)
        self._build.reconcile(connection, str(self._vault), _NoVectors())
        connection.close()
        self._connection = None

    def search(self, query: str, scope: str, k: int) -> list[str]:
        self._connection = self._connection or self._engine.open_search(self._index)
        hits = self._engine.search(self._connection, query, embedder=None, k=k, pool=200)
        return list(dict.fromkeys(hit.permalink for hit in hits))

"""The FTS5 index (first form; the ranking is to come). Terms carry their partition."""

from collections.abc import Iterable, Sequence

from archivist.stores.index_port import Hit, IndexedText, Texts
from archivist.stores.sqlite.rows import Connection
from archivist.text.words import parse_query, terms


class FtsIndex:
    """Implements `stores.index_port.Index` on one FTS5 table of the connection's database."""

    def __init__(self, connection: Connection, kind: str) -> None:
        self._connection = connection
        self._table = f"{kind}_fts"

    def put(self, doc: int, partition: int, text: IndexedText) -> None:
        self.put_many([(doc, partition, text)])

    def put_many(self, rows: Iterable[tuple[int, int, IndexedText]]) -> None:
        self._connection.executemany(
            f"INSERT INTO {self._table} (rowid, terms) VALUES (?, ?)",
            ((doc, " ".join(f"{partition}_{term}" for term in _terms(text))) for doc, partition, text in rows),
        )

    def remove(self, docs: Sequence[int]) -> None:
        self._connection.executemany(f"DELETE FROM {self._table} WHERE rowid = ?", ((doc,) for doc in docs))

    def search(self, query: str, partitions: Sequence[int], limit: int, texts: Texts) -> list[Hit]:
        wanted = parse_query(query)
        if wanted.is_empty:
            return []
        match = " OR ".join(f'"{partition}_{term}"' for partition in partitions for term in wanted.terms)
        rows = self._connection.execute(
            f"SELECT rowid, -rank FROM {self._table} WHERE {self._table} MATCH ? ORDER BY rank LIMIT ?",
            (match, limit * 4),
        ).fetchall()
        shown = texts([row[0] for row in rows])
        best = max((row[1] for row in rows), default=1.0) or 1.0
        return [Hit(doc, score / best) for doc, score in rows if doc in shown][:limit]

    def clear(self) -> None:
        self._connection.execute(f"DELETE FROM {self._table}")


def _terms(text: IndexedText) -> list[str]:
    return [term for part in (text.title, text.description, text.body, *text.tags) for term in terms(part)]

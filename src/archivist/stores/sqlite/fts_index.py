"""The full-text index in SQLite's FTS5: one table for one kind of entry, in the same transaction as the records.

Two ideas carry it. **Every term is written with its partition before it** (`7:launcher`), so that a posting list holds
the entries of one scope only and a search costs by the size of what may be seen, never by the size of the table; the
bare partition (`7:`) is a term of every entry in it. **FTS5 only finds, `term_search` and `text.ranking` rank**: each
posting list comes back as one JSON array. No text, no positions and no columns are kept, which makes the index half of
the usual one.

See docs/decisions/2026-11-30-partitioned-terms.md and 2026-11-30-ranking.md.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache

import apsw

from archivist.stores.sqlite.fts_lookup import FtsLookup, FtsReader
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries
from archivist.stores.term_search import MAX_SHARERS, SearchScope, TermIndex, entry_terms
from archivist.text.ranking import IndexedText
from archivist.text.words import Query

PAGES_JOINED = 500  # at a time; some 20 ms

_UNASKED = re.compile(r"[\s'\"]")  # no part of a term as FTS5 keeps it


class FtsIndex(TermIndex):
    """An `Index` on a connection that somebody else opened and whose transactions somebody else runs.

    Its table is `<kind>_fts`, made by a migration.
    """

    def __init__(self, connection: Connection, kind: str) -> None:
        self._connection = connection
        self._sql = _statements(f"{kind}_fts")
        self._reader = FtsReader(connection, self._sql)

    def put(self, entry: int, partition: int, text: IndexedText) -> None:
        """Index an entry; one that is there already is replaced, also in another partition."""
        self._connection.execute(self._sql["put"], _row(entry, partition, text))

    def put_many(self, entries: Iterable[tuple[int, int, IndexedText]]) -> None:
        """`put` for many (entry, partition, text)."""
        self._connection.executemany(self._sql["put"], (_row(*entry) for entry in entries))

    def remove(self, entries: Iterable[int]) -> None:
        """Forget entries; one that is not there is no error."""
        self._connection.executemany(self._sql["remove"], ({"entry": entry} for entry in entries))

    def clear(self) -> None:
        """Forget everything, before a rebuild."""
        self._connection.execute(self._sql["clear"])

    def compact(self) -> None:
        """Drop from the file what was removed: after an erasure no word of it may be left."""
        self._connection.execute(self._sql["compact"])

    def join_pieces(self) -> bool:
        """Join some of the pieces that writing leaves, each of which every look-up goes through.

        False when none are left to join. The work is small, so that others who write wait a moment only.
        """
        before = self._changes()
        self._connection.execute(self._sql["join_pieces"], {"pages": PAGES_JOINED})
        return self._changes() - before > 1  # the command itself counts as one

    def _changes(self) -> int:
        ((changes,),) = self._connection.execute(self._sql["changes"])
        return int(changes)

    def check(self) -> list[str]:
        """What is wrong with the index, in words; empty when it is whole."""
        try:
            self._connection.execute(self._sql["check"])
        except apsw.Error as error:
            return [f"full-text index: {error}"]
        return []

    def newest_holding(self, terms: Sequence[str], partition: int) -> list[list[int]]:
        """For each term the newest entries of a partition that hold it, at most `MAX_SHARERS`."""
        return self._reader.newest([f'"{partition}:{_UNASKED.sub("", term)}"' for term in terms], MAX_SHARERS)

    def look_up(self, query: Query, scope: SearchScope) -> FtsLookup:
        """The posting lists of a query's terms."""
        return FtsLookup(self._reader, query, scope)


def _row(entry: int, partition: int, text: IndexedText) -> dict[str, int | str]:
    prefix = f" {partition}:"
    return {"entry": entry, "terms": prefix + prefix.join(entry_terms(text))}


@cache
def _statements(table: str) -> dict[str, str]:
    """The named statements of `queries/fts_index.sql` for one table."""
    if not table.isidentifier():
        raise ValueError(f"not a table name: {table!r}")
    return {name: sql.replace("{table}", table) for name, sql in queries("fts_index").items()}

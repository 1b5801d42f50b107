"""The full-text index in SQLite's FTS5: one table for one kind of entry, in the same transaction as the records.

Two ideas carry it. **Every term is written with its partition before it** (`7:launcher`), so that a posting list holds
the entries of one scope only and a search costs by the size of what may be seen, never by the size of the table; the
bare partition (`7:`) is a term of every entry in it. **FTS5 only finds, `term_search` and `text.ranking` rank**: each
posting list comes back as one JSON array. No text, no positions and no columns are kept, which makes the index half of
the usual one.

See docs/decisions/2026-11-30-partitioned-terms.md and 2026-11-30-ranking.md.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import apsw
import msgspec

from archivist.stores.index_port import Entries, Hit
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries
from archivist.stores.term_search import (
    GROUP,
    MAX_COMPARED,
    MAX_SHARERS,
    SearchScope,
    entry_terms,
    most_sharing,
    scope_of,
    search,
    shared_terms,
)
from archivist.text.ranking import MARKS, IndexedText, rough_scores
from archivist.text.words import Query

MAX_POSTINGS = 1_000  # entries read of one term; of a more frequent one those that hold a rarer term, and its newest

_UNASKED = re.compile(r"[\s'\"]")  # no part of a term as FTS5 keeps it
_read_array = msgspec.json.Decoder(list[int]).decode


class FtsIndex:
    """An `Index` on a connection that somebody else opened and whose transactions somebody else runs.

    Its table is `<kind>_fts`, made by a migration.
    """

    def __init__(self, connection: Connection, kind: str) -> None:
        self._connection = connection
        self._sql = _statements(f"{kind}_fts")

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

    def check(self) -> list[str]:
        """What is wrong with the index, in words; empty when it is whole."""
        try:
            self._connection.execute(self._sql["check"])
        except apsw.Error as error:
            return [f"full-text index: {error}"]
        return []

    def search(
        self, query: Query, partitions: Sequence[int], limit: int, entries: Entries, groups: Sequence[int] = ()
    ) -> list[Hit]:
        """The at most `limit` entries of these partitions that answer best, best first; of equals the newest."""
        if query.is_empty or not partitions or limit < 1:
            return []
        return search(self.look_up(query, scope_of(query, partitions, groups)), query, limit, entries)

    def sharing(self, terms: Sequence[str], partition: int, limit: int) -> list[int]:
        """The at most `limit` entries of a partition that share most with these terms, rare ones counting more."""
        return most_sharing(self.newest_holding(shared_terms(terms), partition), limit)

    def newest_holding(self, terms: Sequence[str], partition: int) -> list[list[int]]:
        """For each term the newest entries of a partition that hold it, at most `MAX_SHARERS`."""
        return self._find_each([f'"{partition}:{_UNASKED.sub("", term)}"' for term in terms], MAX_SHARERS)

    def look_up(self, query: Query, scope: SearchScope) -> "FtsLookup":
        """The posting lists of a query's terms."""
        return FtsLookup(query, _Matches(scope), self._find_each, self._oldest, self._lengths)

    def _lengths(self, entries: Collection[int]) -> dict[int, int]:
        rows = self._connection.execute(self._sql["lengths"], {"entries": msgspec.json.encode(list(entries)).decode()})
        return {entry: _read_varint(size) for entry, size in rows}

    def _oldest(self, match: str) -> int:
        ((oldest,),) = self._connection.execute(self._sql["oldest"], {"match": match})
        return int(oldest)

    def _find_each(self, matches: Iterable[str], limit: int = MAX_POSTINGS) -> list[list[int]]:
        """For each match its newest entries, newest first."""
        wanted = msgspec.json.encode(list(matches)).decode()
        return [
            _read_array(array)
            for (array,) in self._connection.execute(self._sql["find_each"], {"matches": wanted, "limit": limit})
        ]


class FtsLookup:
    """Implements `term_search.Lookup`: the posting list of each term, cut off at `MAX_POSTINGS`."""

    def __init__(
        self,
        query: Query,
        matches: "_Matches",
        find_each: Callable[[Iterable[str]], list[list[int]]],
        oldest: Callable[[str], int],
        lengths: Callable[[Collection[int]], dict[int, int]],
    ) -> None:
        self._matches, self._find_each, self.lengths = matches, find_each, lengths
        self._unmarked = query.singles
        self._scores: Mapping[int, float] | None = None
        self._marked: dict[str, dict[str, Collection[int]]] = {}
        asked = {"": matches.holding("")}
        asked |= {term: matches.holding(term) for term in query.terms}
        asked |= {character: matches.beginning(character) for character in query.characters}
        self._plain = dict(zip(asked, find_each(asked.values()), strict=True))
        self._newest = self._plain.pop("")
        self.size = len(self._newest)
        if self.size == MAX_POSTINGS:  # by how close together the newest stand
            first = oldest(matches.holding(""))
            self.size = int(MAX_POSTINGS * (self._newest[0] - first + 1) / (self._newest[0] - self._newest[-1] + 1))
        self.found_in: Mapping[str, int] = {term: self._frequency(term) for term in self._plain}

    def also(self, terms: Sequence[str] = (), beginnings: Sequence[str] = ()) -> dict[str, int]:
        """Look these up too; about how many entries hold each."""
        asked = {term: self._matches.holding(term) for term in terms}
        asked |= {character: self._matches.beginning(character) for character in beginnings}
        self._plain |= zip(asked, self._find_each(asked.values()), strict=True)
        return {term: self._frequency(term) for term in asked}

    def candidates(self, weights: Mapping[str, float], count: int) -> Mapping[int, float]:
        """Everyone who holds a term, with what their terms add up to; looked for once."""
        if self._scores is None:
            self._marked = self._with_marks(self._completed())
            self._scores = rough_scores(weights, self._marked)
        return self._scores

    def holders(self, entries: Collection[int]) -> dict[str, dict[str, Collection[int]]]:
        """Who of these holds what was looked up."""
        wanted = set(entries)
        return {
            term: {mark: wanted.intersection(holders) for mark, holders in marked.items()}
            for term, marked in self._marked.items()
        }

    def _completed(self) -> dict[str, list[int]]:
        """The lists, those that were cut off in favour of what they have in common with the whole ones."""
        plain = self._plain
        cut = [term for term, holders in plain.items() if len(holders) == MAX_POSTINGS]
        rare = [term for term, holders in plain.items() if 0 < len(holders) < MAX_POSTINGS]
        if not cut or not rare:
            return plain
        pool = " OR ".join(map(self._matches.holding, rare))
        common = self._find_each([f"{self._matches.holding(term)} AND ({pool})" for term in cut])
        if sum(len(plain[term]) for term in rare) <= 2 * MAX_COMPARED:
            common = [list({*plain[term], *also}) for term, also in zip(cut, common, strict=True)]
        return plain | dict(zip(cut, common, strict=True))

    def _with_marks(self, plain: Mapping[str, list[int]]) -> dict[str, dict[str, Collection[int]]]:
        """Who holds each term, and who in a title or often."""
        marked: dict[str, dict[str, Collection[int]]] = {term: {"": holders} for term, holders in plain.items()}
        asked = [
            (term, mark) for term, holders in plain.items() if holders and term not in self._unmarked for mark in MARKS
        ]
        found = self._find_each([self._matches.holding(term + mark) for term, mark in asked])
        for (term, mark), holders in zip(asked, found, strict=True):
            if holders:
                marked[term][mark] = holders
        return marked

    def _frequency(self, term: str) -> int:
        """How many entries hold a term: counted, or beyond `MAX_POSTINGS` by how close together its newest stand."""
        holders, newest = self._plain[term], self._newest
        if len(holders) < MAX_POSTINGS:
            return len(holders)
        return int(self.size * (newest[0] - newest[-1] + 1) / (newest[0] - holders[-1] + 1))


@dataclass(frozen=True, slots=True)
class _Matches:
    """How FTS5 is asked for a term in a scope."""

    scope: SearchScope

    def holding(self, term: str) -> str:
        return self._narrowed(self._any(term))

    def beginning(self, character: str) -> str:
        return self._narrowed(" OR ".join(f'"{partition}:{character}" *' for partition in self.scope.partitions))

    def _any(self, *terms: str) -> str:
        return " OR ".join(f'"{partition}:{term}"' for partition in self.scope.partitions for term in terms)

    def _narrowed(self, match: str) -> str:
        narrowing = [self._any(term) for term in self.scope.required]
        if self.scope.groups:
            narrowing.append(self._any(*(f"{GROUP}{group}" for group in self.scope.groups)))
        return "(" + " AND ".join(f"({part})" for part in (match, *narrowing)) + ")"


def _row(entry: int, partition: int, text: IndexedText) -> dict[str, int | str]:
    prefix = f" {partition}:"
    return {"entry": entry, "terms": prefix + prefix.join(entry_terms(text))}


def _read_varint(blob: bytes) -> int:
    """SQLite's variable-length integer: seven bits a byte, the highest first."""
    value = 0
    for byte in blob:
        value = value << 7 | byte & 0x7F
    return value


@cache
def _statements(table: str) -> dict[str, str]:
    """The named statements of `queries/fts_index.sql` for one table."""
    if not table.isidentifier():
        raise ValueError(f"not a table name: {table!r}")
    return {name: sql.replace("{table}", table) for name, sql in queries("fts_index").items()}

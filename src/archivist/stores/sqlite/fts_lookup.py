"""One query looked up in FTS5: of rare terms the whole posting lists, of frequent ones what matters.

A short list is read whole. Of a longer one it is only found out how far back its newest entries go, which tells how
frequent the term is, and which of the candidates stand in it. Entries that hold frequent terms only are looked for
where too few candidates are worth more than all the frequent terms together; and in a large scope frequent terms that
hardly count are not looked up at all. Measured on 100,000 records and on the 5,600 sections of the TiDB documentation,
2026-11-30; see docs/decisions/2026-11-30-ranking.md.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul

import msgspec

from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.term_search import GROUP, SearchScope
from archivist.text.associations import FIELD
from archivist.text.ranking import MARKS, Holders, rough_scores
from archivist.text.words import Query

MAX_POSTINGS = 1_000  # entries; a list of so many is too long to read
MANY = 4_000  # entries; in a scope of so many
MAX_POSTINGS_OF_MANY = 256  # entries are too long
NEGLIGIBLE = 0.07  # and the most frequent terms, with this share of a query's weight, are not looked up
MAX_POOL = 24  # rare terms, the rarest: in a list too long to read, who holds one of them is looked for
ENOUGH_TOGETHER = 25  # entries that should hold the same frequent terms, for these to be asked for together
MAX_TOGETHER = 200  # of those the newest that are looked at

_Place = tuple[str, str]
"""A term and the mark after it: what one posting list is of."""

_Lists = Mapping[_Place, Collection[int]]

_read_array = msgspec.json.Decoder(list[int]).decode


@dataclass(frozen=True, slots=True)
class PostingList:
    """The entries of one list, newest first; or, of one too long to read, the last of as many as would be read."""

    entries: Sequence[int]
    reach: int | None


class FtsReader:
    """Reads one full-text table; `sql` holds its statements."""

    def __init__(self, connection: Connection, sql: Mapping[str, str]) -> None:
        self._connection = connection
        self._sql = sql

    def newest(self, matches: Iterable[str], limit: int) -> list[list[int]]:
        """For each match its at most `limit` newest entries, newest first."""
        return [_read_array(array) for (array,) in self._rows("newest", matches, limit)]

    def lists(self, matches: Iterable[str], most: int) -> list[PostingList]:
        """For each match its list, which is too long to read from `most` entries on."""
        rows = self._rows("lists", matches, most)
        return [PostingList(_read_array(array) if reach is None else (), reach) for reach, array in rows]

    def count(self, match: str) -> int:
        """How many entries match."""
        ((count,),) = self._connection.execute(self._sql["count_matches"], {"match": match})
        return int(count)

    def span(self, match: str, most: int) -> tuple[int | None, int | None, int | None]:
        """Of the entries that match the newest, the last of the newest `most` if there are so many, and the oldest."""
        ((newest, reach, oldest),) = self._connection.execute(self._sql["span"], {"match": match, "most": most})
        return newest, reach, oldest

    def lengths(self, entries: Collection[int]) -> dict[int, int]:
        """The number of terms of each entry."""
        rows = self._connection.execute(self._sql["lengths"], {"entries": msgspec.json.encode(list(entries)).decode()})
        return {entry: read_varint(size) for entry, size in rows}

    def _rows(self, statement: str, matches: Iterable[str], most: int) -> Iterable[Row]:
        wanted = msgspec.json.encode(list(matches)).decode()
        return self._connection.execute(self._sql[statement], {"matches": wanted, "most": most})


class FtsLookup:
    """Implements `term_search.Lookup`."""

    def __init__(self, reader: FtsReader, query: Query, scope: SearchScope) -> None:
        self._reader = reader
        self._matches = _Matches(scope)
        self._unmarked = query.singles
        self._extent = _extent(reader, self._matches.holding(""))
        self._asked: dict[_Place, str] = {}
        self._lists: dict[_Place, PostingList] = {}
        self._holders: Holders = {}
        self.size = self._extent.size
        self.found_in: Mapping[str, int] = self.also(query.terms, query.characters)

    def also(self, terms: Sequence[str] = (), beginnings: Sequence[str] = ()) -> dict[str, int]:
        """Look these up too; about how many entries hold each."""
        asked = {(term, ""): self._matches.holding(term) for term in terms}
        asked |= {(character, ""): self._matches.beginning(character) for character in beginnings}
        marked = [term for term, _ in asked if term not in self._unmarked and not term.startswith(FIELD)]
        asked |= {(term, mark): self._matches.holding(term + mark) for term in marked for mark in MARKS}
        self._asked |= asked
        self._lists |= zip(asked, self._reader.lists(asked.values(), self._extent.most), strict=True)
        return {term: self._frequency(term) for term in (*terms, *beginnings)}

    def candidates(self, weights: Mapping[str, float], count: int, sure: int) -> Mapping[int, float]:
        """Those who hold enough to be considered, with what their terms add up to."""
        whole = {place: one.entries for place, one in self._lists.items() if one.reach is None}
        long = self._telling([place for place in self._lists if place not in whole], weights)
        rarest = sorted((place for place in whole if whole[place]), key=lambda place: -weights[place[0]])[:MAX_POOL]
        lists: list[_Lists] = [whole, self._within(long, " OR ".join(self._asked[place] for place in rarest))]
        scores = self._hold(weights, lists)
        frequent = [term for term, mark in long if not mark]
        if frequent and _worth_of_best(scores, sure) <= _worth_together(frequent, weights):
            together = self._held_together(frequent)
            lists.append(self._within(long, " AND ".join(self._asked[term, ""] for term in together), MAX_TOGETHER))
            scores = self._hold(weights, lists)
        if frequent and len(scores) < sure:
            newest = self._reader.newest([self._asked[place] for place in long], MAX_POSTINGS)
            scores = self._hold(weights, [*lists, dict(zip(long, newest, strict=True))])
        return scores

    def holders(self, entries: Collection[int]) -> dict[str, dict[str, Collection[int]]]:
        """Who of these holds what was looked up."""
        wanted = set(entries)
        return {
            term: {mark: wanted.intersection(holders) for mark, holders in marked.items()}
            for term, marked in self._holders.items()
        }

    def lengths(self, entries: Collection[int]) -> dict[int, int]:
        """The number of terms of each."""
        return self._reader.lengths(entries)

    def _hold(self, weights: Mapping[str, float], several: Iterable[_Lists]) -> dict[int, float]:
        """Keep who holds each term by these lists, and say what the terms of each entry add up to."""
        holders: dict[str, dict[str, Collection[int]]] = {term: {"": ()} for term, _ in self._lists}
        for lists in several:
            for (term, mark), entries in lists.items():
                marked = holders[term]
                if entries:
                    marked[mark] = {*marked[mark], *entries} if marked.get(mark) else entries
        self._holders = holders
        return rough_scores(weights, holders)

    def _within(self, long: Sequence[_Place], pool: str, limit: int = MAX_POSTINGS) -> dict[_Place, list[int]]:
        """Of each list that is too long to read, its newest entries that match `pool` as well."""
        if not long or not pool:
            return {}
        newest = self._reader.newest([f"{self._asked[place]} AND ({pool})" for place in long], limit)
        return dict(zip(long, newest, strict=True))

    def _telling(self, long: Sequence[_Place], weights: Mapping[str, float]) -> list[_Place]:
        """In a large scope without those of the most frequent terms that hardly count."""
        if self.size < MANY:
            return list(long)
        left = NEGLIGIBLE * sum(weights.values())
        kept = set()
        for term in sorted({term for term, _ in long}, key=weights.__getitem__):
            left -= weights[term]
            if left < 0:
                kept.add(term)
        return [place for place in long if place[0] in kept]

    def _held_together(self, frequent: Sequence[str]) -> list[str]:
        """The rarest of these terms, as many as `ENOUGH_TOGETHER` entries hold together if they stand independently."""
        found_in = {term: self._frequency(term) for term in frequent}
        terms = sorted(frequent, key=found_in.__getitem__)
        expected = accumulate((found_in[term] / self.size for term in terms), mul, initial=float(self.size))
        return terms[: max(1, sum(number >= ENOUGH_TOGETHER for number in expected) - 1)]

    def _frequency(self, term: str) -> int:
        return self._extent.frequency(self._lists[term, ""])


@dataclass(frozen=True, slots=True)
class _Extent:
    """How many entries a scope holds, between which they stand, and how many of a list are too many to read."""

    size: int
    newest: int
    oldest: int
    most: int

    def frequency(self, one: PostingList) -> int:
        """How many entries hold a term: counted, or by how close together its newest stand."""
        if one.reach is None:
            return len(one.entries)
        return min(self.size, self.most * (self.newest - self.oldest + 1) // (self.newest - one.reach + 1))


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


def _extent(reader: FtsReader, everything: str) -> _Extent:
    """Of a scope of `MAX_POSTINGS` entries or more, the size is told by how close together its newest stand."""
    newest, reach, oldest = reader.span(everything, MAX_POSTINGS)
    if newest is None or oldest is None:
        return _Extent(0, 0, 0, MAX_POSTINGS)
    if reach is None:
        return _Extent(reader.count(everything), newest, oldest, MAX_POSTINGS)
    size = MAX_POSTINGS * (newest - oldest + 1) // (newest - reach + 1)
    return _Extent(size, newest, oldest, MAX_POSTINGS_OF_MANY if size >= MANY else MAX_POSTINGS)


def _worth_of_best(scores: Mapping[int, float], count: int) -> float:
    """What the last of the best `count` is worth; nothing where there are fewer."""
    return sorted(scores.values())[-count] if len(scores) >= count else 0.0


def _worth_together(terms: Iterable[str], weights: Mapping[str, float]) -> float:
    """What an entry that holds all these terms is worth."""
    return sum(rough_scores(weights, {term: {"": (0,)} for term in terms}).values())


def read_varint(blob: bytes) -> int:
    """SQLite's variable-length integer: seven bits a byte, the highest first."""
    value = 0
    for byte in blob:
        value = value << 7 | byte & 0x7F
    return value

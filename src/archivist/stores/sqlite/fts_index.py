"""The full-text index in SQLite's FTS5: one table for one kind of entry, in the same transaction as the records.

Two ideas carry it. **Every term is written with its partition before it** (`7:launcher`), so that a posting list holds
the entries of one scope only and a search costs by the size of what may be seen, never by the size of the table; the
bare partition (`7:`) is a term of every entry in it. **FTS5 only finds, `text.ranking` ranks**: each posting list comes
back as one JSON array, rarity is added up, and the best hundred are compared exactly. No text, no positions and no
columns are kept, which makes the index half of the usual one.

See docs/decisions/2026-11-30-partitioned-terms.md and 2026-11-30-ranking.md.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from itertools import chain

import apsw
import msgspec

from archivist.stores.index_port import Entries, Hit
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries
from archivist.text.ranking import (
    ASKING_WEIGHT,
    IN_TITLE,
    MARKS,
    Holders,
    IndexedText,
    Turn,
    index_terms,
    relevances,
    rough_scores,
    said_nearby,
    weigh,
)
from archivist.text.words import Query, contains_phrase, elements, phrase_terms

MAX_POSTINGS = 1_000  # entries read of one term; of a more frequent one those that hold a rarer term, and its newest
MAX_COMPARED = 96  # candidates compared exactly
MAX_SHARED_TERMS = 12  # terms of a statement that are looked up, the longest: of equals in form they are the rarer
MAX_SHARERS = 64  # entries looked at for one of them, the newest
MIN_QUESTION = 3  # terms; a shorter query is taken as key words
GROUP = "@"  # before the number of a group; no word begins with it
MIN_FOUND = 10  # with fewer candidates than this, stop words are looked up too

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
        required = (*query.needed, *(term for phrase in query.phrases for term in phrase_terms(phrase)))
        found = self._find_all(query, _Scope(tuple(partitions), tuple(groups), required))
        best = _best(found.scores, max(MAX_COMPARED, 2 * limit))
        runs = entries.runs(best)
        if runs is not None:
            found = found.with_turns(runs)
            best = _best(found.scores, len(best))
        hits = self._compare(best, query, found, entries)
        if len(hits) < limit and len(found.scores) > len(best):
            hits += self._search_on(len(best), limit - len(hits), query, found, entries)
        return sorted(hits, key=lambda hit: (-hit.relevance, -hit.entry))[:limit]

    def sharing(self, terms: Sequence[str], partition: int, limit: int) -> list[int]:
        """The at most `limit` entries of a partition that share most with these terms, rare ones counting more."""
        asked = sorted(dict.fromkeys(terms), key=len, reverse=True)[:MAX_SHARED_TERMS]
        found = self._find_each([f'"{partition}:{_UNASKED.sub("", term)}"' for term in asked], MAX_SHARERS)
        least = 1 if len(asked) <= 4 else 2
        sharers = {entry for entry, count in Counter(chain.from_iterable(found)).items() if count >= least}
        worth = dict.fromkeys(sharers, 0.0)
        for holders in found:
            for entry in sharers.intersection(holders):
                worth[entry] += 1 / (1 + len(holders))
        return _best(worth, limit)

    def _search_on(self, start: int, wanted: int, query: Query, found: "_Found", entries: Entries) -> list[Hit]:
        """Hits among the lesser candidates, for a search whose best ones are mostly not shown."""
        ordered = _best(found.scores, len(found.scores))
        hits: list[Hit] = []
        while start < len(ordered) and len(hits) < wanted:
            hits += self._compare(ordered[start : start + 5 * MAX_COMPARED], query, found, entries)
            start += 5 * MAX_COMPARED
        return hits

    def _find_all(self, query: Query, scope: "_Scope") -> "_Found":
        """The posting lists of the query's terms, what each term is worth, and who holds enough to be considered."""
        asked = {"": scope.holding("")}
        asked |= {term: scope.holding(term) for term in query.terms}
        asked |= {character: scope.beginning(character) for character in query.characters}
        plain = dict(zip(asked, self._find_each(asked.values()), strict=True))
        everything = plain.pop("")
        size = self._size(scope, everything)
        if size < MAX_POSTINGS and len(query.terms) >= MIN_QUESTION:
            singles = [single for single in query.singles if single not in plain]
            plain |= zip(singles, self._find_each(map(scope.beginning, singles)), strict=True)
        weights = weigh(query, size, {term: _frequency(holders, everything, size) for term, holders in plain.items()})
        if sum(map(len, plain.values())) < MIN_FOUND:
            fillers = self._find_each([scope.holding(term) for term in query.fillers])
            plain |= zip(query.fillers, fillers, strict=True)
        lists = self._marked(self._completed(plain, scope), query.singles, scope)
        return _Found(weights, lists, rough_scores(weights, lists))

    def _completed(self, plain: dict[str, list[int]], scope: "_Scope") -> dict[str, list[int]]:
        """The same lists, those that were cut off in favour of what they have in common with the whole ones."""
        cut = [term for term, holders in plain.items() if len(holders) == MAX_POSTINGS]
        rare = [term for term, holders in plain.items() if 0 < len(holders) < MAX_POSTINGS]
        if not cut or not rare:
            return plain
        pool = " OR ".join(map(scope.holding, rare))
        common = self._find_each([f"{scope.holding(term)} AND ({pool})" for term in cut])
        if sum(len(plain[term]) for term in rare) <= 2 * MAX_COMPARED:
            common = [list({*plain[term], *also}) for term, also in zip(cut, common, strict=True)]
        return plain | dict(zip(cut, common, strict=True))

    def _marked(
        self, plain: Mapping[str, list[int]], unmarked: Sequence[str], scope: "_Scope"
    ) -> dict[str, dict[str, Collection[int]]]:
        """Who holds each term, and who in a title or often."""
        marked: dict[str, dict[str, Collection[int]]] = {term: {"": holders} for term, holders in plain.items()}
        asked = [(term, mark) for term, holders in plain.items() if holders and term not in unmarked for mark in MARKS]
        found = self._find_each([scope.holding(term + mark) for term, mark in asked])
        for (term, mark), holders in zip(asked, found, strict=True):
            if holders:
                marked[term][mark] = holders
        return marked

    def _compare(self, candidates: list[int], query: Query, found: "_Found", entries: Entries) -> list[Hit]:
        """The hits among these candidates, with their exact relevance."""
        shown = entries.weights(candidates)
        candidates = [entry for entry in candidates if entry in shown]
        if query.phrases:
            texts = entries.texts(candidates)
            candidates = [entry for entry in candidates if entry in texts and _holds(query.phrases, texts[entry])]
        exact = relevances(candidates, found.weights, found.among(candidates), self._lengths(candidates), found.nearby)
        worth = {entry: shown[entry] * (ASKING_WEIGHT if entry in found.asking else 1.0) for entry in exact}
        return [
            Hit(entry, min(1.0, worth[entry] * share)) for entry, share in exact.items() if share * worth[entry] > 0
        ]

    def _lengths(self, entries: Sequence[int]) -> dict[int, int]:
        rows = self._connection.execute(self._sql["lengths"], {"entries": msgspec.json.encode(entries).decode()})
        return {entry: _read_varint(size) for entry, size in rows}

    def _size(self, scope: "_Scope", newest: list[int]) -> int:
        """How many entries the scope holds; beyond `MAX_POSTINGS`, by how close together its newest stand."""
        if len(newest) < MAX_POSTINGS:
            return len(newest)
        ((oldest,),) = self._connection.execute(self._sql["oldest"], {"match": scope.holding("")})
        return int(MAX_POSTINGS * (newest[0] - oldest + 1) / (newest[0] - newest[-1] + 1))

    def _find_each(self, matches: Iterable[str], limit: int = MAX_POSTINGS) -> list[list[int]]:
        """For each match its newest entries, newest first."""
        wanted = msgspec.json.encode(list(matches)).decode()
        return [
            _read_array(array)
            for (array,) in self._connection.execute(self._sql["find_each"], {"matches": wanted, "limit": limit})
        ]


@dataclass(frozen=True, slots=True)
class _Scope:
    """Where is searched, as FTS5 is asked for a term there: partitions, groups in them, and what an entry must hold."""

    partitions: tuple[int, ...]
    groups: tuple[int, ...] = ()
    required: tuple[str, ...] = ()

    def holding(self, term: str) -> str:
        return self._narrowed(self._any(term))

    def beginning(self, character: str) -> str:
        return self._narrowed(" OR ".join(f'"{partition}:{character}" *' for partition in self.partitions))

    def _any(self, *terms: str) -> str:
        return " OR ".join(f'"{partition}:{term}"' for partition in self.partitions for term in terms)

    def _narrowed(self, match: str) -> str:
        narrowing = [self._any(term) for term in self.required]
        if self.groups:
            narrowing.append(self._any(*(f"{GROUP}{group}" for group in self.groups)))
        return "(" + " AND ".join(f"({part})" for part in (match, *narrowing)) + ")"


@dataclass(frozen=True, slots=True)
class _Found:
    """What each term is worth, who holds it, and the rough score of every candidate."""

    weights: Mapping[str, float]
    lists: Mapping[str, Mapping[str, Collection[int]]]
    scores: Mapping[int, float]
    nearby: Mapping[int, Mapping[str, float]] | None = None
    asking: Collection[int] = ()

    def among(self, entries: Iterable[int]) -> dict[str, dict[str, Collection[int]]]:
        """The lists, of these entries only."""
        wanted = set(entries)
        return {
            term: {mark: wanted.intersection(holders) for mark, holders in marked.items()}
            for term, marked in self.lists.items()
        }

    def with_turns(self, runs: Sequence[Sequence[Turn]]) -> "_Found":
        """Candidates with what was said around them counted in.

        A turn that holds no term itself may answer a question, but is no hit of a key word or two. What stands in a
        turn's title, as the name of its speaker, is true of that turn only.
        """
        holders = self.among(turn.entry for run in runs for turn in run)
        nearby: dict[int, dict[str, float]] = {}
        for run in runs:
            said = [_said_by(turn.entry, holders) for turn in run]
            nearby |= {
                turn.entry: said_nearby(said, at, is_answer=at > 0 and run[at - 1].asks)
                for at, turn in enumerate(run)
                if len(self.lists) >= MIN_QUESTION or any(turn.entry in marked[""] for marked in holders.values())
            }
        scores = relevances(list(nearby), self.weights, holders, {}, nearby)
        asking = frozenset(turn.entry for run in runs for turn in run if turn.asks)
        return _Found(self.weights, holders, scores, nearby, asking)


def _said_by(turn: int, holders: Holders) -> list[str]:
    return [term for term, marked in holders.items() if turn in marked[""] and turn not in marked.get(IN_TITLE, ())]


def _best(scores: Mapping[int, float], count: int) -> list[int]:
    """The most promising entries, best first; of equals the newest."""
    return [entry for _, entry in nlargest(count, zip(scores.values(), scores.keys(), strict=True))]


def _holds(phrases: Sequence[Sequence[str]], text: IndexedText) -> bool:
    """Whether each phrase stands within one field."""
    fields = [elements(field) for field in (text.title, text.description, text.body, *text.tags)]
    return all(any(contains_phrase(field, phrase) for field in fields) for phrase in phrases)


def _frequency(holders: Sequence[int], everything: Sequence[int], size: int) -> int:
    """How many entries hold a term: counted, or beyond `MAX_POSTINGS` by how close together its newest stand."""
    if len(holders) < MAX_POSTINGS:
        return len(holders)
    return int(size * (everything[0] - everything[-1] + 1) / (everything[0] - holders[-1] + 1))


def _row(entry: int, partition: int, text: IndexedText) -> dict[str, int | str]:
    prefix = f" {partition}:"
    terms = ["", *index_terms(text)] if text.group is None else ["", f"{GROUP}{text.group}", *index_terms(text)]
    return {"entry": entry, "terms": prefix + prefix.join(terms)}


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

"""Two indexes searched as one: a fresh part that changes with the records, in their transaction, and a settled part.

What is written goes to the fresh part, which is small and can be rolled back; from time to time it is emptied into the
settled part, which is large and cannot. An entry that stands in the fresh part is judged there alone. So a search sees
what was written a moment ago, in the same transaction too, and a crash between the two parts leaves at worst an entry
in both, where it counts once.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from archivist.stores.sqlite.fresh_index import FreshIndex
from archivist.stores.tantivy_index import TantivyIndex
from archivist.stores.term_search import MAX_SHARERS, Lookup, SearchScope, TermIndex, best_of
from archivist.text.ranking import Holders, IndexedText
from archivist.text.words import Query


class LayeredIndex(TermIndex):
    """Implements `index_port.Index`, inside one transaction or one consistent read."""

    def __init__(self, fresh: FreshIndex, settled: TantivyIndex, begin: Callable[[], TantivyIndex]) -> None:
        """Put the parts together.

        Args:
            begin: an empty settled part in place of this one, from when this transaction is committed.
        """
        self._fresh, self._settled, self._begin = fresh, settled, begin
        self._rebuilding = False

    def put(self, entry: int, partition: int, text: IndexedText) -> None:
        """Index an entry; one that is there already is replaced, also in another partition."""
        self.put_many([(entry, partition, text)])

    def put_many(self, entries: Iterable[tuple[int, int, IndexedText]]) -> None:
        """`put` for many (entry, partition, text); after `clear`, straight into the new settled part."""
        (self._settled if self._rebuilding else self._fresh).put_many(entries)

    def remove(self, entries: Iterable[int]) -> None:
        """Forget entries; one that is not there is no error."""
        gone = list(entries)
        self._fresh.remove(gone)
        self._fresh.bury(self._settled.holding(gone))

    def clear(self) -> None:
        """Forget everything, before a rebuild."""
        self._fresh.clear()
        self._settled = self._begin()
        self._rebuilding = True

    def compact(self) -> None:
        """Drop from the files of both parts what was removed."""
        self._fresh.compact()
        self._settled.compact()

    def check(self) -> list[str]:
        """What is wrong with either part, in words; empty when both are whole."""
        return self._fresh.check() + self._settled.check()

    def look_up(self, query: Query, scope: SearchScope) -> "LayeredLookup":
        """The posting lists of a query's terms in both parts."""
        fresh, settled = self._fresh.look_up(query, scope), self._settled.look_up(query, scope)
        return LayeredLookup(fresh, settled, self._fresh.holding)

    def newest_holding(self, terms: Sequence[str], partition: int) -> list[list[int]]:
        """For each term the newest entries of a partition that hold it in either part, at most `MAX_SHARERS`."""
        older = self._settled.newest_holding(terms, partition)
        changed = self._fresh.holding({entry for some in older for entry in some})
        found = [
            [*new, *(entry for entry in old if entry not in changed)]
            for new, old in zip(self._fresh.newest_holding(terms, partition), older, strict=True)
        ]
        return [sorted(some, reverse=True)[:MAX_SHARERS] for some in found]


class LayeredLookup:
    """Implements `term_search.Lookup` over two of them; `changed` says which entries stand in the fresh part."""

    def __init__(self, fresh: Lookup, settled: Lookup, changed: Callable[[Collection[int]], set[int]]) -> None:
        self._fresh, self._settled, self._changed = fresh, settled, changed
        self.size = fresh.size + settled.size
        self.found_in: Mapping[str, int] = _added(fresh.found_in, settled.found_in)

    def also(self, terms: Sequence[str] = (), beginnings: Sequence[str] = ()) -> dict[str, int]:
        """Look these up in both parts."""
        return _added(self._fresh.also(terms, beginnings), self._settled.also(terms, beginnings))

    def candidates(self, weights: Mapping[str, float], count: int, sure: int) -> dict[int, float]:
        """The best of both parts, but for what the settled one says of entries that have changed since."""
        fresh, wanted = self._fresh.candidates(weights, count, sure), count
        while True:
            settled = self._settled.candidates(weights, wanted, sure)
            changed = self._changed(settled)
            if len(settled) - len(changed) >= count or len(settled) < wanted:
                break
            wanted += 2 * len(changed)
        both = {entry: score for entry, score in settled.items() if entry not in changed} | dict(fresh)
        return {entry: both[entry] for entry in best_of(both, count)}

    def holders(self, entries: Collection[int]) -> Holders:
        """Who of these holds what was looked up, each as its own part says."""
        changed = self._changed(entries)
        new = self._fresh.holders(changed)
        old = self._settled.holders([entry for entry in entries if entry not in changed])
        return {
            term: {
                mark: {*new[term].get(mark, ()), *old[term].get(mark, ())}
                for mark in dict.fromkeys([*new[term], *old[term]])
            }
            for term in new
        }

    def lengths(self, entries: Collection[int]) -> dict[int, int]:
        """The number of terms of each."""
        changed = self._changed(entries)
        unchanged = [entry for entry in entries if entry not in changed]
        return {**self._settled.lengths(unchanged), **self._fresh.lengths(changed)}


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {term: one[term] + other[term] for term in one}

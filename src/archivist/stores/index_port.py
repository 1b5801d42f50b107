"""The port of a full-text index: what a backend promises, whatever stands behind it.

An index is rebuildable and keeps no text. Every entry belongs to one partition (a scope); a search names the partitions
it may see and costs by their size, not by the size of the table. `tests/contracts/index.py` is the promise in full.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from archivist.text.ranking import IndexedText, Turn
from archivist.text.words import Query

MAX_WEIGHT: Final = 1.1  # of an entry by itself


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers; `relevance` is 0..1 and compares within one result list only."""

    entry: int
    relevance: float


class Entries(Protocol):
    """What the store tells a search about its entries: of the few that may be in the answer, and only when asked."""

    def weights(self, entries: Sequence[int]) -> Mapping[int, float]:
        """How much each entry counts by itself, 1 being usual and `MAX_WEIGHT` the most.

        One that is left out is not shown and takes no place.
        """
        ...

    def texts(self, entries: Sequence[int]) -> Mapping[int, IndexedText]:
        """The texts as they were indexed; asked for only to see whether a quoted phrase stands in them."""
        ...

    def runs(self, entries: Sequence[int]) -> Sequence[Sequence[Turn]] | None:
        """For messages: the consecutive turns of a conversation around these, three to either side, oldest first.

        Runs do not overlap. None for kinds whose entries stand alone.
        """
        ...


class Index(Protocol):
    """Finds entries by their words. Entries and partitions are integers >= 0 that the store gave out."""

    def put(self, entry: int, partition: int, text: IndexedText) -> None:
        """Index an entry; one that is there already is replaced, also from another partition."""
        ...

    def put_many(self, entries: Iterable[tuple[int, int, IndexedText]]) -> None:
        """`put` for many (entry, partition, text)."""
        ...

    def remove(self, entries: Iterable[int]) -> None:
        """Forget entries; one that is not there is no error."""
        ...

    def search(
        self, query: Query, partitions: Sequence[int], limit: int, entries: Entries, groups: Sequence[int] = ()
    ) -> list[Hit]:
        """The at most `limit` entries of these partitions that answer best, best first; of equals the newest.

        Args:
            groups: look only at entries of these; of all groups and of none where empty. Costs by their size.
        """
        ...

    def sharing(self, terms: Sequence[str], partition: int, limit: int) -> list[int]:
        """The at most `limit` entries of a partition that share most with these terms, rare ones counting more.

        Cheaper than a search and without its judgement: no ranking, no weights, nothing required. Of more than four
        terms an entry must share two.
        """
        ...

    def clear(self) -> None:
        """Forget everything, before a rebuild."""
        ...

    def compact(self) -> None:
        """Drop from the files what was removed: after an erasure no word of it may be left."""
        ...

    def check(self) -> list[str]:
        """What is wrong with the index, in words; empty when it is whole."""
        ...

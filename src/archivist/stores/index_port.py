"""The index as the rest of the house sees it: it finds numbers, and nothing lives only in it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class IndexedText:
    """What of a thing can be found, by weight: title first, then tags, description and body."""

    title: str = ""
    description: str = ""
    body: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A document number and how well it matches, in 0..1, comparable within one result list only."""

    doc: int
    relevance: float


Texts = Callable[[Sequence[int]], Mapping[int, IndexedText]]
"""Fetches the text of some documents for exact scoring; a document it leaves out is not a hit."""


class Index(Protocol):
    """Full text over numbered documents, each in one partition; a search names the partitions it may look into."""

    def put(self, doc: int, partition: int, text: IndexedText) -> None:
        """Make a document findable. A document that is there must be removed first."""
        ...

    def put_many(self, rows: Iterable[tuple[int, int, IndexedText]]) -> None:
        """Make many (document, partition, text) findable."""
        ...

    def remove(self, docs: Sequence[int]) -> None:
        """Forget these documents; unknown ones are no error."""
        ...

    def search(self, query: str, partitions: Sequence[int], limit: int, texts: Texts) -> list[Hit]:
        """The best `limit` documents of these partitions, best first; empty when the query holds no word."""
        ...

    def clear(self) -> None:
        """Forget everything, before a rebuild."""
        ...

"""The port of the vectors: which entries still need one, and which lie near a question among those one may see.

A vector belongs to the model that made it. Vectors of another model, or of another length, are never compared with
this one's: they are left aside until they are made anew. A vector goes with the text it was made of.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from archivist.records.scope import Scope
from archivist.text.ranking import IndexedText

VectorKind = Literal["memory", "section", "message"]


@dataclass(frozen=True, slots=True)
class VectorModel:
    """What made a vector: two are comparable when both are equal."""

    name: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry in force without a vector. It is known again by `stamp`, which changes with its text, or by the text."""

    entry: int
    stamp: int
    text: IndexedText


@dataclass(frozen=True, slots=True)
class Near:
    """What lies near a question, and what is usual: mean and standard deviation of the cosines of all `entries`.

    These are the entries that were looked at; the two are estimated from a sample of each scope.
    """

    cosines: Mapping[int, float]
    mean: float = 0.0
    spread: float = 0.0
    entries: int = 0


class Vectors(Protocol):
    """One vector an entry, of unit length."""

    def waiting(
        self, kind: VectorKind, model: VectorModel, limit: int, subject: str | None = None, after: int = -1
    ) -> list[Waiting]:
        """At most `limit` entries that have no vector of this model, the oldest first.

        Args:
            subject: only of the memory, document or conversation of this id.
            after: only entries with a higher number.
        """
        ...

    def put(self, kind: VectorKind, model: VectorModel, vectors: Sequence[tuple[Waiting, Sequence[float]]]) -> None:
        """Keep the vectors of those entries whose text is still the one that was waiting."""
        ...

    def search(
        self,
        kind: VectorKind,
        model: VectorModel,
        scopes: Sequence[Scope],
        vector: Sequence[float],
        limit: int,
        also: Sequence[int] = (),
        only: Sequence[int] | None = None,
    ) -> Near:
        """The cosines of the at most `limit` nearest entries of these scopes, and of those in `also` that have one.

        Costs by what these scopes hold, not by the size of the table.

        Args:
            only: the nearest are looked for among these; None is all of these scopes.
        """
        ...

    def counts(self) -> Mapping[tuple[VectorKind, VectorModel], int]:
        """How many vectors of each model there are."""
        ...

    def forget_others(self, model: VectorModel) -> int:
        """Remove the vectors of every other model, and return how many those were."""
        ...

"""Words and meaning in one order: what full text found and what lies near in the vector index, by a weighted sum.

Each side is brought to 0..1 among the candidates first, and the sum is of scores, not of ranks: adding ranks with equal
weight made retrieval worse on every set it was measured on. An entry without a vector is judged by its words alone, so
an index that is not filled yet loses nothing; without an embedder nothing here is called. Messages are not fused: full
text reads a turn with its neighbours, and vectors of single turns made that worse. Source: issue 11, point 3;
measured in docs/models.md.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from archivist.records.scope import Scope
from archivist.stores.base import Transaction
from archivist.stores.vector_port import VectorKind, VectorModel

WORDS: Final = 0.6
MEANING: Final = 0.4
CANDIDATES: Final = 50
"""Of either side."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a question means to one model. Below the cosine `least` a text has nothing to do with it."""

    model: VectorModel
    vector: Sequence[float]
    least: float


@dataclass(frozen=True, slots=True)
class Fused:
    """An entry in the order of both. `is_near` says that its meaning alone would have found it."""

    entry: int
    relevance: float
    is_near: bool = False


def fused(
    tx: Transaction,
    kind: VectorKind,
    scopes: Sequence[Scope],
    question: Question | None,
    lexical: Sequence[tuple[int, float]],
    shown: Callable[[Sequence[int]], Collection[int]],
    limit: int,
    only: Sequence[int] | None = None,
) -> list[Fused]:
    """The at most `limit` best by both; by words alone where no question is given.

    Args:
        shown: says which entries, found by meaning alone, may be shown.
        only: among which entries to look by meaning; all of these scopes where it is None.
    """
    if question is None:
        return [Fused(entry, relevance) for entry, relevance in lexical[:limit]]
    known = dict(lexical)
    near = tx.vectors.search(kind, question.model, scopes, question.vector, 2 * CANDIDATES, list(known), only)
    enough = near_enough(near, question.least)
    new = [entry for entry in enough if entry not in known]
    allowed = {*known, *(shown(new) if new else ())}
    cosines = {entry: cosine for entry, cosine in near.items() if entry in allowed}
    best = merge(lexical, cosines, question.least)[:limit]
    return [Fused(entry, relevance, entry in enough) for entry, relevance in best]


def near_enough(near: Mapping[int, float], least: float) -> set[int]:
    """Entries that may be in the answer by meaning alone: at least half as far above `least` as the nearest of all."""
    half = least + max(0.0, max(near.values(), default=least) - least) / 2
    return {entry for entry, cosine in near.items() if cosine >= half}


def merge(lexical: Sequence[tuple[int, float]], cosines: Mapping[int, float], least: float) -> list[tuple[int, float]]:
    """Every entry of either side with its share in 0..1, best first; of equals, the one that full text put first.

    A cosine counts by where it lies between the farthest candidate, or `least`, and the nearest; where nothing is as
    near as `least`, words alone count.
    """
    words = dict(lexical)
    most_words = max(words.values(), default=0.0)
    nearest = max(cosines.values(), default=least)
    farthest = min([least, *cosines.values()])
    place = {entry: number for number, entry in enumerate([*words, *cosines])}
    scores: dict[int, float] = {}
    for entry in place:
        by_words = words.get(entry, 0.0) / most_words if most_words else 0.0
        if entry in cosines and nearest > least:
            by_meaning = (cosines[entry] - farthest) / (nearest - farthest)
        else:
            by_meaning = by_words
        scores[entry] = WORDS * by_words + MEANING * by_meaning
    return sorted(scores.items(), key=lambda scored: (-scored[1], place[scored[0]]))

"""Words and meaning in one order: what full text found and what lies near in the vector index, by a sum of scores.

Full text gives the share of a question that an entry covers, divided here by the square root of the best share. So
where a question is covered well its words decide; where hardly a word of it stands anywhere, as between two languages,
its meaning does. A cosine counts by how far it stands out from those of the other entries that may be seen, in standard
deviations: no model needs a scale of its own. The sum is of scores, not of ranks: adding ranks with equal weight made
retrieval worse on every set it was measured on. An entry without a vector is judged by its words alone, so an index
that is not filled yet loses nothing; without an embedder nothing here is called. Source: issue 11, point 3; measured in
docs/models.md.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from archivist.llm.base import Embedder
from archivist.records.scope import Scope
from archivist.stores.base import Transaction
from archivist.stores.vector_port import Near, VectorKind, VectorModel

MEANING: Final = 0.07
"""What one standard deviation counts, beside 1 for a question all of whose words an entry holds."""
CANDIDATES: Final = 50
"""Of either side."""
KNOWN_BEFORE: Final = 10
"""How many entries the model's usual cosines count for, beside those of the scope: three records have no spread."""
STANDING: Final = 1.0
"""By so many standard deviations an entry without a word of the question has to stand out."""
LAST_LINES: Final = 3
"""Of a question of more lines, as a conversation is, these count as much as the whole."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a question means to one model, whose cosines with unrelated texts are `usual`, give or take `spread`."""

    model: VectorModel
    vector: Sequence[float]
    usual: float
    spread: float


def readings(query: str) -> list[str]:
    """What is embedded of a question: the whole, and of one of many lines its end."""
    lines = [line for line in query.splitlines() if line.strip()]
    return [query] if len(lines) <= LAST_LINES else [query, "\n".join(lines[-LAST_LINES:])]


def question_from(embedder: Embedder, query: str) -> Question:
    """What the query means to this embedder.

    Raises:
        ModelFailed: it does not answer.
    """
    vectors = embedder.embed(readings(query), as_query=True)
    mean = [sum(values) / len(vectors) for values in zip(*vectors, strict=True)]
    return Question(VectorModel(embedder.name, len(mean)), mean, embedder.usual, embedder.spread)


@dataclass(frozen=True, slots=True)
class Fused:
    """An entry in the order of both. `is_near` says that its meaning alone would have found it,
    and that it is nearer than texts usually are that have nothing to do with the question."""

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
    standing = stand_out(near, question)
    out = standing_out(standing)
    new = [entry for entry in out if entry not in known]
    allowed = {*known, *(shown(new) if new else ())}
    least = question.usual + question.spread
    return [
        Fused(entry, relevance, entry in out and near.cosines[entry] >= least)
        for entry, relevance in merge(lexical, {entry: standing[entry] for entry in standing if entry in allowed})[
            :limit
        ]
    ]


def standing_out(standing: Mapping[int, float]) -> set[int]:
    """Entries that may be in the answer by meaning alone: they stand out, and at least half as far as the farthest."""
    least = max(STANDING, max(standing.values(), default=0.0) / 2)
    return {entry for entry, far in standing.items() if far >= least}


def stand_out(near: Near, question: Question) -> dict[int, float]:
    """By how many standard deviations each cosine differs from what is usual for this question."""
    entries, before, usual = near.entries, KNOWN_BEFORE, question.usual
    mean = (entries * near.mean + before * usual) / (entries + before)
    scatter = entries * (near.spread**2 + (near.mean - mean) ** 2)
    prior = before * (question.spread**2 + (usual - mean) ** 2)
    deviation = math.sqrt((scatter + prior) / (entries + before))
    return {entry: (cosine - mean) / deviation for entry, cosine in near.cosines.items()}


def merge(lexical: Sequence[tuple[int, float]], standing: Mapping[int, float]) -> list[tuple[int, float]]:
    """Every entry of either side with its score in 0..1, best first; of equals, the one that full text put first.

    Args:
        standing: how far entries stand out by meaning, as `stand_out` tells.
    """
    words = dict(lexical)
    most = max(words.values(), default=0.0)
    farthest = max(0.0, max(standing.values(), default=0.0))
    place = {entry: number for number, entry in enumerate([*words, *standing])}
    scores: dict[int, float] = {}
    for entry in place:
        covered = words.get(entry, 0.0)
        by_meaning = standing[entry] if entry in standing else farthest * covered / most
        scores[entry] = (covered / math.sqrt(most) if most else 0.0) + MEANING * by_meaning
    ordered = sorted(scores.items(), key=lambda scored: (-scored[1], place[scored[0]]))
    return [(entry, min(1.0, max(0.0, score))) for entry, score in ordered]

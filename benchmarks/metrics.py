"""How good a list of found ids is. All measures are shares in 0..1; a list is read to its tenth place."""

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, fields

READ = 10


@dataclass(frozen=True, slots=True)
class Scores:
    """R@k is the share of the relevant ids among the first k, `top5` whether any is among the first five.

    MRR is one over the place of the first relevant id; nDCG has binary gains, and what ten places can hold is ideal.
    """

    r1: float
    r5: float
    r10: float
    top5: float
    mrr: float
    ndcg: float


def score(found: Sequence[str], relevant: Set[str]) -> Scores:
    """The scores of one question. An id found twice counts once, at its first place."""
    ids = list(dict.fromkeys(found))[:READ]
    places = [place for place, id in enumerate(ids, 1) if id in relevant]
    gained = sum(1 / math.log2(place + 1) for place in places)
    ideal = sum(1 / math.log2(place + 1) for place in range(1, min(len(relevant), READ) + 1))
    within = [sum(place <= k for place in places) for k in (1, 5, READ)]
    return Scores(
        r1=within[0] / len(relevant),
        r5=within[1] / len(relevant),
        r10=within[2] / len(relevant),
        top5=float(within[1] > 0),
        mrr=1 / places[0] if places else 0.0,
        ndcg=gained / ideal,
    )


def mean(scores: Sequence[Scores]) -> Scores:
    """The mean of each measure over at least one question."""
    return Scores(*(sum(getattr(one, field.name) for one in scores) / len(scores) for field in fields(Scores)))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that at least this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def times(answers: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Median and 95th percentile of times in milliseconds, by the clock and of the processor."""
    return {
        "p50_ms": percentile(answers["ms"], 0.50),
        "p95_ms": percentile(answers["ms"], 0.95),
        "cpu_p50_ms": percentile(answers["cpu_ms"], 0.50),
        "cpu_p95_ms": percentile(answers["cpu_ms"], 0.95),
    }

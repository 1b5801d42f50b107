"""What may help a search beyond its words: what the question means, and a model that puts what was found in order.

A reranker reads a question and a text together, which full text and vectors never do. It is shown only what was found
among what the asker may see, takes nothing away and adds nothing; where it fails, the order stays as it was.
Source: issue 8, point 8.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from archivist.errors import ModelError
from archivist.llm.base import Reranker
from archivist.read.fusion import Question

RERANKED: Final = 30
"""So many of the best are read by a reranker, if there are as many; the rest stay behind them."""


@dataclass(frozen=True, slots=True)
class Aids:
    """Each where it is configured. `lacking` says what was wanted and did not come; empty where nothing was."""

    question: Question | None = None
    reranker: Reranker | None = None
    lacking: str = ""

    def in_order(
        self,
        query: str,
        found: Sequence[tuple[int, float]],
        texts: Callable[[Sequence[int]], Sequence[str]],
    ) -> tuple[list[tuple[int, float]], str]:
        """What was found, the best first by the reranker's judgement where there is one; and what is lacking.

        Of equals, the one that stood first. Relevance is the judgement, in 0..1.

        Args:
            texts: gives what is to be read of these entries, in their order.
        """
        if self.reranker is None or len(found) < 2:
            return list(found), self.lacking
        read, rest = found[:RERANKED], found[RERANKED:]
        try:
            judged = self.reranker.rerank(query, texts([entry for entry, _ in read])).reply
        except ModelError as exc:
            return list(found), in_words(self.lacking, f"not reranked: {exc.message}")
        best_first = sorted(range(len(read)), key=lambda place: -judged[place])
        ordered = [(read[place][0], judged[place]) for place in best_first]
        return ordered + [(entry, min(relevance, min(judged))) for entry, relevance in rest], self.lacking


NO_AIDS: Final = Aids()


def in_words(*reasons: str) -> str:
    """The reasons there are, in one line."""
    return "; ".join(reason for reason in reasons if reason)

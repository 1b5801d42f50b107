"""Reranker: a language model reads what was found and says which of it answers, best first. One call to a light model.

Where there is a server for models of this very kind, `llm.rerankers` asks it instead. Source: issue 8, point 8.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archivist.llm.base import Answer, Bounds, LanguageModel
from archivist.roles.prompts import language_of, prompt

BOUNDS: Final = Bounds(timeout_s=8.0, max_output_tokens=200)
MAX_CHARACTERS: Final = 400
"""Of each text."""
MAX_QUERY_CHARACTERS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Order:
    """The typed reply: numbers of the list, the best first."""

    best_first: list[int]


@dataclass(frozen=True, slots=True)
class ModelReranker:
    """Implements `llm.base.Reranker`."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    @property
    def name(self) -> str:
        return self.model.name

    def rerank(self, query: str, texts: Sequence[str]) -> Answer[list[float]]:
        """What was named from 1.0 down by its place; what was not named has 0.0.

        Raises:
            ModelFailed: no usable reply, or it names something twice, something unknown, or nothing.
        """
        lines = "\n".join(f"{number}. {_beginning(text)}" for number, text in enumerate(texts, 1))
        asked = prompt("reranker", language_of(query), f"{lines}\n\n? {query[:MAX_QUERY_CHARACTERS]}", {})
        answer = self.model.ask(asked, Order, self.bounds)
        named = answer.reply.best_first
        if not named or len(set(named)) < len(named) or not set(named) <= set(range(1, len(texts) + 1)):
            raise self.model.rejected(f"numbers that are not, each once, those of {len(texts)} results")
        place = {number: place for place, number in enumerate(named)}
        judged = [1.0 - place[number] / len(texts) if number in place else 0.0 for number in range(1, len(texts) + 1)]
        return Answer(judged, answer.usage, answer.model)


def _beginning(text: str) -> str:
    return " ".join(text.split())[:MAX_CHARACTERS]

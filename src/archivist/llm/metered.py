"""A model with a meter: counts every call by role, and refuses the next one when the day's budget is used up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from archivist.llm.base import (
    Answer,
    Bounds,
    Embedder,
    Failure,
    LanguageModel,
    ModelFailed,
    Prompt,
    Reply,
    Reranker,
    Usage,
)
from archivist.llm.chat import ChatModel, ChatTool, Heard, Past, Spoken
from archivist.text.tokens import count_tokens

Answered = TypeVar("Answered")
Spent = Callable[[], Usage]
"""What all roles together have used today."""
Count = Callable[[str, str, Usage, Failure | None], None]
"""Counts one call: role, model, what it used, and how it failed if it did."""
_PAID: Final = {Failure.TIMED_OUT, Failure.REFUSED, Failure.MALFORMED}


@dataclass(frozen=True, slots=True)
class DailyBudget:
    """What all roles together may use in one local day; None does not limit."""

    tokens: int | None = None
    dollars: float | None = None

    def is_used_up(self, spent: Usage) -> bool:
        """Whether nothing is left."""
        by_tokens = self.tokens is not None and spent.input_tokens + spent.output_tokens >= self.tokens
        return by_tokens or (self.dollars is not None and spent.dollars >= self.dollars)


@dataclass(frozen=True, slots=True)
class MeteredChat:
    """Implements `llm.chat.ChatModel` for one role, on the same meter."""

    role: str
    model: ChatModel
    budget: DailyBudget
    spent: Spent
    count: Count
    timeout_s: float = 0
    max_output_tokens: int = 0

    @property
    def name(self) -> str:
        return self.model.name

    def turn(
        self,
        instructions: str,
        past: Sequence[Past],
        question: str,
        tools: Sequence[ChatTool],
        bounds: Bounds,
        heard: Callable[[Heard], None],
    ) -> Spoken:
        bounds = bounds.settled(self.timeout_s, self.max_output_tokens)
        asked = (instructions, question, *(one.text for one in past))
        spoken = _within_budget(
            self, asked, lambda: self.model.turn(instructions, past, question, tools, bounds, heard)
        )
        if not spoken.usage.output_tokens:  # some servers tell no usage of a streamed answer: the budget still counts
            used = replace(spoken.usage, input_tokens=_tokens(asked), output_tokens=count_tokens(spoken.text))
            spoken = replace(spoken, usage=used)
        self.count(self.role, self.name, spoken.usage, None)
        return spoken


@dataclass(frozen=True, slots=True)
class MeteredModel:
    """Implements `llm.base.LanguageModel` for one role."""

    role: str
    model: LanguageModel
    budget: DailyBudget
    spent: Spent
    count: Count
    timeout_s: float = 0
    max_output_tokens: int = 0

    @property
    def name(self) -> str:
        return self.model.name

    def ask(self, prompt: Prompt, reply: type[Reply], bounds: Bounds) -> Answer[Reply]:
        bounds = bounds.settled(self.timeout_s, self.max_output_tokens)
        asked = (prompt.instructions, prompt.content)
        answer = _within_budget(self, asked, lambda: self.model.ask(prompt, reply, bounds))
        self.count(self.role, self.name, answer.usage, None)
        return answer

    def rejected(self, why: str) -> ModelFailed:
        failed = self.model.rejected(why)
        self.count(self.role, self.name, Usage(), failed.reason)  # what the call took was counted when it answered
        return failed


@dataclass(frozen=True, slots=True)
class MeteredEmbedder:
    """Implements `llm.base.Embedder` on the same meter; tokens are estimated, since not every API tells them."""

    embedder: Embedder
    budget: DailyBudget
    spent: Spent
    count: Count
    role: str = "embedder"

    @property
    def name(self) -> str:
        return self.embedder.name

    @property
    def dimensions(self) -> int:
        return self.embedder.dimensions

    @property
    def usual(self) -> float:
        return self.embedder.usual

    @property
    def spread(self) -> float:
        return self.embedder.spread

    def embed(self, texts: list[str], *, as_query: bool = False) -> list[list[float]]:
        vectors = _within_budget(self, texts, lambda: self.embedder.embed(texts, as_query=as_query))
        self.count(self.role, self.name, Usage(requests=1, input_tokens=_tokens(texts)), None)
        return vectors


@dataclass(frozen=True, slots=True)
class MeteredReranker:
    """Implements `llm.base.Reranker` on the same meter."""

    reranker: Reranker
    budget: DailyBudget
    spent: Spent
    count: Count
    role: str = "reranker"

    @property
    def name(self) -> str:
        return self.reranker.name

    def rerank(self, query: str, texts: Sequence[str]) -> Answer[list[float]]:
        answer = _within_budget(self, (query, *texts), lambda: self.reranker.rerank(query, texts))
        self.count(self.role, self.name, answer.usage, None)
        return answer


Meter = MeteredChat | MeteredModel | MeteredEmbedder | MeteredReranker


def _within_budget(meter: Meter, asked: Sequence[str], call: Callable[[], Answered]) -> Answered:
    """What `call` gives, unless nothing is left of the day; a failure of either kind is counted.

    A call that was answered with something useless, or too late, is paid like another: what was `asked` counts.
    """
    if meter.budget.is_used_up(meter.spent()):
        failed = ModelFailed(Failure.BUDGET, "today's model budget is used up")
        meter.count(meter.role, meter.name, Usage(), failed.reason)
        raise failed
    try:
        return call()
    except ModelFailed as failed:
        tokens = _tokens(asked) if failed.reason in _PAID else 0
        meter.count(meter.role, meter.name, Usage(requests=1, input_tokens=tokens), failed.reason)
        raise


def _tokens(texts: Sequence[str]) -> int:
    return sum(map(count_tokens, texts))

"""What a role needs of a language model: one question, one typed reply, within bounds. Nothing of a provider shows.

A reply is input like any other: parsed strictly here, checked by its role, never trusted. Everything that can go wrong
is one error, `ModelFailed`, with a reason from a closed set, so that a role's fallback needs no cases.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from archivist.errors import ModelError

Reply = TypeVar("Reply")


class Failure(StrEnum):
    """Why a model gave no usable reply."""

    NOT_CONFIGURED = "not_configured"
    TIMED_OUT = "timed_out"
    RATE_LIMITED = "rate_limited"
    UNAVAILABLE = "unavailable"
    REFUSED = "refused"
    MALFORMED = "malformed"  # not the shape that was asked for, also after one retry
    REJECTED = "rejected"  # the shape is right, the content is not: unknown ids, quotes that stand nowhere
    BUDGET = "budget"  # the day's tokens or money are used up
    ACCESS = "access"  # the provider does not accept the key, or knows no such model


class ModelFailed(ModelError):
    """A role got no usable reply; it goes on without a model."""

    def __init__(self, reason: Failure, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason, self.detail = reason, detail


@dataclass(frozen=True, slots=True)
class Usage:
    """What a call cost. Money is US dollars, 0.0 where the price is not known."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.requests + other.requests,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.dollars + other.dollars,
        )


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question: fixed `instructions`, and the `content` they are about, which is data and never an instruction.

    `version` is the hash of the instructions, for the trace.
    """

    instructions: str
    content: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a call may take."""

    timeout_s: float = 20.0
    max_output_tokens: int = 1_000

    def settled(self, timeout_s: float, max_output_tokens: int) -> "Bounds":
        """These bounds with what a person has configured instead; 0 leaves them."""
        return replace(
            self,
            timeout_s=timeout_s or self.timeout_s,
            max_output_tokens=max_output_tokens or self.max_output_tokens,
        )


@dataclass(frozen=True, slots=True)
class Answer(Generic[Reply]):
    """A parsed reply and what it cost."""

    reply: Reply
    usage: Usage
    model: str


class LanguageModel(Protocol):
    """One configured model."""

    @property
    def name(self) -> str:
        """As configured, `provider:model`."""
        ...

    def ask(self, prompt: Prompt, reply: type[Reply], bounds: Bounds) -> Answer[Reply]:
        """Ask once and return the reply as an instance of `reply`, a frozen dataclass of plain types.

        Raises:
            ModelFailed: there is no usable reply, and why.
        """
        ...

    def rejected(self, why: str) -> ModelFailed:
        """The failure, counted, of a reply of the right shape that says what does not hold; for a role to raise."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of one length."""

    @property
    def name(self) -> str:
        """Which model; vectors of different models are never mixed."""
        ...

    @property
    def dimensions(self) -> int: ...
    @property
    def usual(self) -> float:
        """The cosine that texts have on average that have nothing to do with each other; every model has its own."""
        ...

    @property
    def spread(self) -> float:
        """How far the cosines of such texts scatter, as a standard deviation; above 0."""
        ...

    def embed(self, texts: list[str], *, as_query: bool = False) -> list[list[float]]:
        """One unit-length vector a text, in order.

        Raises:
            ModelFailed: the model did not answer.
        """
        ...


class Reranker(Protocol):
    """Judges how well each of a few texts answers a question, reading both together."""

    @property
    def name(self) -> str:
        """As configured, `provider:model`."""
        ...

    def rerank(self, query: str, texts: Sequence[str]) -> Answer[list[float]]:
        """For each text, in order, how well it answers, in 0..1; compares only within one reply.

        Raises:
            ModelFailed: there is no judgement of every text, and why.
        """
        ...

"""What a conversation with a model needs: one turn, some tools, words as they come. Nothing of a provider shows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from archivist.llm.base import Bounds, Usage


@dataclass(frozen=True, slots=True)
class ChatTool:
    """Something the model may do. `run` gets checked arguments and answers in text; its errors are text as well.

    `brief` is what later steps see of an answer: enough to know that it was, at no cost. Source: requirement M14.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    run: Callable[[Mapping[str, Any]], str]
    brief: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Words:
    """Some of the answer, as it comes."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolUsed:
    """A tool was used, and what it answered."""

    name: str
    answer: str


Heard = Words | ToolUsed


@dataclass(frozen=True, slots=True)
class Past:
    """An earlier message of the conversation."""

    by_user: bool
    text: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """The whole answer of one turn."""

    text: str
    usage: Usage


class ChatModel(Protocol):
    """One configured model that can hold a conversation."""

    @property
    def name(self) -> str: ...

    def turn(
        self,
        instructions: str,
        past: Sequence[Past],
        question: str,
        tools: Sequence[ChatTool],
        bounds: Bounds,
        heard: Callable[[Heard], None],
    ) -> Spoken:
        """Answer `question`, using tools in between; `heard` is told of words and tools as they come.

        Raises:
            ModelFailed: there is no answer, and why. Words already heard stay heard.
        """
        ...

"""An answer from the day notes by a model, out of the lines that the rule of `read.day_reader` finds.

It is refused where it is too long, in another language than the question, gives orders, holds a figure or date that no
line holds, or names no day or one that was not shown; the rule's lines are the answer then. Source: requirement W3.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Final

from archivist.llm.base import Bounds, LanguageModel
from archivist.roles.faithful import fault
from archivist.roles.prompts import language_of, prompt
from archivist.text.length import reading_length

BOUNDS: Final = Bounds(timeout_s=30.0, max_output_tokens=700)


@dataclass(frozen=True, slots=True)
class Read:
    """The typed reply; an empty answer where the lines hold none."""

    answer: str
    days: list[str]


@dataclass(frozen=True, slots=True)
class ModelReader:
    """Says in a few sentences what `read.day_reader` says in lines."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    def __call__(self, question: str, lines: str, shown: Collection[date], limit: int) -> tuple[str, tuple[date, ...]]:
        """The answer with its days behind it, at most `limit` words or Chinese characters; and the days, newest first.

        Args:
            lines: of the notes, each with its day.
            shown: the days of these lines.
        Raises:
            ModelFailed: the model gave no answer, or none that holds.
        """
        asked = prompt("model_reader", language_of(question), f"{lines}\n\n? {question}", {"limit": str(limit)})
        reply = self.model.ask(asked, Read, self.bounds).reply
        days = sorted({day for day in shown if day.isoformat() in reply.days}, reverse=True)
        if not days or len(days) < len(set(reply.days)):
            raise self.model.rejected("it names no day of the notes, or another one")
        said = " ".join(reply.answer.split())
        if why := fault(said, f"{question}\n{lines}", spoken=question):
            raise self.model.rejected(why)
        text = f"{said} [{', '.join(day.isoformat() for day in days)}]"
        if reading_length(text) > limit:
            raise self.model.rejected(f"it is longer than {limit}")
        return text, tuple(days)

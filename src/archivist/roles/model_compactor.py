"""The summary of a long conversation by a model: the thread in its words, and under it what the rule keeps, verbatim.

The model tells what went on; it is never trusted with what must not be lost. Each decision, to-do and figure that
`roles.compactor` keeps stands under its words, unless a sentence of it says exactly that. Decisions that were taken
back, tool output and injected text are not shown to it. Where nothing is worth keeping or no room is left it is not
asked; a summary that does not hold is refused, and the rule's stands. Source: requirement C8; design, section 7.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from archivist.llm.base import Bounds, LanguageModel, ModelFailed
from archivist.records.conversation import Message
from archivist.roles.compactor import Gist, Line, gist_of, on_one_line, sentences, spare_tokens, spoken, tell
from archivist.roles.faithful import fault
from archivist.roles.prompts import language_of, prompt
from archivist.text.length import reading_length
from archivist.text.relations import Conflict, Rewording, Same
from archivist.text.statements import relation
from archivist.text.tokens import count_tokens

BOUNDS: Final = Bounds(timeout_s=60.0, max_output_tokens=600)
READ_CHARACTERS: Final = 16_000
"""How much of the conversation is shown, its end: what was said before is with what is kept."""
MOST_UNITS: Final = 200
LEAST_UNITS: Final = 30
"""Words, or Chinese characters, that the model may write; for fewer it is not asked."""
TOKENS_PER_UNIT: Final = 1.5
"""A word of English or a Chinese character with its marks, by the estimate of `text.tokens`, rounded up."""


@dataclass(frozen=True, slots=True)
class Compacted:
    """The typed reply."""

    summary: str


@dataclass(frozen=True, slots=True)
class ModelCompactor:
    """Sums up what `roles.compactor` sums up by rule."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    def __call__(self, messages: Sequence[Message], budget_tokens: int) -> str:
        """The summary, within the budget; the rule's where the model is not asked, fails, or says what is not so."""
        gist = gist_of(messages)
        spare = spare_tokens(gist, budget_tokens)
        limit = min(MOST_UNITS, int(spare / TOKENS_PER_UNIT))
        if gist.lines and limit >= LEAST_UNITS:
            with suppress(ModelFailed):
                said = self._said(_shown(messages, gist), gist.lines, limit, spare)
                untold = replace(gist, lines=tuple(line for line in gist.lines if not _tells(said, line)))
                return f"{said}{tell(untold, budget_tokens - count_tokens(said))}".strip()
        return tell(gist, budget_tokens)

    def _said(self, conversation: str, kept: Sequence[Line], limit: int, spare: int) -> str:
        """What the model says, and may, with a line's end. Raises: ModelFailed."""
        source = "\n".join((*(f"- {line.text}" for line in kept), "", conversation))
        asked = prompt("model_compactor", language_of(conversation), source, {"limit": str(limit)})
        said = " ".join(self.model.ask(asked, Compacted, self.bounds).reply.summary.split())
        if why := fault(said, source) or _fault(said, kept, spare):
            raise self.model.rejected(why)
        return f"{said}\n"


def _shown(messages: Sequence[Message], gist: Gist) -> str:
    """The end of the conversation, who says what, without the decisions that were taken back."""
    heard = (pair for pair in spoken(messages) if on_one_line(pair[1]) not in gist.overruled)
    told = (
        f"[{message.speaker}] {' '.join(sentence.strip() for _, sentence in said)}"
        for message, said in groupby(heard, key=itemgetter(0))
    )
    return "\n".join(told)[-READ_CHARACTERS:]


def _fault(said: str, kept: Iterable[Line], spare: int) -> str:
    if reading_length(said) > MOST_UNITS or count_tokens(f"{said}\n") > spare:
        return "it is longer than there is room"
    if any(isinstance(relation(line.text, sentence), Conflict) for line in kept for sentence in sentences(said)):
        return "it contradicts what was said"
    return ""


def _tells(said: str, line: Line) -> bool:
    """Whether a sentence of the summary says what this line says, and all of it."""
    for sentence in sentences(said):
        match relation(line.text, sentence):
            case Same() | Rewording(shortens=False):
                return True
            case _:
                continue
    return False

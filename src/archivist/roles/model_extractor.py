"""Extraction with a model: the cue gate first, then candidates with quotes, each checked before it is believed.

No cue in what the user says, no call: small talk costs nothing. A quote that does not stand in the user's own words, a
statement in another language than its quote, an unknown word for a type: such a candidate is dropped, whatever else the
reply holds. Where the model fails, the cue grammar reads the turn instead. Source: requirements X1, X3, X10, X12.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from archivist.clock import local_day
from archivist.llm.base import Bounds, LanguageModel, ModelFailed
from archivist.records.candidate import Candidate, Origin
from archivist.records.conversation import Conversation, Message, MessageOrigin, Speaker
from archivist.records.evidence import Evidence, Witness
from archivist.records.memory import Kind, MemoryType
from archivist.roles.extractor import CONTEXT_PAIRS, MAX_PER_TURN, Setting, extract, needs_model
from archivist.roles.prompts import language_of, prompt
from archivist.text.evidence import find_evidence
from archivist.text.fold import fold_statement

BOUNDS: Final = Bounds(timeout_s=45.0, max_output_tokens=900)
MAX_MESSAGE_CHARACTERS: Final = 4_000


@dataclass(frozen=True, slots=True)
class Found:
    """One statement as the model proposes it."""

    statement: str
    quote: str
    type: str
    kind: str
    about: str = "user"
    confidence: float = 0.7
    salience: float = 0.5
    corrects: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """The typed reply; empty when nothing is worth keeping, which is usual."""

    found: list[Found]


@dataclass(frozen=True, slots=True)
class ModelExtractor:
    """Implements `services.conversations.Extractor`."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    def __call__(self, conversation: Conversation, setting: Setting, since: int) -> list[Candidate]:
        """What is worth keeping of a conversation from position `since` on, turn by turn, each statement once."""
        kept: dict[str, Candidate] = {}
        for start, window in _turns(conversation.messages, since):
            for candidate in self._read(window, setting, max(start, since)):
                kept.setdefault(fold_statement(candidate.text), candidate)
        return list(kept.values())

    def _read(self, window: Sequence[Message], setting: Setting, since: int) -> list[Candidate]:
        new = [message for message in window if message.position >= since and _is_evidence(message)]
        if not needs_model(new):
            return []
        content = "\n".join(f"[{message.speaker}] {message.text[:MAX_MESSAGE_CHARACTERS]}" for message in window)
        language = language_of(" ".join(message.text for message in new))
        variables = {
            "today": local_day(new[-1].at, setting.zone).isoformat(),
            "project": setting.focus.id if setting.focus else "-",
            "limit": str(MAX_PER_TURN),
        }
        try:
            reply = self.model.ask(prompt("model_extractor", language, content, variables), Findings, self.bounds).reply
        except ModelFailed:
            return extract(window, setting, since)
        checked = (self._checked(found, new, setting) for found in reply.found)
        best = sorted((one for one in checked if one), key=lambda candidate: -candidate.salience)
        return best[:MAX_PER_TURN]

    def _checked(self, found: Found, messages: Sequence[Message], setting: Setting) -> Candidate | None:
        """The candidate, or None where anything about it does not hold."""
        evidence = _evidence(found.quote, messages, setting.conversation)
        known = found.type in set(MemoryType) and found.kind in set(Kind)
        in_range = 0.0 <= found.confidence <= 1.0 and 0.0 <= found.salience <= 1.0
        if evidence is None or not known or not in_range or not found.statement.strip():
            return None
        if _has_chinese(found.statement) != _has_chinese(found.quote):
            return None  # it was translated, and then it is no longer what the user said
        said = next(message for message in messages if message.id == evidence.message)
        about_project = found.about == "project" and setting.focus is not None
        return Candidate(
            scope=setting.focus if about_project and setting.focus else setting.owner,
            text=found.statement.strip(),
            type=MemoryType(found.type),
            kind=Kind(found.kind),
            origin=Origin.EXTRACTION,
            confidence=found.confidence,
            salience=found.salience,
            importance=found.salience,
            quote=evidence.quote,
            conversation=setting.conversation,
            evidence=(evidence,),
            rationale=f"read by {self.model.name}",
            is_correction=found.corrects,
            said_at=said.at,
        )


def _has_chinese(text: str) -> bool:
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def _is_evidence(message: Message) -> bool:
    return message.speaker is Speaker.USER and message.origin is MessageOrigin.TYPED


def _evidence(quote: str, messages: Sequence[Message], conversation: str) -> Evidence | None:
    for message in reversed(messages):
        if span := find_evidence(quote, message.text):
            words = span.of(message.text)
            return Evidence(words, Witness.USER, conversation, message.id, span.start, span.end)
    return None


def _turns(messages: Sequence[Message], since: int) -> Iterator[tuple[int, list[Message]]]:
    """(first new position, window) of each turn that has something new: the turn with `CONTEXT_PAIRS` pairs before."""
    ends = [at + 1 for at, message in enumerate(messages) if message.speaker is Speaker.USER]
    start = 0
    for end in ends:
        if messages[end - 1].position >= since:
            window = messages[max(0, end - 2 * CONTEXT_PAIRS) : end]
            yield messages[start].position, list(window)
        start = end

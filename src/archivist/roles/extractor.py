"""Extraction without a model: reads the latest messages of a conversation and proposes what is worth keeping.

Evidence comes from what the user typed, never from the assistant, a tool, a one-click instruction or text that memory
itself put there; every candidate quotes its message exactly. The messages before `since` are context only. The same
job with a model has the same shape: messages in, candidates out.
Source: requirements X1, X3, X4, X10, X12; field cases EX-01 to EX-06.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from typing import Final

from archivist.records.candidate import Candidate, Origin
from archivist.records.conversation import Conversation, Message, MessageOrigin, Speaker
from archivist.records.evidence import Evidence, Witness
from archivist.records.memory import MemoryType
from archivist.records.scope import Scope, user
from archivist.roles.cues import Statement, has_cue, read_message
from archivist.roles.phrasing import as_statement
from archivist.text.plain import plain
from archivist.text.quotes import find_quote, fold_quote

CONTEXT_PAIRS: Final = 3
EVIDENCE_MESSAGES: Final = 8
MAX_PER_TURN: Final = 3
_HEDGE_COSTS: Final = 0.3
"""How much confidence a "maybe" takes away."""

_ABOUT_PROJECT: Final = ("项目", "project", "仓库", "代码库", "repo", "codebase")


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a conversation stands: whose it is, what is in focus, and where its days begin."""

    owner: Scope
    focus: Scope | None = None
    conversation: str = ""
    zone: tzinfo = UTC


def extract(messages: Sequence[Message], setting: Setting, since: int = 0) -> list[Candidate]:
    """At most `MAX_PER_TURN` candidates from the latest messages, the most salient first.

    Args:
        messages: in order; only the last `EVIDENCE_MESSAGES` typed by the user are read.
        since: the position from which messages are new; earlier ones are context.
    """
    in_play = False
    found: list[tuple[Statement, Message]] = []
    for message in _typed(messages)[-EVIDENCE_MESSAGES:]:
        reading = read_message(message.text, in_play=in_play)
        in_play = reading.in_play
        if message.position >= since:
            found += ((statement, message) for statement in reading.statements)
    injected = [message.text for message in messages if message.origin is MessageOrigin.INJECTED]
    candidates = [
        _candidate(statement, message, setting)
        for statement, message in found
        if not any(find_quote(statement.span.of(message.text), text) for text in injected)
    ]
    return _best(candidates)


def extract_conversation(conversation: Conversation, setting: Setting, since: int = 0) -> list[Candidate]:
    """What `extract` finds turn by turn in a whole conversation from position `since` on, each statement once."""
    found: dict[str, Candidate] = {}
    for start, end in _turns(conversation.messages):
        if end > since:
            for candidate in extract(conversation.messages[:end], setting, max(start, since)):
                found.setdefault(fold_quote(candidate.text), candidate)
    return list(found.values())


def worth_remembering(text: str) -> bool:
    """Whether a user who says `text` says something to keep; for measuring on labelled sentences."""
    message = Message("m", 0, Speaker.USER, text, datetime(2026, 1, 1, tzinfo=UTC))
    return bool(extract([message], Setting(user("someone"))))


def needs_model(messages: Sequence[Message]) -> bool:
    """Whether a model should be asked at all: the last `CONTEXT_PAIRS` user messages hold a cue."""
    return any(has_cue(message.text) for message in _typed(messages)[-CONTEXT_PAIRS:])


def _typed(messages: Sequence[Message]) -> list[Message]:
    """What the user wrote by hand."""
    return [
        message for message in messages if message.speaker is Speaker.USER and message.origin is MessageOrigin.TYPED
    ]


def _turns(messages: Sequence[Message]) -> Iterator[tuple[int, int]]:
    """Stretches (start, end) of the conversation: what the user says up to and with the answer to it."""
    start = 0
    for index in range(1, len(messages)):
        if messages[index].speaker is Speaker.USER and messages[index - 1].speaker is not Speaker.USER:
            yield start, index
            start = index
    if messages:
        yield start, len(messages)


def _candidate(statement: Statement, message: Message, setting: Setting) -> Candidate:
    cue = statement.cue
    quote = statement.span.of(message.text)
    evidence = Evidence(quote, Witness.USER, setting.conversation, message.id, statement.span.start, statement.span.end)
    return Candidate(
        scope=_target(statement, quote, setting),
        text=as_statement(quote, _said_on(message, setting)),
        type=statement.type,
        kind=statement.kind,
        origin=Origin.EXTRACTION,
        confidence=round(cue.confidence - (_HEDGE_COSTS if statement.is_hedged else 0), 2),
        salience=cue.salience,
        importance=cue.salience,
        quote=quote,
        conversation=setting.conversation,
        evidence=(evidence,),
        rationale=f"the user's own words, said as a {cue.name}",
        is_correction=statement.is_correction,
        said_at=message.at,
    )


def _said_on(message: Message, setting: Setting) -> date:
    """The speaker's calendar day."""
    return message.at.astimezone(setting.zone).date()


def _target(statement: Statement, quote: str, setting: Setting) -> Scope:
    """The project in focus for what concerns it, else the user."""
    if setting.focus is None:
        return setting.owner
    about_project = statement.type in {MemoryType.PROJECT, MemoryType.REFERENCE}
    return (
        setting.focus
        if about_project or any(word in plain(quote).lower() for word in _ABOUT_PROJECT)
        else setting.owner
    )


def _best(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The most salient ones, each statement once; of equals the later said, which may correct the earlier."""
    latest = {fold_quote(candidate.text): candidate for candidate in candidates}
    newest_first = list(latest.values())[::-1]
    return sorted(newest_first, key=lambda candidate: -candidate.salience)[:MAX_PER_TURN]

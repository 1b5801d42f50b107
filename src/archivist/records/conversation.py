"""What was said: session context and the ground for evidence. It is not long-term memory."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Speaker(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


class MessageOrigin(StrEnum):
    """How a message came about. Only typed ones can be evidence of what the user said."""

    TYPED = "typed"
    ONE_CLICK = "one_click"  # an instruction the interface sent on the user's behalf
    INJECTED = "injected"  # text that came up the read road
    GENERATED = "generated"  # what a model or a tool produced


@dataclass(frozen=True, slots=True)
class Message:
    """One turn.

    `position` counts from 0 within its conversation; `id` is stable across imports of the same text. `name` is who
    speaks, where several people take a part; "" where the source does not tell.
    """

    id: str
    position: int
    speaker: Speaker
    text: str
    at: datetime
    origin: MessageOrigin = MessageOrigin.TYPED
    name: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation as imported or recorded, messages in order."""

    id: str
    messages: tuple[Message, ...]
    title: str = ""
    source: str = ""  # "claude-code", "chatgpt", "api", …
    project: str | None = None
    started_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """The compacted form of the messages before position `to`; `by` names the model that worded it, if one did."""

    to: int
    text: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class ConversationState:
    """What is known of a kept conversation. `extracted_to` is the position up to which extraction has read."""

    id: str
    owner: str
    title: str
    source: str
    project: str | None
    task: str | None
    started_at: datetime
    last_message_at: datetime
    ended_at: datetime | None
    messages: int
    extracted_to: int = 0
    facts: tuple[tuple[str, str], ...] = field(default=())

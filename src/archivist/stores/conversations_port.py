"""The conversations of a store: what was said, by whom, when, and how it is found again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # as in `stores.base`
    from collections.abc import Sequence
    from datetime import datetime

    from archivist.records.conversation import Conversation, ConversationState, Message, Summary


@dataclass(frozen=True, slots=True)
class LocatedMessage:
    """A message with its conversation."""

    conversation: str
    title: str
    message: Message


class Conversations(Protocol):
    """What was said, findable by its owner only."""

    def add(self, owner: str, conversation: Conversation, task: str | None, now: datetime) -> int:
        """Keep a conversation, or add what is new of one that is known; returns how many messages were new."""
        ...

    def state(self, owner: str, id: str) -> ConversationState | None:
        """What is known of one conversation of this owner."""
        ...

    def latest(self, owner: str, limit: int) -> list[ConversationState]:
        """The owner's conversations, latest first."""
        ...

    def messages(self, owner: str, id: str, start: int = 0) -> list[Message]:
        """The messages from position `start` on, in order; empty for an unknown conversation."""
        ...

    def latest_messages(self, owner: str, id: str, limit: int, up_to: str | None = None) -> list[Message]:
        """The last `limit` messages, in order; with `up_to`, the last ones up to and with that message."""
        ...

    def search(self, owner: str, query: str, limit: int) -> list[tuple[int, float]]:
        """The owner's messages that match, by number and relevance, best first."""
        ...

    def located(self, owner: str, seqs: Sequence[int]) -> dict[int, LocatedMessage]:
        """The owner's messages among these, by number."""
        ...

    def mark_extracted(self, owner: str, id: str, position: int) -> None:
        """Extraction has read everything before `position`; the mark never moves back."""
        ...

    def end(self, owner: str, id: str, at: datetime) -> bool:
        """Note that a conversation ended; False when it had ended before.

        Raises:
            NotFound: this owner has no such conversation.
        """
        ...

    def note_explicit(self, owner: str, id: str, message: str, at: datetime) -> None:
        """In answer to this message memory was written, changed or deleted on purpose."""
        ...

    def explicit(self, owner: str, id: str) -> set[str]:
        """The messages of a conversation that were answered by an explicit act on memory."""
        ...

    def set_summary(self, owner: str, id: str, summary: Summary) -> None:
        """Keep the compacted form of a conversation."""
        ...

    def summary(self, owner: str, id: str) -> Summary | None:
        """The compacted form, if there is one."""
        ...

    def redact(self, conversation: str, message: str, quote: str, mark: str) -> None:
        """Put `mark` in place of `quote` in a message of that id, whosesoever it is; in the index too.

        Summaries of that conversation go, since they may hold it.
        """
        ...

    def delete(self, owner: str, id: str) -> bool:
        """Remove a conversation with all its messages; False when there was none."""
        ...

    def rebuild_index(self, batch: int = 5_000) -> int:
        """Make the index anew from the messages and return how many it holds."""
        ...

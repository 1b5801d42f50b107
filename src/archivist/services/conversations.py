"""Conversations as a door may ask for them: keep them, import them, read them for what is worth remembering."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from archivist.errors import NotFound
from archivist.importers.transcripts import parse
from archivist.importers.transcripts.imported import Skipped
from archivist.records.candidate import Candidate
from archivist.records.conversation import Conversation, ConversationState, Message, MessageOrigin, Speaker, Summary
from archivist.records.event import Topic
from archivist.records.principal import Principal
from archivist.records.scope import project, user
from archivist.records.verdict import Outcome
from archivist.roles.compactor import compact
from archivist.roles.extractor import Setting
from archivist.services.resources import Resources
from archivist.stores.base import FoundMessage, Transaction
from archivist.text.fences import blank_fenced
from archivist.text.sensitive import mask_sensitive
from archivist.write.commit import Written, commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.gates.quota import turn_of
from archivist.write.pipeline import decide

Extractor = Callable[[Conversation, Setting, int], Sequence[Candidate]]
"""Reads a conversation from a position on and thinks of candidates, each with the words it rests on."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What reading one conversation brought. `written` holds the decision about every candidate."""

    conversation: str
    written: tuple[Written, ...] = ()
    reason: str = ""

    def count(self, *outcomes: Outcome) -> int:
        """How many candidates came to one of these outcomes."""
        return sum(written.outcome in outcomes for written in self.written)


@dataclass(frozen=True, slots=True)
class ImportedConversations:
    """What a transcript held: the conversations kept, how many messages were new, and what could not be read."""

    conversations: tuple[Conversation, ...]
    new_messages: int
    skipped: tuple[Skipped, ...]


class ConversationService:
    """The conversations of one principal's user."""

    def __init__(self, resources: Resources, principal: Principal, extractor: Extractor) -> None:
        self._resources = resources
        self._principal = principal
        self._extractor = extractor

    def add(self, conversation: Conversation) -> int:
        """Keep a conversation, or what is new of one that is known; returns how many messages were new.

        Secrets and personal numbers are masked: a message is kept as evidence, and evidence must not hold them.
        """
        email = self._resources.settings().memory.sensitive.email
        safe = replace(
            conversation,
            title=mask_sensitive(conversation.title, email != "allow"),
            messages=tuple(
                replace(message, text=mask_sensitive(message.text, email != "allow"))
                for message in conversation.messages
            ),
        )
        with self._resources.store.transaction() as tx:
            new = tx.conversations.add(self._principal.user, safe, self._principal.task, self._resources.clock())
            if new:
                self._compact(tx, conversation.id)
            return new

    def _compact(self, tx: Transaction, id: str) -> None:
        """Sum up all but the latest messages once so many have come since the last time."""
        limits, owner = self._resources.settings().context, self._principal.user
        state = self._state(tx, id)
        standing = tx.conversations.summary(owner, id)
        if state.messages - (standing.to if standing else 0) <= limits.compact_after_messages:
            return
        to = max(state.messages - limits.recent_messages, 0)
        text = compact(tx.conversations.messages(owner, id)[:to], limits.conversation_tokens // 2)
        tx.conversations.set_summary(owner, id, Summary(to, text))

    def say(
        self,
        conversation: str,
        speaker: Speaker,
        text: str,
        *,
        origin: MessageOrigin | None = None,
        id: str | None = None,
        at: datetime | None = None,
    ) -> Message:
        """Add one message to a conversation, which comes into being with its first message."""
        typed = MessageOrigin.TYPED if speaker is Speaker.USER else MessageOrigin.GENERATED
        now = self._resources.clock()
        message = Message(id or self._resources.new_id(), 0, speaker, text, at or now, origin or typed)
        self.add(Conversation(conversation, (message,), source="api", project=self._principal.project, started_at=now))
        return message

    def import_transcript(
        self, data: bytes, uri: str, undated: datetime, source: str | None = None
    ) -> ImportedConversations:
        """Keep every conversation of a transcript file; importing it again adds only what is new.

        Raises:
            Invalid: it is no transcript, or malformed; names file and place.
        """
        imported = parse(data, uri, undated, source)
        new = sum(self.add(conversation) for conversation in imported.conversations)
        return ImportedConversations(tuple(imported.conversations), new, tuple(imported.skipped))

    def latest(self, limit: int = 50) -> list[ConversationState]:
        """The user's conversations, latest first."""
        with self._resources.store.reading() as tx:
            return tx.conversations.latest(self._principal.user, limit)

    def messages(self, id: str, start: int = 0) -> list[Message]:
        """The messages of one conversation, in order.

        Raises:
            NotFound: the user has no such conversation.
        """
        with self._resources.store.reading() as tx:
            self._state(tx, id)
            return tx.conversations.messages(self._principal.user, id, start)

    def search(self, query: str, limit: int = 10) -> list[FoundMessage]:
        """The user's messages that match, best first."""
        with self._resources.store.reading() as tx:
            return tx.conversations.search(self._principal.user, query, limit)

    def end(self, id: str) -> bool:
        """Say that a conversation is over: background reading follows from the event. False when it was over before.

        Raises:
            NotFound: the user has no such conversation.
        """
        now = self._resources.clock()
        with self._resources.store.transaction() as tx:
            ended = tx.conversations.end(self._principal.user, id, now)
            if ended:
                tx.events.emit(
                    Topic.CONVERSATION_ENDED, now, f"conversation:{id}", user(self._principal.user),
                    facts={"owner": self._principal.user},
                )  # fmt: skip
            return ended

    def extract(self, id: str) -> Extracted:
        """Read what is new of a conversation, turn by turn, and send what is found down the write road.

        The reading, which may ask a model, holds no transaction. What was read is marked in the one that writes what
        was found, and whoever comes second with the same messages writes nothing: nothing is extracted twice.

        Raises:
            NotFound: the user has no such conversation.
        """
        with self._resources.store.reading() as tx:
            state = self._state(tx, id)
            view = self._resources.view(tx, self._principal)
            if not (view.enabled and view.automatic_suggestions):
                return Extracted(id, reason="memory is off" if not view.enabled else "automatic suggestions are off")
            if state.extracted_to >= state.messages:
                return Extracted(id, reason="nothing new to read")
            messages = tx.conversations.messages(self._principal.user, id)
            kept = Conversation(id, tuple(replace(one, text=blank_fenced(one.text)) for one in messages))
            handled = _answered_explicitly(kept, tx.conversations.explicit(self._principal.user, id))
        found = self._extractor(kept, self._setting(state), state.extracted_to)
        left = [candidate for candidate in found if candidate.evidence[0].message not in handled]
        with self._resources.store.transaction() as tx:
            if self._state(tx, id).extracted_to != state.extracted_to:
                return Extracted(id, reason="read by another process meanwhile")
            written = tuple(self._submit(tx, candidate) for candidate in left)
            tx.conversations.mark_extracted(self._principal.user, id, state.messages)
        skipped = len(found) - len(left)
        reason = f"{skipped} left out: memory was changed on purpose in the same turn" if skipped else ""
        return Extracted(id, written, reason)

    def _setting(self, state: ConversationState) -> Setting:
        focus = state.project or self._principal.project
        return Setting(
            owner=user(self._principal.user),
            focus=project(focus) if focus else None,
            conversation=state.id,
            zone=self._resources.zone,
        )

    def _submit(self, tx: Transaction, candidate: Candidate) -> Written:
        sourced = replace(candidate, source_event=f"message:{candidate.evidence[0].message}")
        view, pen = self._resources.view(tx, self._principal), self._resources.pen(self._principal)
        written = commit(tx, decide(sourced, MEMORY_GATES, view), pen)
        if written.outcome not in {Outcome.REJECTED, Outcome.UNCHANGED}:
            turn = turn_of(sourced, view)
            tx.proposals.record_call(self._principal.user, sourced.conversation, turn, True, pen.now)
        return written

    def _state(self, tx: Transaction, id: str) -> ConversationState:
        state = tx.conversations.state(self._principal.user, id)
        if state is None:
            raise NotFound("conversation", id)
        return state


def _answered_explicitly(conversation: Conversation, explicit: set[str]) -> set[str]:
    """Every message of the turns in which memory was written, changed or deleted on purpose. Source: requirement X2."""
    found: set[str] = set()
    turn: list[str] = []
    before: Speaker | None = None
    for message in conversation.messages:
        if message.speaker is Speaker.USER and before is not Speaker.USER:
            turn = []
        turn.append(message.id)
        before = message.speaker
        if not explicit.isdisjoint(turn):
            found.update(turn)
    return found

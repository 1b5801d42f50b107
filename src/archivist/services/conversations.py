"""Conversations as a door may ask for them: keep them, import them, read them for what is worth remembering."""

from dataclasses import dataclass, replace
from datetime import datetime

from archivist.errors import NotFound
from archivist.importers.transcripts import parse
from archivist.importers.transcripts.imported import Skipped
from archivist.policy.names import clean_speaker
from archivist.read.found import FoundMessage, messages_found
from archivist.read.recall import RecallStatus
from archivist.records.conversation import Conversation, ConversationState, Message, MessageOrigin, Speaker, Summary
from archivist.records.event import Topic
from archivist.records.principal import Principal
from archivist.records.scope import user
from archivist.roles.compactor import compact
from archivist.services.meaning import aids_for
from archivist.services.resources import Resources
from archivist.stores.base import Transaction
from archivist.text.sensitive import mask_sensitive
from archivist.write.extraction import Extracted, Extractor, extract_new


@dataclass(frozen=True, slots=True)
class ImportedConversations:
    """What a transcript held: the conversations kept, how many messages were new, and what could not be read."""

    conversations: tuple[Conversation, ...]
    new_messages: int
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class MessageSearch:
    """What a search of messages found, best first. `reason` says why it is empty or degraded."""

    status: RecallStatus
    hits: tuple[FoundMessage, ...] = ()
    reason: str = ""


class ConversationService:
    """The conversations of one principal's user."""

    def __init__(self, resources: Resources, principal: Principal, extractor: Extractor) -> None:
        self._resources = resources
        self._principal = principal
        self._extractor = extractor

    def add(self, conversation: Conversation) -> int:
        """Keep a conversation, or what is new of one that is known; returns how many messages were new.

        Secrets and personal numbers are masked: a message is kept as evidence, and evidence must not hold them.

        Raises:
            Invalid: what stands for the name of a speaker is none.
        """
        email = self._resources.settings().memory.sensitive.email
        safe = replace(
            conversation,
            title=mask_sensitive(conversation.title, email != "allow"),
            messages=tuple(
                replace(
                    message,
                    text=mask_sensitive(message.text, email != "allow"),
                    name=clean_speaker("name", message.name),
                )
                for message in conversation.messages
            ),
        )
        with self._resources.store.transaction() as tx:
            new = tx.conversations.add(self._principal.user, safe, self._principal.task, self._resources.clock())
            if new:
                self._compact(tx, conversation.id)
            return new

    def _compact(self, tx: Transaction, id: str) -> None:
        """Sum up all but the latest messages, by rule, once so many have come since the last time.

        A model may put it better afterwards, in the background: it hears of it by the event.
        """
        limits, owner = self._resources.settings().context, self._principal.user
        state = self._state(tx, id)
        standing = tx.conversations.summary(owner, id)
        if state.messages - (standing.to if standing else 0) <= limits.compact_after_messages:
            return
        to = max(state.messages - limits.recent_messages, 0)
        text = compact(tx.conversations.messages(owner, id)[:to], limits.conversation_tokens // 2)
        tx.conversations.set_summary(owner, id, Summary(to, text))
        tx.events.emit(
            Topic.CONVERSATION_COMPACTED, self._resources.clock(), f"conversation:{id}", user(owner),
            facts={"owner": owner, "to": str(to)},
        )  # fmt: skip

    def say(
        self,
        conversation: str,
        speaker: Speaker,
        text: str,
        *,
        origin: MessageOrigin | None = None,
        id: str | None = None,
        at: datetime | None = None,
        name: str = "",
    ) -> Message:
        """Add one message to a conversation, which comes into being with its first message.

        Args:
            name: who speaks, where several people take a part.

        Raises:
            Invalid: the name is none.
        """
        typed = MessageOrigin.TYPED if speaker is Speaker.USER else MessageOrigin.GENERATED
        now, who = self._resources.clock(), clean_speaker("name", name)
        message = Message(id or self._resources.new_id(), 0, speaker, text, at or now, origin or typed, who)
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

    def unsummed(self, id: str) -> list[Message]:
        """The messages that the summary of a conversation does not stand for, in order; none where there is none."""
        with self._resources.store.reading() as tx:
            summary = tx.conversations.summary(self._principal.user, id)
            return tx.conversations.messages(self._principal.user, id, summary.to if summary else 0)

    def search(self, query: str, limit: int = 10) -> MessageSearch:
        """The user's messages that match, best first."""
        aids = aids_for(self._resources, query, in_order=False)
        with self._resources.store.reading() as tx:
            found = tuple(messages_found(tx, self._principal.user, query, limit, aids.question))
        if aids.lacking:
            return MessageSearch(RecallStatus.DEGRADED, found, aids.lacking)
        return MessageSearch(
            RecallStatus.OK if found else RecallStatus.EMPTY, found, "" if found else "nothing matches"
        )

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
        return extract_new(self._resources, self._principal, id, self._extractor)

    def _state(self, tx: Transaction, id: str) -> ConversationState:
        state = tx.conversations.state(self._principal.user, id)
        if state is None:
            raise NotFound("conversation", id)
        return state

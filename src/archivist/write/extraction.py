"""Reads what is new of a conversation and sends what is found down the write road.

One way for the person who asks, and for the consumer that hears that a conversation ended. The reading, which may ask a
model, holds no transaction. What was read is marked in the one that writes what was found, and whoever comes second
with the same messages writes nothing: nothing is extracted twice. Source: requirements X1, X2, X9, X12.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol
from zoneinfo import ZoneInfo

from archivist.errors import NotFound
from archivist.records.candidate import Candidate
from archivist.records.conversation import Conversation, ConversationState, Speaker
from archivist.records.principal import Principal
from archivist.records.scope import project, user
from archivist.records.verdict import Outcome
from archivist.roles.extractor import Setting
from archivist.stores.base import Store, Transaction
from archivist.text.fences import blank_fenced
from archivist.write.commit import Pen, Written, commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.gates.quota import turn_of
from archivist.write.pipeline import decide
from archivist.write.view import View

Extractor = Callable[[Conversation, Setting, int], Sequence[Candidate]]
"""Reads a conversation from a position on and thinks of candidates, each with the words it rests on."""


class Means(Protocol):
    """What reading a conversation needs of the house."""

    @property
    def store(self) -> Store: ...
    @property
    def zone(self) -> ZoneInfo: ...
    def pen(self, principal: Principal) -> Pen: ...
    def view(self, tx: Transaction, principal: Principal) -> View: ...


@dataclass(frozen=True, slots=True)
class Extracted:
    """What reading one conversation brought. `written` holds the decision about every candidate."""

    conversation: str
    written: tuple[Written, ...] = ()
    reason: str = ""

    def count(self, *outcomes: Outcome) -> int:
        """How many candidates came to one of these outcomes."""
        return sum(written.outcome in outcomes for written in self.written)


def extract_new(means: Means, principal: Principal, id: str, extractor: Extractor) -> Extracted:
    """Read what is new of one of the principal's conversations, turn by turn.

    Raises:
        NotFound: the user has no such conversation.
    """
    with means.store.reading() as tx:
        state = _state(tx, principal, id)
        view = means.view(tx, principal)
        if not (view.enabled and view.automatic_suggestions):
            return Extracted(id, reason="memory is off" if not view.enabled else "automatic suggestions are off")
        if state.extracted_to >= state.messages:
            return Extracted(id, reason="nothing new to read")
        messages = tx.conversations.messages(principal.user, id)
        kept = Conversation(id, tuple(replace(one, text=blank_fenced(one.text)) for one in messages))
        handled = _answered_explicitly(kept, tx.conversations.explicit(principal.user, id))
    found = extractor(kept, _setting(means, principal, state), state.extracted_to)
    left = [candidate for candidate in found if candidate.evidence[0].message not in handled]
    with means.store.transaction() as tx:
        if _state(tx, principal, id).extracted_to != state.extracted_to:
            return Extracted(id, reason="read by another process meanwhile")
        written = tuple(_submit(tx, candidate, means, principal) for candidate in left)
        tx.conversations.mark_extracted(principal.user, id, state.messages)
    skipped = len(found) - len(left)
    reason = f"{skipped} left out: memory was changed on purpose in the same turn" if skipped else ""
    return Extracted(id, written, reason)


def _setting(means: Means, principal: Principal, state: ConversationState) -> Setting:
    focus = state.project or principal.project
    return Setting(
        owner=user(principal.user),
        focus=project(focus) if focus else None,
        conversation=state.id,
        zone=means.zone,
    )


def _submit(tx: Transaction, candidate: Candidate, means: Means, principal: Principal) -> Written:
    sourced = replace(candidate, source_event=f"message:{candidate.evidence[0].message}")
    view, pen = means.view(tx, principal), means.pen(principal)
    written = commit(tx, decide(sourced, MEMORY_GATES, view), pen)
    if written.outcome not in {Outcome.REJECTED, Outcome.UNCHANGED}:
        tx.proposals.record_call(principal.user, sourced.conversation, turn_of(sourced, view), True, pen.now)
    return written


def _state(tx: Transaction, principal: Principal, id: str) -> ConversationState:
    state = tx.conversations.state(principal.user, id)
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

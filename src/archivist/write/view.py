"""What a gate may look at: the acting principal, the settings, the time, and the records the candidate touches.

Look-ups are made once and kept, so that two gates that ask the same thing cost one query.
"""

from __future__ import annotations

from datetime import datetime
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Final

from archivist.policy.access import readable_scopes
from archivist.records.candidate import AUTOMATIC, Candidate, Origin
from archivist.records.conversation import Message, MessageOrigin, Speaker
from archivist.records.memory import Memory
from archivist.records.principal import Principal
from archivist.records.proposal import Proposal
from archivist.records.scope import Scope, project, user
from archivist.settings import MemorySettings
from archivist.stores.base import Refusal, Transaction
from archivist.text.words import telling_terms

if TYPE_CHECKING:
    from archivist.text.relations import Relation

NEIGHBOURS: Final = 8
"""How many records of a scope are compared with a candidate; the index brings the most alike first."""
LEAST_SHARED: Final = 0.3
"""Share of the shorter statement's telling words below which two statements are not compared at all: of 650 rewordings
and contradictions in the state bundles and our tests, 645 share more (2026-11-30). Up to five words one is enough."""
WAITING: Final = 20
"""How many of the newest queue entries for a scope are compared."""
NEIGHBOURS_ELSEWHERE: Final = 5
"""The same for each other scope an automatic candidate may have been injected from."""
RECENT_CONVERSATIONS: Final = 3
"""Where an agent's explicit write comes without its conversation, how many of the latest are looked at."""
RECENT_MESSAGES: Final = 60
"""How far back a quote may stand in a conversation."""


class View:
    """A gate's eyes, for one candidate inside one transaction."""

    def __init__(self, tx: Transaction, principal: Principal, settings: MemorySettings, now: datetime) -> None:
        self._tx = tx
        self.principal = principal
        self.settings = settings
        self.now = now
        self._messages: dict[tuple[str, str | None], list[Message]] = {}
        self._relations: dict[tuple[Scope, str], list[tuple[Memory, Relation]]] = {}

    @cached_property
    def enabled(self) -> bool:
        """The master switch as it stands now."""
        return self.switch("memory.enabled", self.settings.enabled)

    @cached_property
    def automatic_suggestions(self) -> bool:
        """Whether conversations may be read in the background."""
        return self.switch("memory.automatic_suggestions", self.settings.automatic_suggestions)

    def switch(self, key: str, default: bool) -> bool:
        """A switch set at run time, or the one of the file."""
        value = self._tx.ledger.setting(key)
        return default if value is None else value == "true"

    def memory(self, id: str) -> Memory | None:
        """The record of that id."""
        return self._tx.memories.get(id)

    def live_by_name(self, scope: Scope, name: str) -> Memory | None:
        """The live record of that name."""
        return self._tx.memories.live_by_name(scope, name)

    def count_live(self, scope: Scope) -> int:
        """How many live records a scope holds."""
        return self._tx.memories.count_live(scope)

    def equals(self, candidate: Candidate) -> list[Memory]:
        """Live records that say exactly this, in the candidate's scope and in the scopes injected beside it."""
        return [
            found
            for scope in self._beside(candidate)
            for found in self._tx.memories.equal_statements(scope, candidate.text)
        ]

    def relations(self, candidate: Candidate) -> list[tuple[Memory, Relation]]:
        """How the most alike records of the candidate's scope stand to it, leaving out the record it updates."""
        key = (candidate.scope, candidate.text)
        if key not in self._relations:
            self._relations[key] = self._related(candidate.scope, candidate.text, NEIGHBOURS)
        return [(memory, found) for memory, found in self._relations[key] if memory.id != candidate.updates]

    def relations_elsewhere(self, candidate: Candidate) -> list[tuple[Memory, Relation]]:
        """How the most alike records of the other scopes the principal reads stand to it."""
        return [
            pair
            for scope in readable_scopes(self.principal)
            if scope != candidate.scope
            for pair in self._related(scope, candidate.text, NEIGHBOURS_ELSEWHERE)
        ]

    def refusal(self, candidate: Candidate) -> Refusal | None:
        """The last time this statement was turned away, here or where it would be seen beside it."""
        found = (self._tx.memories.refusal(scope, candidate.text) for scope in self._beside(candidate))
        return next((refusal for refusal in found if refusal is not None), None)

    def proposal(self, id: str) -> Proposal | None:
        """The queue entry of that id."""
        return self._tx.proposals.get(id)

    def waiting_equal(self, candidate: Candidate) -> list[Proposal]:
        """Queue entries that say exactly this."""
        return self._tx.proposals.pending_equal(self.principal.user, candidate.scope, candidate.text)

    def waiting(self, candidate: Candidate) -> list[tuple[Proposal, Relation]]:
        """How the newest queue entries for the candidate's scope stand to it."""
        entries = self._tx.proposals.pending_in(self.principal.user, candidate.scope, WAITING)
        from archivist.text.statements import relation

        return [(entry, relation(entry.candidate.text, candidate.text)) for entry in entries]

    def recent_messages(self, conversation: str, up_to: str | None = None) -> list[Message]:
        """The latest messages of one of the principal's own conversations, in order; or those up to and with one."""
        key = (conversation, up_to)
        if key not in self._messages:
            self._messages[key] = self._tx.conversations.latest_messages(
                self.principal.user, conversation, RECENT_MESSAGES, up_to
            )
        return self._messages[key]

    def answered_message(self, conversation: str) -> str:
        """The latest message the user typed in a conversation; "" where there is none, so that such calls count
        together."""
        for message in reversed(self.recent_messages(conversation)):
            if message.speaker is Speaker.USER and message.origin is MessageOrigin.TYPED:
                return message.id
        return ""

    def heard(self, candidate: Candidate) -> list[Message]:
        """What was lately said where the candidate comes from; without a conversation, in the user's latest ones."""
        if candidate.conversation:
            said_in = candidate.evidence[0].message if candidate.evidence else None
            return self.recent_messages(candidate.conversation, said_in)
        latest = self._tx.conversations.latest(self.principal.user, RECENT_CONVERSATIONS)
        return [message for state in reversed(latest) for message in self.recent_messages(state.id)]

    def calls_this_message(self, conversation: str, message: str) -> tuple[int, int]:
        """(calls, queued) of proposing tools in answer to one user message."""
        return self._tx.proposals.calls(self.principal.user, conversation, message)

    def waiting_of(self, candidate: Candidate) -> int:
        """How many entries of the candidate's origin wait from its conversation."""
        return self._tx.proposals.count_pending_of(self.principal.user, candidate.conversation, candidate.origin)

    def _related(self, scope: Scope, text: str, limit: int) -> list[tuple[Memory, Relation]]:
        """Each neighbour that shares enough words to be worth the comparison, and how it stands to the text."""
        neighbours = self._tx.memories.similar(scope, text, limit, partial(_is_near, _telling(text)))
        if not neighbours:
            return []
        from archivist.text.statements import relation  # a mere look at the switch does not wait for the tables

        return [(memory, relation(memory.text, text)) for memory in neighbours]

    def _beside(self, candidate: Candidate) -> list[Scope]:
        """The candidate's scope; for what no person says, also those its words may have been read from."""
        scopes = [candidate.scope]
        if candidate.origin in AUTOMATIC:
            return scopes + [scope for scope in readable_scopes(self.principal) if scope != candidate.scope]
        if candidate.origin in {Origin.HUMAN, Origin.TOOL}:
            return scopes
        if candidate.scope != user(self.principal.user) and candidate.scope.kind == "project":
            scopes.append(user(self.principal.user))
        elif candidate.scope == user(self.principal.user) and self.principal.project is not None:
            scopes.append(project(self.principal.project))
        return scopes


def _is_near(ours: frozenset[str], statement: str) -> bool:
    """Whether a statement holds enough of these telling words."""
    theirs = _telling(statement)
    fewest = min(len(ours), len(theirs))
    return len(ours & theirs) >= (1 if fewest <= 5 else LEAST_SHARED * fewest)


@lru_cache(4096)
def _telling(text: str) -> frozenset[str]:
    return frozenset(telling_terms(text))

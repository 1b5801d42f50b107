"""What a gate may look at: the acting principal, the settings, the time, and the records the candidate touches.

Look-ups are made once and kept, so that two gates that ask the same thing cost one query.
"""

from datetime import datetime
from functools import cached_property
from typing import Final

from archivist.records.candidate import Candidate
from archivist.records.conversation import Message
from archivist.records.memory import Memory
from archivist.records.principal import Principal
from archivist.records.proposal import Proposal
from archivist.records.scope import Scope, project, user
from archivist.settings import MemorySettings
from archivist.stores.base import Refusal, Transaction
from archivist.text.statements import Relation, relation

NEIGHBOURS: Final = 20
"""How many records of a scope are compared with a candidate; the index brings the most alike first."""
RECENT_MESSAGES: Final = 60
"""How far back a quote may stand in a conversation."""


class View:
    """A gate's eyes, for one candidate inside one transaction."""

    def __init__(self, tx: Transaction, principal: Principal, settings: MemorySettings, now: datetime) -> None:
        self._tx = tx
        self.principal = principal
        self.settings = settings
        self.now = now
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
            neighbours = self._tx.memories.similar(candidate.scope, candidate.text, NEIGHBOURS)
            self._relations[key] = [(memory, relation(memory.text, candidate.text)) for memory in neighbours]
        return [(memory, found) for memory, found in self._relations[key] if memory.id != candidate.updates]

    def refusal(self, candidate: Candidate) -> Refusal | None:
        """The last time this statement was turned away here."""
        return self._tx.memories.refusal(candidate.scope, candidate.text)

    def waiting_equal(self, candidate: Candidate) -> list[Proposal]:
        """Queue entries that say exactly this."""
        return self._tx.proposals.pending_equal(self.principal.user, candidate.scope, candidate.text)

    def waiting(self, candidate: Candidate) -> list[tuple[Proposal, Relation]]:
        """How the newest queue entries for the candidate's scope stand to it."""
        entries = self._tx.proposals.pending_in(self.principal.user, candidate.scope, NEIGHBOURS)
        return [(entry, relation(entry.candidate.text, candidate.text)) for entry in entries]

    def recent_messages(self, conversation: str) -> list[Message]:
        """The latest messages of one of the principal's own conversations, in order."""
        return self._tx.conversations.latest_messages(self.principal.user, conversation, RECENT_MESSAGES)

    def cited_messages(self, candidate: Candidate) -> list[Message]:
        """The messages that the candidate's evidence names, in the principal's own conversation it comes from."""
        cited = {evidence.message for evidence in candidate.evidence}
        if not cited:
            return []
        told = self._tx.conversations.messages(self.principal.user, candidate.conversation)
        return [message for message in told if message.id in cited]

    def calls_this_message(self, conversation: str, message: str) -> tuple[int, int]:
        """(calls, queued) of proposing tools in answer to one user message."""
        return self._tx.proposals.calls(self.principal.user, conversation, message)

    def waiting_of(self, candidate: Candidate) -> int:
        """How many entries of the candidate's origin wait from its conversation."""
        return self._tx.proposals.count_pending_of(self.principal.user, candidate.conversation, candidate.origin)

    def _beside(self, candidate: Candidate) -> list[Scope]:
        scopes = [candidate.scope]
        if candidate.scope != user(self.principal.user) and candidate.scope.kind == "project":
            scopes.append(user(self.principal.user))
        elif candidate.scope == user(self.principal.user) and self.principal.project is not None:
            scopes.append(project(self.principal.project))
        return scopes

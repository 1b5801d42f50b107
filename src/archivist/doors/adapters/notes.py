"""An agent's private notes as the frameworks' stores use them: every note of one kind, and writes that say when not.

What a framework writes is an agent's write. It goes into that agent's own notes, through every gate, and never into
what a person has reviewed.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from archivist.errors import Invalid, NotFound
from archivist.records.memory import Memory
from archivist.records.scope import Scope, agent
from archivist.records.verdict import Outcome
from archivist.session import Session

KEPT_DAYS: Final = 3650
PAGE: Final = 500
KEPT: Final = frozenset({Outcome.CREATED, Outcome.UPDATED, Outcome.UNCHANGED, Outcome.SUPERSEDED})


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of the session's agent that carry one tag."""

    session: Session
    tag: str

    @property
    def scope(self) -> Scope:
        """Whose notes they are.

        Raises:
            Invalid: the session is a person's.
        """
        principal = self.session.principal
        if principal.agent is None:
            raise Invalid("agent", "is needed: app.acting_as(user, agent=…)")
        return agent(principal.agent, principal.user)

    def get(self, key: str) -> Memory | None:
        """The note of that key."""
        try:
            return self.session.agents.get(key)
        except NotFound:
            return None

    def put(self, key: str, value: Any, summary: str) -> Memory:
        """Write the note of that key.

        Raises:
            Invalid: a gate refused it; says which and why.
        """
        event = f"{self.tag}:{self.session.resources.new_id()}"
        written = self.session.agents.put(
            key, value, source_event=event, summary=summary, tags=[self.tag], ttl_days=KEPT_DAYS
        )
        if written.outcome not in KEPT or written.memory is None:
            raise Invalid(key, f"was not kept: {written.detail or written.reason or written.outcome}")
        return written.memory

    def delete(self, key: str) -> bool:
        """Take the note of that key out of use; a person can restore it. False where there is none."""
        try:
            self.session.agents.delete(key, source_event=f"{self.tag}:{self.session.resources.new_id()}")
        except NotFound:
            return False
        return True

    def all(self) -> Iterator[Memory]:
        """Every note, latest change first."""
        before: tuple[int, int] | None = None
        while True:
            page = self.session.memory.list(scopes=[self.scope], limit=PAGE, before=before, tag=self.tag)
            yield from page.items
            before = page.next_key
            if before is None:
                return


def value_of(note: Memory) -> Any:
    """The JSON value a note holds."""
    return json.loads(note.value) if note.value is not None else None

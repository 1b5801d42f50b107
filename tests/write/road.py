"""What the tests of the write road share: sending one candidate, and what its trail says."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from archivist.app import Archivist, Session
from archivist.records.candidate import Candidate, Origin
from archivist.records.conversation import Message, MessageOrigin, Speaker
from archivist.records.principal import Principal
from archivist.records.scope import Scope, user
from archivist.records.verdict import Decision, Step
from archivist.services.resources import Resources
from archivist.write.commit import Written, commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.pipeline import decide


@dataclass(frozen=True)
class Road:
    """The write road of one home, for any principal and any origin."""

    resources: Resources

    def send(self, text: str, *, who: Principal | None = None, scope: Scope | None = None, **fields: Any) -> Written:
        """Decide and commit one candidate."""
        principal = who or Principal("alice")
        candidate = Candidate(scope or user(principal.user), text, **fields)
        with self.resources.store.transaction() as tx:
            decision = decide(candidate, MEMORY_GATES, self.resources.view(tx, principal))
            return commit(tx, decision, self.resources.pen(principal))

    def say(
        self,
        text: str,
        speaker: Speaker = Speaker.USER,
        conversation: str = "c1",
        owner: str = "alice",
        origin: MessageOrigin | None = None,
        at: datetime | None = None,
    ) -> Message:
        """Put one message into a conversation."""
        return Session(self.resources, Principal(owner)).conversations.say(
            conversation, speaker, text, origin=origin, at=at
        )

    def extract(self, text: str, **fields: Any) -> Written:
        """What background reading would send for a message the user just typed: the text, quoting itself."""
        message = self.say(fields.pop("said", text), conversation=fields.get("conversation", "c1"))
        fields = {"quote": text, "conversation": "c1", "said_at": message.at, **fields}
        return self.send(text, origin=Origin.EXTRACTION, **fields)


def step(decision: Decision, gate: str) -> Step:
    """What one gate answered."""
    return next(step for step in decision.trail if step.gate == gate)


def with_settings(app: Archivist, **memory: Any) -> Resources:
    """The resources of a home with other memory settings, given as in the YAML file."""
    from archivist.app import settings_from

    settings = settings_from({"time_zone": "UTC", "memory": memory})
    return replace(app.resources, settings=lambda: settings)

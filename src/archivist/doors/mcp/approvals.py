"""A waiting proposal, put to the person in their own client. Off unless the person starts the server with it.

The answer is the person's act and is audited as theirs; the agent that proposed only carries the question. A client
that cannot show a question changes nothing: the proposal waits in the queue. Why it is off by default:
docs/decisions/2026-11-30-approvals-in-the-client.md.
"""

from typing import Any, Final

import mcp_types as types

from archivist.doors import shapes
from archivist.errors import NotFound
from archivist.records.verdict import Outcome
from archivist.services.proposals import ALL
from archivist.session import Session

Json = dict[str, Any]

KEY: Final = "decision"
FIRST_WITH_RESULTS: Final = "2026-07-28"
ANSWER: Final[Json] = {
    "type": "object",
    "properties": {
        "decision": {
            "type": "string",
            "title": "Keep it?",
            "enum": ["apply", "dismiss", "later"],
            "default": "later",
        }
    },
    "required": ["decision"],
}


def question(answer: Json) -> types.ElicitRequestFormParams | None:
    """What to ask about this answer of a tool; None where nothing waits."""
    entry = answer.get("proposal")
    if answer.get("outcome") != Outcome.HELD or not entry:
        return None
    quotes = "".join(f"\n“{piece['quote']}”" for piece in entry["evidence"] if piece["quote"])
    why = f"\n({entry['detail']})" if entry["detail"] else ""
    message = f"Keep this in {entry['suggested']}?\n{entry['text']}{quotes}{why}"
    return types.ElicitRequestFormParams(message=message, requested_schema=ANSWER)


def can_show(capabilities: types.ClientCapabilities | None) -> bool:
    """Whether the client can put a question to its user."""
    return capabilities is not None and capabilities.elicitation is not None


def asks_by_result(version: str) -> bool:
    """Whether this protocol carries a question in the result instead of in a request of its own."""
    return version >= FIRST_WITH_RESULTS


def settle(agent: Session, person: Session, id: str, said: types.ElicitResult) -> Json | None:
    """Do what the person answered; None where they left it for later."""
    decision = (said.content or {}).get("decision") if said.action == "accept" else None
    if said.action == "decline":
        decision = "dismiss"
    if decision not in {"apply", "dismiss"}:
        return None
    entry = person.proposals.show(id)
    if entry.proposed_by != agent.principal.name:
        raise NotFound("proposal", id)
    answer = person.proposals.apply(id) if decision == "apply" else person.proposals.dismiss(id)
    record = answer.written.memory if answer.written else None
    return {
        "outcome": Outcome.CREATED if record else Outcome.REJECTED,
        "record": shapes.memory(record) if record else None,
        "proposal": shapes.proposal(answer.proposal),
        "reason": "" if record else answer.outcome,
        "detail": f"the user answered: {decision}",
    }


def settled(agent: Session, person: Session, id: str, said: object) -> Json:
    """The answer of a call that comes back with what the person said.

    Raises:
        NotFound: this agent proposed no such thing.
    """
    entry = next((one for one in person.proposals.queue(statuses=ALL, limit=1_000).items if one.id == id), None)
    if entry is None or entry.proposed_by != agent.principal.name:
        raise NotFound("proposal", id)
    done = settle(agent, person, id, said) if isinstance(said, types.ElicitResult) else None
    return done or {
        "outcome": Outcome.HELD, "record": None, "proposal": shapes.proposal(entry), "reason": entry.hold,
        "detail": "waits for the user's decision",
    }  # fmt: skip

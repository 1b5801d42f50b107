"""Propose a statement for User or Project Knowledge."""

from msgspec import Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Share, Text, Tool
from archivist.records.memory import Kind, MemoryType
from archivist.session import Session


class Propose(Struct, frozen=True, forbid_unknown_fields=True):
    """A statement and the words it rests on."""

    text: Text
    quote: Text
    conversation: str = ""
    rationale: str = ""
    kind: Kind = Kind.RULE
    type: MemoryType | None = None
    to: Text | None = None
    confidence: Share = 1.0
    source_event: Text | None = None


def call(session: Session, given: Propose) -> Json:
    """Put it in the queue, where a person decides."""
    return shapes.written(
        session.proposals.propose(
            given.text,
            quote=given.quote,
            conversation=given.conversation or _latest(session),
            rationale=given.rationale,
            kind=given.kind,
            type=given.type,
            to=given.to,
            confidence=given.confidence,
            source_event=given.source_event,
        )
    )


def _latest(session: Session) -> str:
    """The conversation that goes on now: assistants do not tell a model its id."""
    latest = session.conversations.latest(1)
    return latest[0].id if latest else ""


TOOL = Tool(
    "propose_knowledge",
    "Propose knowledge",
    "Propose a rule or a fact for the library that goes with every conversation. It waits for the user's decision and "
    "interrupts nobody: go on with your work. Give the exact words of the user (or of a tool) that it rests on in "
    "`quote`; `conversation` names the conversation, the latest one by default. to: user (the default), project, or "
    "project:ID. `rationale` is for the reviewer only. At most two a message; SQL and the state of a query are not "
    "knowledge.",
    Propose,
    schemas.WRITTEN,
    call,
    effect=Effect.ADDS,
    is_idempotent=True,
)

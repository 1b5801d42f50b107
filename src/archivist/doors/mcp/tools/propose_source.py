"""Ask that a file or folder be imported."""

from msgspec import Struct

from archivist.doors import shapes_knowledge
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Need, Text, Tool
from archivist.session import Session


class ProposeSource(Struct, frozen=True, forbid_unknown_fields=True):
    """Where it is and why it is worth citing."""

    path: Text
    reason: str = ""
    scope: Text | None = None


def call(session: Session, given: ProposeSource) -> Json:
    """Put it before a person, with what would be imported and what would be refused."""
    return {"proposal": shapes_knowledge.proposal(session.sources.propose(given.path, given.reason, given.scope))}


TOOL = Tool(
    "propose_source",
    "Propose a document",
    "Propose that a file or folder become citable knowledge, when you meet a document that will be needed again. It is "
    "read for what it holds and waits for a person; nothing is imported by this call. Only places the user allowed can "
    "be proposed.",
    ProposeSource,
    schemas.record({"proposal": schemas.record({"id": schemas.TEXT, "uri": schemas.TEXT, "status": schemas.TEXT})}),
    call,
    need=Need.NOTHING,
    effect=Effect.ADDS,
    is_idempotent=True,
    is_long=True,
)

"""Take one of the calling agent's own notes out of use. No agent reaches another's."""

from msgspec import Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Text, Tool
from archivist.session import Session


class DeleteNote(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a note, and the event that makes it needless."""

    key: Text
    source_event: Text
    reason: str = ""


def call(session: Session, given: DeleteNote) -> Json:
    """Mark the note of that key as expired."""
    gone = session.agents.delete(given.key, source_event=given.source_event, reason=given.reason)
    return {"record": shapes.memory(gone)}


TOOL = Tool(
    "agent_memory_delete",
    "Delete one of my notes",
    "Take one of your own private notes out of use, by its key. The user can restore it.",
    DeleteNote,
    schemas.ONE,
    call,
    effect=Effect.CHANGES,
    is_idempotent=True,
)

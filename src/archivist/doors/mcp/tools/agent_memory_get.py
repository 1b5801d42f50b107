"""Read one of the calling agent's own notes. No agent reaches another's."""

from msgspec import Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Json, Text, Tool
from archivist.session import Session


class GetNote(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a note."""

    key: Text


def call(session: Session, given: GetNote) -> Json:
    """The note of that key, with its value."""
    return {"record": shapes.memory(session.agents.get(given.key))}


TOOL = Tool(
    "agent_memory_get",
    "Read one of my notes",
    "Read one of your own private notes by its key, with its value. Only you and the user you work for can see it.",
    GetNote,
    schemas.ONE,
    call,
)

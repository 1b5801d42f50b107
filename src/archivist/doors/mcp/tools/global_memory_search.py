"""Find facts that agents share."""

from typing import Annotated

from msgspec import Meta, Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Json, Text, Tool
from archivist.session import Session


class SearchGlobal(Struct, frozen=True, forbid_unknown_fields=True):
    """What to look for, and in which scopes."""

    query: Text
    scopes: tuple[Text, ...] = ()
    limit: Annotated[int, Meta(ge=1, le=50)] = 5


def call(session: Session, given: SearchGlobal) -> Json:
    """Records in force that match, each with its scope, confidence and source event."""
    return shapes.recalled(session.global_memory.search(given.query, scopes=given.scopes, limit=given.limit))


TOOL = Tool(
    "global_memory_search",
    "Search shared memory",
    "Find facts that agents share about the user, the project, the workspace or the system, each with its scope, "
    "confidence and the event it came from. Use it to learn what other agents established before you work it out anew.",
    SearchGlobal,
    schemas.RECALLED,
    call,
)

"""Find the calling agent's own notes. No agent reaches another's."""

from typing import Annotated

from msgspec import Meta, Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Json, Text, Tool
from archivist.session import Session


class SearchNotes(Struct, frozen=True, forbid_unknown_fields=True):
    """Words of the note, or nothing for the latest ones."""

    query: str = ""
    tag: Text | None = None
    limit: Annotated[int, Meta(ge=1, le=50)] = 10


def call(session: Session, given: SearchNotes) -> Json:
    """Notes that match, without their values."""
    answer = session.agents.search(given.query, tag=given.tag, limit=given.limit)
    hits = [shapes.noted(one) for one in answer.hits]
    return {"status": answer.status, "count": len(hits), "hits": hits, "reason": answer.reason}


TOOL = Tool(
    "agent_memory_search",
    "Search my notes",
    "Find your own private notes by words or tag; without a query the latest. Values are not shown: get a note by its "
    "key.",
    SearchNotes,
    schemas.NOTED,
    call,
)

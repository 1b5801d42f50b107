"""Read the full entries behind one line of the library's index."""

from msgspec import Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Json, Text, Tool
from archivist.session import Session


class Expand(Struct, frozen=True, forbid_unknown_fields=True):
    """A topic as the index names it."""

    topic: Text
    scope: Text | None = None


def call(session: Session, given: Expand) -> Json:
    """The entries under that topic."""
    entries = [shapes.memory(one) for one in session.library.expand(given.topic, given.scope)]
    return {"topic": given.topic, "count": len(entries), "entries": entries}


TOOL = Tool(
    "expand_knowledge_catalog",
    "Expand the knowledge index",
    "When User or Project Knowledge is shown to you as an index of topics, read the full entries of one topic before "
    "you work on what it covers. Name the topic as the index does; scope: user or project, both by default.",
    Expand,
    schemas.record({"topic": schemas.TEXT, "count": schemas.WHOLE, "entries": schemas.listed(schemas.MEMORY)}),
    call,
)

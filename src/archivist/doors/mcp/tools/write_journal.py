"""Note work in today's day note."""

from typing import Literal

from msgspec import Struct

from archivist.doors import shapes_workspace
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Text, Tool
from archivist.session import Session


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of work."""

    text: Text
    section: Literal["work", "highlight", "todo", "decision"] = "work"
    project: str = ""


def call(session: Session, given: Note) -> Json:
    """Add it to today's note; several writers lose nothing."""
    return shapes_workspace.noted(session.journal.add(given.text, given.section, given.project))


TOOL = Tool(
    "write_journal",
    "Write the day note",
    "Note meaningful work as soon as it is done: a change of code, a decision, a commit or deployment, a preference "
    "heard, a problem solved, or a to-do left open. One line a call. Not for small talk, simple questions and typo "
    "fixes. Before you answer, check whether what you just did is noted.",
    Note,
    schemas.record({"day": schemas.TEXT, "path": schemas.maybe(schemas.TEXT), "reason": schemas.TEXT}),
    call,
    effect=Effect.ADDS,
)

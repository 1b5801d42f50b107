"""Take one record out of use."""

from msgspec import Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Text, Tool
from archivist.session import Session


class Forget(Struct, frozen=True, forbid_unknown_fields=True):
    """One record, by name or id."""

    name: Text
    scope: Text | None = None
    reason: str = ""


def call(session: Session, given: Forget) -> Json:
    """Take it out of use; a person can restore it."""
    return {"record": shapes.memory(session.memory.forget(given.name, scope=given.scope, reason=given.reason))}


TOOL = Tool(
    "forget",
    "Forget",
    "Take one record out of use, when the user asks to forget it or says that it is wrong. Name it exactly as recall "
    "showed it; one record a call. It does not come back by itself; the user can restore it. There is no tool that "
    "clears everything: that is the user's own act, at the command line or in the console.",
    Forget,
    schemas.ONE,
    call,
    effect=Effect.CHANGES,
)

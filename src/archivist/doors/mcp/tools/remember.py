"""Keep one lasting statement."""

from msgspec import Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Share, Text, Tool
from archivist.records.memory import Kind, MemoryType
from archivist.session import Session


class Remember(Struct, frozen=True, forbid_unknown_fields=True):
    """One statement, in words that will make sense a year from now."""

    text: Text
    name: Text | None = None
    description: str = ""
    type: MemoryType = MemoryType.USER
    kind: Kind = Kind.INFO
    scope: Text | None = None
    tags: tuple[str, ...] = ()
    importance: Share = 0.5
    quote: str = ""
    conversation: str = ""


def call(session: Session, given: Remember) -> Json:
    """Write it, through every gate."""
    return shapes.written(
        session.memory.remember(
            given.text,
            name=given.name,
            description=given.description,
            type=given.type,
            kind=given.kind,
            scope=given.scope,
            tags=given.tags,
            importance=given.importance,
            quote=given.quote,
            conversation=given.conversation,
        )
    )


TOOL = Tool(
    "remember",
    "Remember",
    "Keep one statement that will matter in later sessions: a lasting preference of the user, a correction of how to "
    "work, a decision, or where something is. Call it when the user asks you to remember something, or states what "
    "should hold from now on. One statement a call, in the user's language, without 'today' or 'this file'. Not for "
    "secrets, for what the code or a document already says, or for the task at hand. type: user, feedback, project or "
    "reference; kind: rule (to be followed) or info; scope: user:ID (the default), project:ID. The outcome tells what "
    "came of it: created, unchanged, updated, held (a person decides), rejected with its reason.",
    Remember,
    schemas.WRITTEN,
    call,
    effect=Effect.ADDS,
    is_idempotent=True,
)

"""Change one record."""

from typing import Annotated

from msgspec import Meta, Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Share, Text, Tool
from archivist.records.memory import Kind, MemoryType
from archivist.session import Session


class Update(Struct, frozen=True, forbid_unknown_fields=True):
    """A record by name or id, and only what changes."""

    name: Text
    text: Text | None = None
    new_name: Text | None = None
    description: str | None = None
    type: MemoryType | None = None
    kind: Kind | None = None
    tags: tuple[str, ...] | None = None
    importance: Share | None = None
    scope: Text | None = None
    expected_revision: Annotated[int, Meta(ge=1)] | None = None
    quote: str = ""
    conversation: str = ""


def call(session: Session, given: Update) -> Json:
    """Change it; the state before is kept."""
    return shapes.written(
        session.memory.edit(
            given.name,
            text=given.text,
            new_name=given.new_name,
            description=given.description,
            type=given.type,
            kind=given.kind,
            tags=given.tags,
            importance=given.importance,
            scope=given.scope,
            expected_revision=given.expected_revision,
            quote=given.quote,
            conversation=given.conversation,
        )
    )


TOOL = Tool(
    "update_memory",
    "Update a memory",
    "Change one record when the user corrects it or it is out of date: name it as recall showed it, give only what "
    "changes. The state before is kept and can be brought back. What a person has reviewed is not changed at once: the "
    "outcome is held, and the person decides. With expected_revision the change is refused when somebody else changed "
    "the record meanwhile.",
    Update,
    schemas.WRITTEN,
    call,
    effect=Effect.CHANGES,
    is_idempotent=True,
)

"""Write one of the calling agent's own notes. No agent reaches another's."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Share, Text, Tool
from archivist.session import Session


class PutNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note: any JSON value under a key, and the event it answers."""

    key: Text
    value: Any
    source_event: Text
    summary: str = ""
    tags: tuple[str, ...] = ()
    importance: Share = 0.5
    confidence: Share = 1.0
    schema_version: Annotated[int, Meta(ge=1)] | None = None
    ttl_days: Annotated[int, Meta(ge=1, le=36_500)] | None = None


def call(session: Session, given: PutNote) -> Json:
    """Write the note of that key; the same event never writes twice."""
    return shapes.written(
        session.agents.put(
            given.key,
            given.value,
            source_event=given.source_event,
            summary=given.summary,
            tags=given.tags,
            importance=given.importance,
            confidence=given.confidence,
            schema_version=given.schema_version,
            ttl_days=given.ttl_days,
        )
    )


TOOL = Tool(
    "agent_memory_put",
    "Write one of my notes",
    "Keep a private working note under a key: how you do something, what you tried, where you stopped. The value is "
    "any JSON of at most 8 KB; an existing key is replaced. Name in source_event the message, task or event that led "
    "to it; the same event writes once. For what concerns the user use remember; for what other agents should know "
    "use global_memory_propose.",
    PutNote,
    schemas.WRITTEN,
    call,
    effect=Effect.ADDS,
    is_idempotent=True,
)

"""Propose, correct or expire a fact that agents share."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from archivist.doors import shapes
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Effect, Json, Share, Text, Tool
from archivist.errors import Invalid
from archivist.records.memory import Kind, MemoryType
from archivist.services.global_memory import NO_VALUE
from archivist.session import Session
from archivist.write.commit import Written


class ProposeGlobal(Struct, frozen=True, forbid_unknown_fields=True):
    """A fact, or what is to become of one that stands (`name`)."""

    source_event: Text
    text: str = ""
    action: Literal["create", "correct", "expire"] = "create"
    name: Text | None = None
    scope: Text | None = None
    key: Text | None = None
    value: Any | UnsetType = UNSET
    confidence: Share = 1.0
    reason: str = ""
    type: MemoryType = MemoryType.PROJECT
    kind: Kind = Kind.INFO
    tags: tuple[str, ...] = ()
    importance: Share = 0.5
    quote: str = ""
    conversation: str = ""


def call(session: Session, given: ProposeGlobal) -> Json:
    """Send it down the write road; it waits where a rule says so."""
    return shapes.written(_proposed(session, given))


def _proposed(session: Session, given: ProposeGlobal) -> Written:
    value = NO_VALUE if given.value is UNSET else given.value
    if given.action == "create":
        return session.global_memory.propose(
            given.text, source_event=given.source_event, scope=given.scope, key=given.key, value=value,
            confidence=given.confidence, reason=given.reason, type=given.type, kind=given.kind, tags=given.tags,
            importance=given.importance, quote=given.quote, conversation=given.conversation,
        )  # fmt: skip
    if given.name is None:
        raise Invalid("name", f"is needed to {given.action} a record")
    if given.action == "expire":
        return session.global_memory.expire(
            given.name, source_event=given.source_event, reason=given.reason, scope=given.scope
        )
    return session.global_memory.correct(
        given.name, given.text, source_event=given.source_event, value=value, confidence=given.confidence,
        reason=given.reason, quote=given.quote, conversation=given.conversation, scope=given.scope,
    )  # fmt: skip


TOOL = Tool(
    "global_memory_propose",
    "Propose to shared memory",
    "Propose a fact that other agents should know, in the scope user:ID (the default), project:ID, workspace:ID or "
    "system. action create needs text; correct needs name and text; expire needs name and reason. One key holds one "
    "value: another value is a conflict that a person decides. Name in source_event the message, task or event that "
    "led to it. You only propose: workspace and system always wait for a person.",
    ProposeGlobal,
    schemas.WRITTEN,
    call,
    effect=Effect.ADDS,
    is_idempotent=True,
)

"""Build what an agent is given before it works."""

from typing import Annotated

from msgspec import Meta, Struct

from archivist.doors import shapes_context
from archivist.doors.mcp import schemas
from archivist.doors.mcp.caller import DEFAULT_AGENT
from archivist.doors.mcp.tool import Json, Text, Tool
from archivist.session import Session


class BuildContext(Struct, frozen=True, forbid_unknown_fields=True):
    """What the agent is about to do, and how much room there is."""

    query: Text
    budget_tokens: Annotated[int, Meta(ge=1)] | None = None
    conversation: Text | None = None
    task: Text | None = None
    source_event: Text | None = None


def call(session: Session, given: BuildContext) -> Json:
    """Everything that may be seen and matters, inside the budget, traced."""
    built = session.context.build(
        session.principal.agent or DEFAULT_AGENT,
        given.query,
        budget_tokens=given.budget_tokens,
        conversation=given.conversation,
        task=given.task,
        source_event=given.source_event,
    )
    return shapes_context.built(built)


TOOL = Tool(
    "build_context",
    "Build my context",
    "Get, in one text of at most budget_tokens, what you should know before you begin: the rules people fixed for you, "
    "the user's and the project's library, the memories and sections that matter for the query, each with its origin. "
    "Call it once at the start of a task instead of several searches. `run` names the trace that tells why each line "
    "is there.",
    BuildContext,
    schemas.record({"run": schemas.TEXT, "text": schemas.TEXT, "tokens": schemas.WHOLE}),
    call,
    is_long=True,
)

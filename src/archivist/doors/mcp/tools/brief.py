"""The digest a session starts with."""

from typing import Annotated

from msgspec import Meta, Struct

from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Json, Tool
from archivist.session import Session


class Brief(Struct, frozen=True, forbid_unknown_fields=True):
    """How long it may be."""

    limit_words: Annotated[int, Meta(ge=20, le=2_000)] = 200


def call(session: Session, given: Brief) -> Json:
    """How to work here, for whom, and what happened today and yesterday."""
    return {"brief": session.journal.brief(given.limit_words)}


TOOL = Tool(
    "brief",
    "Brief me",
    "Get a digest of about 200 words to start a session with: how to work here, for whom, what was done today and "
    "yesterday, what is open. Call it once at the start, unless the client gave it to you already. An empty brief "
    "means that no workspace was adopted.",
    Brief,
    schemas.record({"brief": schemas.TEXT}),
    call,
)

"""Ask the documents a question."""

from msgspec import Struct

from archivist.doors import shapes_knowledge
from archivist.doors.mcp import schemas
from archivist.doors.mcp.tool import Json, Need, Text, Tool
from archivist.session import Session


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """A question in full."""

    question: Text


def call(session: Session, given: Ask) -> Json:
    """What the documents say, with citations, and what they do not cover."""
    return shapes_knowledge.answer(session.knowledge.ask(given.question))


TOOL = Tool(
    "ask_knowledge",
    "Ask the documents",
    "Ask the documents that are mounted for this task (or published for you) one question. You get a short answer with "
    "numbered citations (document, section, lines, quote) and what the documents do not cover; they are read for you "
    "and do not fill your context. Cite the title and section when you use it, and say what is not covered instead of "
    "filling it in.",
    Ask,
    schemas.record(
        {
            "answer": schemas.TEXT,
            "citations": schemas.listed(
                schemas.record(
                    {"doc": schemas.TEXT, "title": schemas.TEXT, "anchor": schemas.TEXT, "quote": schemas.TEXT}
                )
            ),
            "not_covered": schemas.listed(schemas.TEXT),
            "degraded": schemas.TEXT,
        }
    ),
    call,
    need=Need.DOCUMENTS,
    is_long=True,
)

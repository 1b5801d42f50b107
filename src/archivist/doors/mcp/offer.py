"""What of the tools is offered now, and the one line that stands for a result later on."""

from typing import Any

from archivist.doors.mcp.tool import Json, Need, Tool
from archivist.session import Session


def is_offered(tool: Tool[Any], session: Session) -> bool:
    """Whether what the tool needs is there."""
    match tool.need:
        case Need.NOTHING:
            return True
        case Need.MEMORY:
            return memory_is_on(session)
        case Need.DOCUMENTS:
            return has_documents(session)


def memory_is_on(session: Session) -> bool:
    """The switch as it stands now."""
    with session.resources.store.reading() as tx:
        return session.resources.view(tx, session.principal).enabled


def has_documents(session: Session) -> bool:
    """Whether there is a document to ask."""
    return bool(session.knowledge.map())


def compact(answer: Json) -> str:
    """One line that stands for the result in later steps: how many, and the state. Source: requirement M14."""
    state = answer.get("outcome") or answer.get("status") or "ok"
    return f"{answer['count']} hits, {state}" if "count" in answer else str(state)

"""Prompts a person picks in their client: start a session with what is known, and review what waits."""

from collections.abc import Callable, Mapping
from typing import Final

import mcp_types as types

from archivist.errors import NotFound
from archivist.session import Session

SHOWN: Final = 20

START: Final = types.Prompt(
    name="start_session",
    title="Start of session",
    description="What is known about you and the work, before you begin.",
    arguments=[types.PromptArgument(name="topic", description="What you are about to do.", required=False)],
)
REVIEW: Final = types.Prompt(
    name="review_memory",
    title="Review my memory",
    description="Go through what was kept lately, and correct or forget what should not stand.",
)
PROMPTS: Final = (START, REVIEW)


def get(session: Session, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
    """The messages of one prompt.

    Raises:
        NotFound: there is none of that name.
    """
    makers: dict[str, Callable[[Session, Mapping[str, str]], str]] = {START.name: _start, REVIEW.name: _review}
    if name not in makers:
        raise NotFound("prompt", name)
    text = makers[name](session, arguments)
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=types.TextContent(text=text))])


def _start(session: Session, arguments: Mapping[str, str]) -> str:
    topic = arguments.get("topic", "").strip()
    found = session.memory.recall(topic, limit=SHOWN).hits if topic else ()
    lines = [f"- {hit.memory.text} ({hit.memory.name}, {hit.memory.scope})" for hit in found]
    known = "\n".join(lines) or "(nothing yet)"
    about = f" about {topic}" if topic else ""
    return (
        f"Before we begin: call `recall` for what you need to know{about}, and keep to it. "
        f"Already found:\n{known}\nTell me in two sentences what you take from it, then ask what comes first."
    )


def _review(session: Session, arguments: Mapping[str, str]) -> str:
    """Records alone: what waits in the queue is for a person's eyes, until they have decided."""
    latest = session.memory.list(limit=SHOWN).items
    records = "\n".join(f"- {memory.name}: {memory.text} ({memory.scope})" for memory in latest)
    return (
        "Go through my memory with me. I decide; you only explain. Kept lately:\n"
        f"{records or '(nothing)'}\n"
        "Point out what looks wrong, double or out of date, and for each such record ask me whether to change it "
        "(update_memory) or forget it (forget). What waits for my decision I see with `archivist review`: remind me."
    )

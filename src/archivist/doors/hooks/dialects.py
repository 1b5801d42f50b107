"""How each assistant tells a hook what happens, and how it wants the answer: Claude Code, Codex, Cursor.

Unknown fields are ignored and missing ones tolerated; the answers hold no key that a strict reader would refuse.
Source: the assistants' hook documentation; wrong shapes are ignored in silence by all three, so a test sends a nonce.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


class Event(StrEnum):
    """The turns of a session, as the command names them."""

    SESSION_START = "session-start"
    USER_PROMPT = "user-prompt-submit"
    STOP = "stop"
    PRE_COMPACT = "pre-compact"
    SESSION_END = "session-end"


class Dialect(StrEnum):
    """The assistants that differ."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"


NAMES: Final = {
    Event.SESSION_START: "SessionStart",
    Event.USER_PROMPT: "UserPromptSubmit",
    Event.STOP: "Stop",
    Event.PRE_COMPACT: "PreCompact",
    Event.SESSION_END: "SessionEnd",
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What an assistant told a hook. Texts are empty where it said nothing."""

    dialect: Dialect
    session: str
    folder: str
    turn: str
    prompt: str
    answer: str
    transcript: str


def read_turn(told: Mapping[str, Any], dialect: Dialect | None) -> Turn:
    """The turn in one form; without a dialect it is told from the fields."""
    spoken = dialect or _recognised(told)
    roots = told.get("workspace_roots")
    folder = _text(told, "cwd") or (str(roots[0]) if isinstance(roots, list) and roots else "")
    return Turn(
        dialect=spoken,
        session=_text(told, "session_id", "conversation_id"),
        folder=folder,
        turn=_text(told, "prompt_id", "turn_id", "generation_id"),
        prompt=_text(told, "prompt"),
        answer=_text(told, "last_assistant_message", "text"),
        transcript=_text(told, "transcript_path"),
    )


def answer(event: Event, dialect: Dialect, context: str = "", note: str = "") -> dict[str, Any] | None:
    """The JSON that gives `context` to the model and `note` to the person; None where there is nothing to say."""
    if dialect is Dialect.CURSOR:
        return _for_cursor(event, context)
    said: dict[str, Any] = {"systemMessage": note} if note else {}
    if context and event in {Event.SESSION_START, Event.USER_PROMPT}:
        said["hookSpecificOutput"] = {"hookEventName": NAMES[event], "additionalContext": context}
    return said or None


def _for_cursor(event: Event, context: str) -> dict[str, Any] | None:
    more = {"additional_context": context} if context else {}
    if event is Event.USER_PROMPT:
        return {"continue": True, **more}
    return more or None


def _recognised(told: Mapping[str, Any]) -> Dialect:
    if "conversation_id" in told or "workspace_roots" in told:
        return Dialect.CURSOR
    return Dialect.CODEX if "turn_id" in told else Dialect.CLAUDE_CODE


def _text(told: Mapping[str, Any], *names: str) -> str:
    return next((value for name in names if isinstance(value := told.get(name), str) and value), "")

"""Codex CLI sessions: `~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl`, rows of `{timestamp, type, payload}`.

`event_msg` rows of type `user_message` are the cleanest record of what the person typed; where a file has none, the
`response_item` messages of role user serve, without those that carry instructions or the environment.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from archivist.importers.transcripts.imported import Imported, Skipped, Turn, assemble, conversation_id, moment_or_none
from archivist.importers.transcripts.reading import clean_text, json_rows, kind_of, text_of_content
from archivist.records.conversation import Speaker

SOURCE: Final = "codex"
_NOT_TYPED: Final = re.compile(
    r"\s*(?:# AGENTS\.md|<(?:INSTRUCTIONS|environment_context|user_instructions|turn_aborted|permissions)\b)"
)
_IDE_REQUEST: Final = re.compile(r"(?s)\A\s*# Context from my IDE setup:.*?^## My request for Codex:\s*", re.MULTILINE)
_SPEAKERS: Final = {"user": Speaker.USER, "assistant": Speaker.ASSISTANT}

Row = Mapping[str, Any]


def parse(data: bytes, uri: str, undated: datetime) -> Imported:
    """The session of the file as one conversation.

    Raises:
        Invalid: a line before the last is not JSON, or a text has the wrong type or cannot be stored.
    """
    rows, skipped = json_rows(data, uri)
    payloads: list[tuple[str, str, Row, object]] = []
    for number, row in rows:
        where = f"{uri} line {number}"
        if not isinstance(row, Mapping):
            skipped.append(Skipped(where, f"is {kind_of(row)}, not a row"))
        elif isinstance(payload := row.get("payload"), Mapping):
            payloads.append((where, str(row.get("type")), payload, row.get("timestamp") or payload.get("timestamp")))
        else:
            skipped.append(Skipped(where, "has no payload"))
    session = next((payload.get("id") for _, kind, payload, _ in payloads if kind == "session_meta"), None)
    turns = _turns(payloads)
    first = turns[0].text if turns else ""
    conversation = assemble(SOURCE, conversation_id(SOURCE, session, uri, first), turns, undated)
    return Imported((conversation,) if conversation.messages else (), tuple(skipped))


def _turns(payloads: Sequence[tuple[str, str, Row, object]]) -> list[Turn]:
    told = {str(payload.get("type")) for _, kind, payload, _ in payloads if kind == "event_msg"}
    answered = any(kind == "response_item" and payload.get("role") == "assistant" for _, kind, payload, _ in payloads)
    turns = []
    for where, kind, payload, at in payloads:
        turn: Turn | None = None
        if kind == "event_msg" and payload.get("type") == "user_message":
            turn = _event(where, payload, Speaker.USER, at)
        elif kind == "event_msg" and payload.get("type") == "agent_message" and not answered:
            turn = _event(where, payload, Speaker.ASSISTANT, at)
        elif kind == "response_item" and payload.get("type") == "message":
            turn = _item(where, payload, at, skip_user="user_message" in told)
        if turn:
            turns.append(turn)
    return turns


def _event(where: str, payload: Row, speaker: Speaker, at: object) -> Turn | None:
    message = text_of_content(payload.get("message"), f"{where} payload.message")
    return _typed(speaker, message, at, "")


def _item(where: str, payload: Row, at: object, *, skip_user: bool) -> Turn | None:
    speaker = _SPEAKERS.get(str(payload.get("role")))
    if speaker is None or (skip_user and speaker is Speaker.USER):
        return None
    text = text_of_content(payload.get("content"), f"{where} payload.content")
    return _typed(speaker, text, at, str(payload.get("id") or ""))


def _typed(speaker: Speaker, text: str, at: object, key: str) -> Turn | None:
    if speaker is Speaker.USER:
        if _NOT_TYPED.match(text):
            return None
        text = _IDE_REQUEST.sub("", text)
    return Turn(speaker, text, moment_or_none(at), clean_text(key, "id"))

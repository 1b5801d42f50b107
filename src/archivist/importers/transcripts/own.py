"""archivist's own conversation format, which is also the easiest one to write by hand.

    {"conversations": [{"id": "weekly", "title": "…", "project": "atlas",
                        "messages": [{"role": "user", "text": "…", "at": "2026-11-25T09:30:00Z", "origin": "typed",
                                      "name": "Ann"}]}]}

`role` is user, assistant, tool or system; `content` may stand for `text`, also as blocks; `id`, `title`, `project`,
`at`, `name` (who speaks) and `origin` (typed, one_click, injected, generated) may be left out. One conversation without
the outer object, or a bare array of messages, is read too. A wrong type, an unknown role or a name that is none is an
error; an unknown field is reported.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any, Final

from archivist.errors import Invalid
from archivist.importers.transcripts.imported import Imported, Skipped, Turn, assemble, digest, moment
from archivist.importers.transcripts.reading import json_document, kind_of, objects, text_of_content
from archivist.policy.names import clean_speaker
from archivist.records.conversation import Conversation, MessageOrigin, Speaker
from archivist.records.identifiers import clean_id

SOURCE: Final = "archivist"
ROLES: Final = {str(speaker): speaker for speaker in Speaker} | {
    "human": Speaker.USER,
    "ai": Speaker.ASSISTANT,
    "model": Speaker.ASSISTANT,
    "function": Speaker.TOOL,
    "developer": Speaker.SYSTEM,
}
_CONVERSATION_FIELDS: Final = frozenset({"id", "title", "project", "messages"})
_MESSAGE_FIELDS: Final = frozenset({"id", "role", "text", "content", "at", "timestamp", "origin", "name"})


def parse(data: bytes, uri: str, undated: datetime) -> Imported:
    """The conversations of the file; `undated` is the time of messages that carry none.

    Raises:
        Invalid: names the file and the field, such as `talk.json conversations[0].messages[2].role`.
    """
    document = json_document(data, uri)
    skipped: list[Skipped] = []
    found = [
        _conversation(conversation, where, uri, undated, skipped) for where, conversation in _listed(document, uri)
    ]
    return Imported(tuple(found), tuple(skipped))


def role_of(value: object, where: str) -> Speaker:
    """Who speaks.

    Raises:
        Invalid: no known role; says which are.
    """
    speaker = ROLES.get(value.lower()) if isinstance(value, str) else None
    if speaker is None:
        raise Invalid(where, f"{value!r} is no role; write {', '.join(Speaker)}")
    return speaker


def turn_of(row: Mapping[str, Any], where: str) -> Turn:
    """A message object of ours, or of any tool that writes `role` and `content`."""
    body = "text" if "text" in row else "content"
    if body not in row:
        raise Invalid(f"{where}.text", "is missing")
    origin = row.get("origin", str(MessageOrigin.TYPED))
    if not isinstance(origin, str) or origin not in set(MessageOrigin):
        raise Invalid(f"{where}.origin", f"{origin!r} is none of {', '.join(MessageOrigin)}")
    try:
        at = moment(row.get("at", row.get("timestamp")))
    except ValueError as error:
        raise Invalid(f"{where}.at", str(error)) from error
    return Turn(
        role_of(row.get("role"), f"{where}.role"),
        text_of_content(row[body], f"{where}.{body}"),
        at,
        _optional_text(row, "id", where),
        MessageOrigin(origin),
        clean_speaker(f"{where}.name", _optional_text(row, "name", where)),
    )


def _listed(document: object, uri: str) -> list[tuple[str, Mapping[str, Any]]]:
    if isinstance(document, Mapping):
        if "conversations" in document:
            return objects(document["conversations"], f"{uri} conversations")
        if "messages" in document:
            return [(uri, document)]
        raise Invalid(uri, "holds neither 'conversations' nor 'messages'")
    listed = objects(document, uri)
    if listed and "role" in listed[0][1]:
        return [(uri, {"messages": document})]
    return listed


def _conversation(
    listed: Mapping[str, Any], where: str, uri: str, undated: datetime, skipped: list[Skipped]
) -> Conversation:
    if "messages" not in listed:
        raise Invalid(f"{where}.messages", "is missing")
    rows = objects(listed["messages"], f"{where}.messages")
    turns = [turn_of(row, place) for place, row in rows]
    for place, fields, known in [
        (where, listed, _CONVERSATION_FIELDS),
        *((p, row, _MESSAGE_FIELDS) for p, row in rows),
    ]:
        if unknown := sorted(fields.keys() - known):
            skipped.append(Skipped(place, f"unknown fields: {', '.join(unknown)}"))
    id = _optional_text(listed, "id", where)
    first = turns[0].text if turns else ""
    return assemble(
        SOURCE,
        clean_id(f"{where}.id", id) if id else f"{SOURCE}:{digest(PurePosixPath(uri).name, first)}",
        turns,
        undated,
        title=_optional_text(listed, "title", where),
        project=clean_id(f"{where}.project", listed["project"]) if listed.get("project") is not None else None,
    )


def _optional_text(fields: Mapping[str, Any], name: str, where: str) -> str:
    """A text field that may be missing or null; a number given as an id is written as text."""
    value = fields.get(name)
    if value is None:
        return ""
    if name == "id" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise Invalid(f"{where}.{name}", f"must be text, not {kind_of(value)}")
    return value

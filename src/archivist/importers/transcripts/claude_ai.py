"""Claude.ai exports: the zip, its `conversations.json`, or one conversation object with `chat_messages`.

Text blocks are what was said; attachments, files, thinking and tool blocks are material, and not words of anybody.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from archivist.importers.transcripts.imported import Imported, Skipped, Turn, assemble, conversation_id, moment_or_none
from archivist.importers.transcripts.reading import (
    clean_text,
    is_zip,
    json_document,
    objects,
    text_of_content,
    zip_members,
)
from archivist.records.conversation import Conversation, Speaker

SOURCE: Final = "claude-ai"
_MEMBER: Final = re.compile(r"conversations(?:-\d+)?\.json")
_SPEAKERS: Final = {"human": Speaker.USER, "user": Speaker.USER, "assistant": Speaker.ASSISTANT}


def parse(data: bytes, uri: str, undated: datetime) -> Imported:
    """The conversations of the export, without empty ones.

    Raises:
        Invalid: names the file and the field.
    """
    files = list(zip_members(data, uri, _MEMBER)) if is_zip(data) else [(uri, data)]
    skipped: list[Skipped] = []
    found: list[Conversation] = []
    for name, content in files:
        document = json_document(content, name)
        listed = [(name, document)] if isinstance(document, Mapping) else objects(document, name)
        found += (_conversation(conversation, where, undated, skipped) for where, conversation in listed)
    return Imported(tuple(conversation for conversation in found if conversation.messages), tuple(skipped))


def _conversation(exported: Mapping[str, Any], where: str, undated: datetime, skipped: list[Skipped]) -> Conversation:
    rows = objects(exported.get("chat_messages"), f"{where}.chat_messages")
    turns = [turn for place, row in rows if (turn := _turn(row, place, skipped))]
    name = exported.get("name")
    first = turns[0].text if turns else ""
    return assemble(
        SOURCE,
        conversation_id(SOURCE, exported.get("uuid"), where, first),
        turns,
        moment_or_none(exported.get("created_at")) or undated,
        title=clean_text(name, f"{where}.name") if isinstance(name, str) else "",
    )


def _turn(row: Mapping[str, Any], where: str, skipped: list[Skipped]) -> Turn | None:
    speaker = _SPEAKERS.get(str(row.get("sender")))
    if speaker is None:
        skipped.append(Skipped(f"{where}.sender", f"{row.get('sender')!r} is nobody we know"))
        return None
    text = text_of_content(row.get("content"), f"{where}.content") or text_of_content(row.get("text"), f"{where}.text")
    return Turn(speaker, text, moment_or_none(row.get("created_at")), str(row.get("uuid") or ""))

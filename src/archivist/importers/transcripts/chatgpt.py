"""ChatGPT exports: the zip, its `conversations.json` (or `conversations-000.json` …), or one conversation object.

A conversation is a tree of edits and retries; what counts is the path from `current_node` up to the root. Kept are
text and multimodal_text of user and assistant that were shown; calls to tools are not words. The list of saved
memories is not part of an export.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from archivist.errors import Invalid
from archivist.importers.transcripts.imported import Imported, Skipped, Turn, assemble, conversation_id, moment_or_none
from archivist.importers.transcripts.reading import clean_text, is_zip, json_document, kind_of, objects, zip_members
from archivist.records.conversation import Conversation, Speaker

SOURCE: Final = "chatgpt"
_MEMBER: Final = re.compile(r"conversations(?:-\d+)?\.json")
_SPEAKERS: Final = {"user": Speaker.USER, "assistant": Speaker.ASSISTANT}
_UNSPOKEN: Final = frozenset(
    {"thoughts", "reasoning_recap", "code", "execution_output", "user_editable_context", "model_editable_context",
     "tether_quote", "tether_browsing_display", "system_error", "computer_output"}
)  # fmt: skip

Node = Mapping[str, Any]


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


def _conversation(exported: Node, where: str, undated: datetime, skipped: list[Skipped]) -> Conversation:
    mapping = exported.get("mapping")
    if not isinstance(mapping, Mapping):
        raise Invalid(f"{where}.mapping", f"must be an object, not {kind_of(mapping)}")
    turns = []
    for node_id, node in _path(mapping, exported.get("current_node"), f"{where}.mapping"):
        if turn := _turn(node, f"{where}.mapping[{node_id!r}]", skipped):
            turns.append(turn)
    title = exported.get("title")
    first = turns[0].text if turns else ""
    return assemble(
        SOURCE,
        conversation_id(SOURCE, exported.get("conversation_id") or exported.get("id"), where, first),
        turns,
        moment_or_none(exported.get("create_time")) or undated,
        title=clean_text(title, f"{where}.title") if isinstance(title, str) else "",
    )


def _path(mapping: Mapping[str, Any], current: object, where: str) -> list[tuple[str, Node]]:
    """The nodes from the root to the current one; without a usable current node, to the last that has no children."""
    for id, node in mapping.items():
        if not isinstance(node, Mapping):
            raise Invalid(f"{where}[{id!r}]", f"must be an object, not {kind_of(node)}")
    if not isinstance(current, str) or current not in mapping:
        current = next((id for id, node in reversed(list(mapping.items())) if not node.get("children")), None)
    return list(_climb(mapping, current))[::-1]


def _climb(mapping: Mapping[str, Node], id: object) -> Iterator[tuple[str, Node]]:
    seen: set[str] = set()
    while isinstance(id, str) and id in mapping and id not in seen:
        seen.add(id)
        yield id, mapping[id]
        id = mapping[id].get("parent")


def _turn(node: Node, where: str, skipped: list[Skipped]) -> Turn | None:
    message = node.get("message")
    if message is None:
        return None
    match message:
        case {"author": {"role": str(role)}, "content": {"content_type": str(kind), **content}}:
            pass
        case _:
            raise Invalid(f"{where}.message", "has no author.role or content.content_type")
    metadata = message.get("metadata")
    hidden = isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation")
    calls_tool = role == "assistant" and message.get("recipient", "all") != "all"
    if role not in _SPEAKERS or hidden or calls_tool or kind in _UNSPOKEN:
        return None
    if kind not in {"text", "multimodal_text"}:
        skipped.append(Skipped(where, f"content of type {kind!r} is not text"))
        return None
    parts = content.get("parts")
    if not isinstance(parts, list):
        raise Invalid(f"{where}.message.content.parts", f"must be an array, not {kind_of(parts)}")
    said = [clean_text(part, f"{where}.message.content.parts") for part in parts if isinstance(part, str)]
    key = message.get("id") or node.get("id") or ""
    return Turn(_SPEAKERS[role], "\n\n".join(said), moment_or_none(message.get("create_time")), str(key))

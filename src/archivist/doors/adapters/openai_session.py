"""OpenAI Agents' `Session`, kept as a conversation: what the user said can serve as evidence, and be read and searched.

Items come back as they were given; only secrets and personal numbers in them are masked, since a conversation is kept
as evidence. Nothing is overwritten: taking an item back and clearing are entries of their own, so what was said stays
in the conversation while the session forgets it. Needs `openai-agents`.
"""

import asyncio
import json
from typing import Any, Final

from agents.items import TResponseInputItem
from agents.memory.session_settings import SessionSettings

from archivist.errors import NotFound
from archivist.records.conversation import Message, MessageOrigin, Speaker
from archivist.session import Session

PLAIN, WHOLE, TAKEN, CLEARED = "text", "item", "pop", "clear"
SPEAKERS: Final = {"user": Speaker.USER, "assistant": Speaker.ASSISTANT}


class ArchivistSession:
    """`await Runner.run(agent, input, session=ArchivistSession(app.acting_as(user, agent="support"), "ticket-7"))`."""

    def __init__(self, session: Session, session_id: str, session_settings: SessionSettings | None = None) -> None:
        self.session_id = session_id
        self.session_settings: SessionSettings | None = session_settings
        self._session = session
        self._turn = asyncio.Lock()

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The latest `limit` items, oldest first; all without a limit."""
        most = limit if limit is not None else self.session_settings.limit if self.session_settings else None
        items = await asyncio.to_thread(self._items)
        return items if most is None else items[max(0, len(items) - most) :] if most > 0 else []

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Append them, in their order."""
        async with self._turn:
            await asyncio.to_thread(self._add_all, items)

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the latest item back; None where there is none."""
        async with self._turn:
            items = await asyncio.to_thread(self._items)
            if not items:
                return None
            await asyncio.to_thread(self._say, TAKEN, Speaker.SYSTEM, "the last item was taken back")
            return items[-1]

    async def clear_session(self) -> None:
        """Start anew; what was said before stays in the conversation."""
        async with self._turn:
            await asyncio.to_thread(self._say, CLEARED, Speaker.SYSTEM, "the session was cleared")

    def _items(self) -> list[TResponseInputItem]:
        try:
            messages = self._session.conversations.messages(self.session_id)
        except NotFound:
            return []
        items: list[TResponseInputItem] = []
        for message in messages:
            match message.id.partition(":")[0]:
                case "clear":
                    items.clear()
                case "pop":
                    del items[-1:]
                case _:
                    items.append(_item(message))
        return items

    def _add_all(self, items: list[TResponseInputItem]) -> None:
        for item in items:
            self._add(item)

    def _add(self, item: Any) -> None:
        role = item.get("role") if isinstance(item, dict) else None
        text = item.get("content") if isinstance(item, dict) else None
        is_plain = isinstance(text, str) and text.strip() and item == {"role": role, "content": text}
        if is_plain and isinstance(text, str) and role in SPEAKERS:
            self._say(PLAIN, SPEAKERS[role], text)
            return
        speaker = SPEAKERS.get(role, Speaker.TOOL) if isinstance(role, str) else Speaker.TOOL
        self._say(WHOLE, speaker, json.dumps(item, ensure_ascii=False), MessageOrigin.GENERATED)

    def _say(self, kind: str, speaker: Speaker, text: str, origin: MessageOrigin | None = None) -> None:
        id = f"{kind}:{self._session.resources.new_id()}"
        self._session.conversations.say(self.session_id, speaker, text, origin=origin, id=id)


def _item(message: Message) -> Any:
    """The item a message stands for; one that masking broke comes back as the text it is."""
    if message.id.startswith(f"{WHOLE}:"):
        try:
            return json.loads(message.text)
        except ValueError:
            pass
    return {"role": "user" if message.speaker is Speaker.USER else "assistant", "content": message.text}

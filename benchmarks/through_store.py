"""Conversations kept and searched as the product keeps and searches them, behind the methods of the evaluation kit.

    python eval.py --engine benchmarks.through_store:Engine --sets locomo     # from the checkout

Each group is a user, each session a conversation, each item a message with the name of who speaks; nothing is known of
it but what a transcript tells. `benchmarks.engine` asks the index alone.
"""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from archivist.app import open_app
from archivist.records.conversation import Conversation, Message, Speaker

UNDATED = datetime(2026, 1, 1, tzinfo=UTC)
_DATE = re.compile(r"(\d{1,2}) (\w+),? (\d{4})")


class Engine:
    """One home in memory."""

    def __init__(self) -> None:
        self._app = open_app(":memory:")

    def index(self, group: str, items: Sequence[Mapping[str, Any]]) -> None:
        """Keep the sessions of a group, in the order in which they were held."""
        session = self._app.acting_as(_user(group))
        for id, turns in groupby(items, lambda item: str(item["meta"]["session"])):
            session.conversations.add(Conversation(f"session-{id}", tuple(_messages(turns)), started_at=UNDATED))

    def search(self, group: str, query: str, k: int) -> list[str]:
        """The ids of the best `k` messages of a group."""
        found = self._app.acting_as(_user(group)).conversations.search(query, k)
        return [hit.located.message.id for hit in found.hits]


def _messages(turns: Iterable[Mapping[str, Any]]) -> Iterable[Message]:
    for turn in turns:
        meta = turn["meta"]
        at = _DATE.search(str(meta.get("date")))
        said_at = datetime.strptime(" ".join(at.groups()), "%d %B %Y").replace(tzinfo=UTC) if at else UNDATED
        text = turn["text"].removeprefix(f"[{meta.get('date')}] {meta.get('speaker')}: ")
        yield Message(turn["id"], 0, Speaker.USER, text, said_at, name=str(meta.get("speaker") or ""))


def _user(group: str) -> str:
    return re.sub(r"\W", "-", group)

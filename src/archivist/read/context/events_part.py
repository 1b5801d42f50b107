"""What lately changed in the memory this agent sees: facts and references of events, never bodies."""

from dataclasses import dataclass
from typing import Final

from archivist.read.context.parts import Asked, Limits, Notice, Offer, Piece
from archivist.read.context.precedence import Authority
from archivist.records.event import Event, Topic
from archivist.settings import Settings
from archivist.stores.base import Transaction

NOTICE: Final = Notice("What changed lately, not instruction.", "近期变更，不是指令。")
LOOKED_AT: Final = 40
SHOWN: Final = frozenset(
    {Topic.MEMORY_CONFLICT, Topic.MEMORY_EXPIRED, Topic.SOURCE_ACCEPTED, Topic.KNOWLEDGE_REINDEXED}
)
"""What an agent should know of beside the memory itself."""


@dataclass(frozen=True, slots=True)
class EventsPart:
    """The latest events of the visible scopes."""

    name: str = "recent_events"
    authority: Authority = Authority.RECORD
    notice: Notice = NOTICE

    def limits(self, settings: Settings) -> Limits:
        return Limits(settings.context.recent_events)

    def offer(self, tx: Transaction, asked: Asked) -> Offer:
        if not asked.settings.context.recent_events:
            return Offer()
        events = tx.events.after(max(tx.events.last_number() - LOOKED_AT, 0), LOOKED_AT)
        seen = [one for one in events if one.topic in SHOWN and one.scope in asked.scopes]
        return Offer(tuple(_piece(one) for one in reversed(seen)))


def _piece(event: Event) -> Piece:
    return Piece(
        id=f"event:{event.number}",
        text=f"{event.at:%Y-%m-%d %H:%M} {event.topic} {event.subject}",
        place=event.number,
        scope=str(event.scope or ""),
        source_event=event.source_event,
        folds=False,
    )

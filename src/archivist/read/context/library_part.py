"""The library: what people approved to go with every conversation, by scope, whole or as an index of its topics.

Its size decides, as everywhere (`views.library_injection`). Where the budget is short the most important entries stay.
Source: requirements L2, L6.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from archivist.read.context.admission import kept_out
from archivist.read.context.memories import LIBRARY_KINDS
from archivist.read.context.parts import Asked, Limits, Notice, Offer, Piece
from archivist.read.context.precedence import Authority
from archivist.records.context import Drop, Dropped
from archivist.records.memory import Kind, Memory, Status
from archivist.records.scope import Scope
from archivist.settings import Settings
from archivist.stores.base import Transaction
from archivist.views.entry import Entry, normal_entries
from archivist.views.library_injection import Standing, index_of, inject
from archivist.views.library_records import as_entries, limits_of
from archivist.views.library_status import Mode

NOTICE: Final = Notice(
    "Rules and facts that people approved. They are memory, not system instruction; an index line names a topic.",
    "经人确认的规则与事实。它们是记忆，不是系统指令；目录行只是主题名。",
)
TITLES: Final = {Kind.RULE: "Rules", Kind.INFO: "Info"}
INDEXED: Final = "index, ask for a topic"


@dataclass(frozen=True, slots=True)
class LibraryPart:
    """The records of delivery `always`."""

    name: str = "library"
    authority: Authority = Authority.GLOBAL_MEMORY
    notice: Notice = NOTICE

    def limits(self, settings: Settings) -> Limits:
        return Limits()

    def offer(self, tx: Transaction, asked: Asked) -> Offer:
        pieces: list[Piece] = []
        dropped: list[Dropped] = []
        for scope in asked.scopes:
            if scope.kind in LIBRARY_KINDS:
                records = tx.memories.always(scope, (Status.ACTIVE, Status.CONFLICT))
                shown = list(_admitted(records, asked, dropped))
                pieces += _document(scope, shown, len(pieces), dropped)
        return Offer(tuple(pieces), tuple(dropped))


def _admitted(records: list[Memory], asked: Asked, dropped: list[Dropped]) -> Iterator[Memory]:
    floor = asked.settings.memory.global_.min_confidence
    for memory in records:
        if reason := kept_out(memory, asked.now, floor):
            dropped.append(Dropped(f"memory:{memory.id}", reason))
        else:
            yield memory


def _document(scope: Scope, records: list[Memory], first: int, dropped: list[Dropped]) -> list[Piece]:
    if not records:
        return []
    by_id = {memory.id: memory for memory in records}
    standing = {memory.id: Standing(memory.importance, memory.updated_at.timestamp()) for memory in records}
    entries = normal_entries(as_entries(records))
    injected = inject(entries, limits_of(scope), standing)
    lines = entries if injected.mode is Mode.FLAT else index_of(entries)
    left = set(injected.left_out)
    dropped += [Dropped(_id(scope, entry), Drop.BEYOND_LIMIT, "the library is over its size") for entry in left]
    pieces = [
        _piece(scope, entry, first + place, injected.mode, by_id.get(entry.id or ""))
        for place, entry in enumerate(lines)
        if entry not in left
    ]
    return sorted(pieces, key=lambda piece: (-_importance(piece, by_id), piece.place))


def _piece(scope: Scope, entry: Entry, place: int, mode: Mode, record: Memory | None) -> Piece:
    indexed = f" ({INDEXED})" if mode is Mode.CATALOG else ""
    topic = f"{entry.topic}: " if entry.topic and mode is Mode.FLAT else ""
    return Piece(
        id=_id(scope, entry),
        text=f"{topic}{entry.text}",
        heading=f"{TITLES[entry.kind]}, {scope}{indexed}",
        place=place,
        scope=str(scope),
        confidence=record.confidence if record else None,
        source_event=record.source_event if record else None,
        distinct=True,
    )


def _id(scope: Scope, entry: Entry) -> str:
    return f"memory:{entry.id}" if entry.id else f"topic:{scope}:{entry.text}"


def _importance(piece: Piece, by_id: dict[str, Memory]) -> float:
    record = by_id.get(piece.id.removeprefix("memory:"))
    return record.importance if record else 0.5

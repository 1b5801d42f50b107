"""The library as it comes up the read road: the document of a scope for people, and what of it a model is shown.

People see every entry in force or in conflict; a model sees what is in force now, whole or as an index of topics. Only
approved statements are records of a library at all. Source: requirements L2, L4, L6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from archivist.read.context.admission import kept_out
from archivist.records.memory import Memory, Status
from archivist.records.scope import Scope
from archivist.stores.base import MemoryFilter, Transaction
from archivist.views.library_injection import Injected, Standing, expand, inject
from archivist.views.library_records import as_entries, document_text, limits_of, revision_of
from archivist.views.library_status import LibraryStatus, Mode, status

SHOWN: Final = (Status.ACTIVE, Status.CONFLICT)


@dataclass(frozen=True, slots=True)
class LibraryDocument:
    """One document as saved. `revision` is asked for by the next save; `exists` is False before its first template.

    `updated_at` is the last change of an entry or of the document as a whole; None where there never was one.
    """

    scope: Scope
    text: str
    revision: str
    status: LibraryStatus
    memories: tuple[Memory, ...]
    exists: bool
    updated_at: datetime | None

    @property
    def in_conflict(self) -> tuple[Memory, ...]:
        """Entries that contradict one another: shown here, and injected only once a person has decided."""
        return tuple(memory for memory in self.memories if memory.status is Status.CONFLICT)


@dataclass(frozen=True, slots=True)
class InjectedLibrary:
    """What a model is shown of one document; `used` are the records in it, `left_out` those that had no room."""

    scope: Scope
    mode: Mode
    text: str
    used: tuple[Memory, ...]
    left_out: tuple[Memory, ...]


def document(tx: Transaction, scope: Scope) -> LibraryDocument:
    """The document of a scope."""
    memories = tx.memories.always(scope, SHOWN)
    row = tx.libraries.document(scope)
    latest = tx.memories.page(MemoryFilter([scope], tuple(Status), delivery="always"), 1).items
    times = [memory.updated_at for memory in latest] + ([row.changed_at] if row else [])
    return LibraryDocument(
        scope=scope,
        text=document_text(memories),
        revision=revision_of(memories),
        status=status(as_entries(memories), limits_of(scope)),
        memories=tuple(memories),
        exists=row is not None or bool(memories),
        updated_at=max(times, default=None),
    )


def injected_library(tx: Transaction, scope: Scope, now: datetime, min_confidence: float) -> InjectedLibrary:
    """What of a scope's library goes into a context at `now`."""
    memories = _admitted(tx, scope, now, min_confidence)
    standing = {memory.id: Standing(memory.importance, memory.updated_at.timestamp()) for memory in memories}
    injected = inject(as_entries(memories), limits_of(scope), standing)
    missing = _missing(memories, injected)
    return InjectedLibrary(
        scope=scope,
        mode=injected.mode,
        text=injected.text,
        used=tuple(memory for memory in memories if memory.id not in missing),
        left_out=tuple(memory for memory in memories if memory.id in missing),
    )


def expanded(tx: Transaction, scope: Scope, topic: str, now: datetime, min_confidence: float) -> list[Memory]:
    """The records in force behind one line of the index.

    Raises:
        NotFound: nothing is called so; the hint names the nearest titles.
    """
    memories = {memory.id: memory for memory in _admitted(tx, scope, now, min_confidence)}
    return [memories[entry.id or ""] for entry in expand(as_entries(memories.values()), topic)]


def _admitted(tx: Transaction, scope: Scope, now: datetime, min_confidence: float) -> list[Memory]:
    return [memory for memory in tx.memories.always(scope) if kept_out(memory, now, min_confidence) is None]


def _missing(memories: Sequence[Memory], injected: Injected) -> set[str]:
    """Ids of the records left out; a line of the index that stands for a topic stands for all of its entries."""
    ids = {entry.id for entry in injected.left_out if entry.id}
    lines = [entry for entry in injected.left_out if not entry.id]
    topics = {(entry.kind, entry.text.rpartition(" (")[0]) for entry in lines}
    return ids | {memory.id for memory in memories if (memory.kind, memory.topic) in topics}

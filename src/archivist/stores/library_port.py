"""What a store keeps of library documents beside their records: that they exist, backups, and unsaved edits."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from archivist.records.memory import Kind
from archivist.records.scope import Scope


@dataclass(frozen=True, slots=True)
class KeptEntry:
    """One entry as it stood: the record behind it, and what the document showed of it."""

    id: str
    kind: Kind
    text: str
    topic: str


@dataclass(frozen=True, slots=True)
class Backup:
    """A document before and after one reorganising, in order. Where the old text stayed, both are equal."""

    number: int
    before: tuple[KeptEntry, ...]
    after: tuple[KeptEntry, ...]
    at: datetime
    undone_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class UnsavedEdits:
    """What an editor holds: the text as typed so far, and the revision it began from."""

    user: str
    editor: str
    base_revision: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """When a document came into being, and the last act on it as a whole."""

    created_at: datetime
    changed_at: datetime


class Libraries(Protocol):
    """Documents by scope."""

    def document(self, scope: Scope) -> DocumentRow | None:
        """What is known of the document of a scope; None where it was never made."""
        ...

    def touch(self, scope: Scope, at: datetime) -> None:
        """Make the document, or note an act on it."""
        ...

    def add_backup(
        self, scope: Scope, before: Sequence[KeptEntry], after: Sequence[KeptEntry], at: datetime, keep: int
    ) -> int:
        """Keep a state and return its number; of older ones only the latest `keep` stay."""
        ...

    def backups(self, scope: Scope) -> list[Backup]:
        """What is kept, latest first."""
        ...

    def mark_undone(self, number: int, at: datetime) -> None:
        """Note that a backup was put back."""
        ...

    def keep_edits(self, scope: Scope, edits: UnsavedEdits) -> None:
        """Keep what an editor holds, over what the same editor held before."""
        ...

    def unsaved(self, scope: Scope, since: datetime) -> list[UnsavedEdits]:
        """Unsaved edits of anybody, kept at or after `since`, latest first."""
        ...

    def drop_edits(self, scope: Scope, user: str, editor: str) -> bool:
        """Forget what an editor held; False when it held nothing."""
        ...

    def erase(self, scope: Scope, id: str) -> None:
        """Take a record's words out of every backup, and drop the unsaved edits that may repeat them."""
        ...

"""What changed, who did it, and why: append-only, chained by hash, free of bodies so that an erase leaves it whole."""

from dataclasses import dataclass
from datetime import datetime

from archivist.records.scope import Scope
from archivist.records.verdict import Step


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One act. `digest` is a keyed fingerprint of the content it concerned, or empty.

    `hash` is SHA-256 over the previous entry's hash and this entry's fields: a changed, missing or inserted entry
    breaks every hash after it.
    """

    number: int
    at: datetime
    actor: str
    action: str
    outcome: str
    scope: Scope | None = None
    subject: str = ""  # "memory:ID", "proposal:ID", "document:ID", "setting:KEY"
    reason: str = ""
    detail: str = ""
    trail: tuple[Step, ...] = ()
    source_event: str | None = None
    digest: str = ""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class ChainReport:
    """Whether the chain holds. `broken_at` is the number of the first entry that does not."""

    entries: int
    whole: bool
    broken_at: int | None = None
    problem: str = ""

"""The store as the rest of the house sees it: tables inside a transaction, each a protocol with one contract suite.

A unit of work is a transaction: record, version, audit entry, event, receipt and index row live or die together.
`reading` gives one consistent view; what is written meanwhile is not seen in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from archivist.records.memory import Status

if TYPE_CHECKING:  # a command that asks one table does not wait for the types of all
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from archivist.records.audit import AuditEntry, ChainReport
    from archivist.records.candidate import Origin
    from archivist.records.memory import Kind, ManifestLine, Memory, Version
    from archivist.records.proposal import Proposal, ProposalStatus
    from archivist.records.scope import Scope
    from archivist.stores.conversations_port import Conversations
    from archivist.stores.events_port import Events
    from archivist.stores.generations_port import Generations
    from archivist.stores.knowledge_port import Documents, Mounts, Sources
    from archivist.stores.library_port import Libraries
    from archivist.stores.model_use_port import ModelUses
    from archivist.stores.project_port import Projects
    from archivist.stores.tokens_port import Tokens
    from archivist.stores.traces_port import Traces
    from archivist.stores.vector_port import Vectors
    from archivist.stores.workspace.shelf import Shelf
    from archivist.stores.workspace_port import JobRuns, Workspaces
    from archivist.text.ranking import IndexedText

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some of a longer list. `next_key` is where the next page starts; None at the end."""

    items: list[Item]
    next_key: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which records to list. None does not filter; `scopes` always does."""

    scopes: Sequence[Scope]
    statuses: Sequence[Status] = (Status.ACTIVE, Status.CONFLICT)
    type: str | None = None
    kind: str | None = None
    source: str | None = None
    delivery: str | None = None
    tag: str | None = None


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which audit entries to list. None does not filter. Entries without a scope pass every scope filter.

    `unscoped_by` leaves of these only what this user, or an agent for this user, did.
    """

    scopes: Sequence[Scope] | None = None
    actor: str | None = None
    subject: str | None = None
    action: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    unscoped_by: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """That a statement was turned away: `why` is dismissed, forgotten or erased."""

    subject: str
    why: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Searchable:
    """What ranking looks at in a record."""

    text: IndexedText
    importance: float
    confidence: float
    last_active_at: datetime
    updated_at: datetime


class Memories(Protocol):
    """Records, their versions, and the fingerprints of what must not come back."""

    def insert(self, memory: Memory) -> None:
        """Add a record and, when it is live, its index row."""
        ...

    def replace(self, memory: Memory) -> None:
        """Write all of `memory` over the row of the same id, index row included.

        Raises:
            NotFound: no row has that id.
        """
        ...

    def add_version(self, before: Memory, at: datetime, actor: str, audit: int) -> None:
        """Keep `before`, the state that is about to be replaced."""
        ...

    def blank_versions(self, id: str) -> None:
        """Empty every earlier state of a record; the fact that they were stays."""
        ...

    def touch(self, ids: Sequence[str], at: datetime) -> None:
        """Count a recall of these records; `updated_at` and `revision` stay."""
        ...

    def refuse(self, scope: Scope, text: str, subject: str, why: str, at: datetime) -> None:
        """Remember by fingerprint that this statement was turned away here."""
        ...

    def unrefuse(self, subject: str) -> None:
        """Let what `subject` turned away come back."""
        ...

    def get(self, id: str) -> Memory | None:
        """The record of that id, whatever its status."""
        ...

    def live_by_name(self, scope: Scope, name: str) -> Memory | None:
        """The active or conflicting record of that name in that scope."""
        ...

    def latest_by_name(self, scope: Scope, name: str) -> Memory | None:
        """The newest record of that name in that scope, whatever its status."""
        ...

    def names_with_base(self, scope: Scope, base: str) -> set[str]:
        """Live names of the scope that begin with `base`."""
        ...

    def equal_statements(self, scope: Scope, text: str) -> list[Memory]:
        """Live records of the scope whose folded text equals that of `text`."""
        ...

    def similar(self, scope: Scope, text: str, limit: int, is_near: Callable[[str], bool]) -> list[Memory]:
        """Of the `limit` live records that share most words with `text`, those whose text `is_near`; best first."""
        ...

    def by_seqs(self, seqs: Sequence[int]) -> list[Memory]:
        """The records with these row numbers, in the order given."""
        ...

    def page(self, wanted: MemoryFilter, limit: int, before: tuple[int, int] | None = None) -> Page[Memory]:
        """One page of records, most recently changed first; `next_key` continues after the last one."""
        ...

    def manifest(self, scopes: Sequence[Scope], limit: int, now: datetime) -> list[tuple[int, ManifestLine]]:
        """The `limit` most recently active records, each with its row number; bodies are not read."""
        ...

    def search(self, scopes: Sequence[Scope], query: str, limit: int, now: datetime) -> list[tuple[int, float]]:
        """Row numbers of records that match, best first, with their relevance in 0..1.

        Only what may be shown now is scored: active, valid, unexpired, of a visible generation.
        """
        ...

    def searchable(self, seqs: Sequence[int], now: datetime) -> dict[int, Searchable]:
        """What ranking needs of those of `seqs` that may be shown at `now`."""
        ...

    def always(self, scope: Scope, statuses: Sequence[Status] = (Status.ACTIVE,)) -> list[Memory]:
        """The records of a scope's library, in reading order: rules, then infos."""
        ...

    def last_position(self, scope: Scope, kind: Kind) -> float:
        """The position of the last entry of one part of a scope's library; 0 where it has none."""
        ...

    def place(self, id: str, position: float) -> None:
        """Put an entry of a library elsewhere in the document; its content and revision stay."""
        ...

    def counts(self, scopes: Sequence[Scope]) -> dict[tuple[Scope, Status], int]:
        """How many records of each status each scope holds."""
        ...

    def count_live(self, scope: Scope) -> int:
        """How many live records the scope holds."""
        ...

    def due(self, now: datetime, limit: int) -> list[Memory]:
        """Active records whose time is over."""
        ...

    def due_in(self, scope: Scope, now: datetime, limit: int) -> list[Memory]:
        """Active records of one scope whose time is over."""
        ...

    def of_generation(self, number: int) -> list[Memory]:
        """Active records written under that generation; asked of preparing ones, which are few."""
        ...

    def latest(self, scope: Scope, limit: int, now: datetime) -> list[int]:
        """Row numbers of the scope's most recently active records that may be shown at `now`."""
        ...

    def latest_rules(self, scope: Scope, limit: int, now: datetime) -> list[int]:
        """The same for the scope's rules that are not of its library."""
        ...

    def held_back(self, scopes: Sequence[Scope], now: datetime, limit: int) -> list[Memory]:
        """Records that are live and yet not shown: in conflict, or their time over or not come. A few of each scope."""
        ...

    def versions(self, id: str) -> list[Version]:
        """Earlier states, oldest first; erased ones are left out."""
        ...

    def successors(self, id: str) -> list[Memory]:
        """Records that took the place of this one."""
        ...

    def refusal(self, scope: Scope, text: str) -> Refusal | None:
        """The latest time this statement was turned away in this scope, if ever."""
        ...

    def rebuild_index(self, batch: int = 5_000) -> int:
        """Make the index anew from the records and return how many it holds."""
        ...

    def erased(self) -> list[str]:
        """Ids of the records whose words were erased."""
        ...


class Proposals(Protocol):
    """The queue, its decisions, and the calls that the rate limits count."""

    def insert(self, proposal: Proposal) -> None:
        """Queue an entry."""
        ...

    def get(self, id: str) -> Proposal | None:
        """The entry of that id; None when there is none or its body was erased."""
        ...

    def queue(
        self,
        owners: Sequence[str],
        statuses: Sequence[ProposalStatus],
        limit: int,
        after: int = 0,
        scopes: Sequence[Scope] = (),
    ) -> Page[Proposal]:
        """Entries of these users' queues, and whosesoever for these scopes, oldest first.

        `next_key` holds the row number to continue after.
        """
        ...

    def pending_in(self, owner: str, scope: Scope, limit: int) -> list[Proposal]:
        """The newest entries that wait for this scope."""
        ...

    def pending_equal(self, owner: str, scope: Scope, text: str) -> list[Proposal]:
        """Entries that wait for this scope and say the same, folded."""
        ...

    def decide(
        self,
        id: str,
        status: ProposalStatus,
        by: str,
        at: datetime,
        wrote_to: str | None = None,
        memory_id: str | None = None,
    ) -> bool:
        """Move a pending entry to `status`; False when it was not pending any more."""
        ...

    def reopen(self, id: str) -> bool:
        """Make a decided entry pending again, for an undo; False when there was nothing to reopen."""
        ...

    def count_pending(self, owner: str) -> int:
        """How many entries wait for this user."""
        ...

    def count_pending_of(self, owner: str, conversation: str, origin: Origin) -> int:
        """How many entries of this origin wait from this conversation."""
        ...

    def about(self, memory_id: str, scope: Scope, text: str) -> list[str]:
        """Ids of the entries that concern a record or say the same."""
        ...

    def blank(self, id: str) -> None:
        """Erase the body of an entry; that it was, and how it was decided, stays."""
        ...

    def record_call(self, owner: str, conversation: str, message: str, queued: bool, at: datetime) -> None:
        """Count one call of a proposing tool."""
        ...

    def calls(self, owner: str, conversation: str, message: str) -> tuple[int, int]:
        """(calls, queued) so far in answer to one user message."""
        ...

    def add_step_note(self, owner: str, task: str, text: str, at: datetime) -> None:
        """Keep the pitfall of one query step with its task."""
        ...

    def step_notes(self, owner: str, task: str) -> list[tuple[str, datetime]]:
        """The pitfalls a task met, in order."""
        ...


class AuditTrail(Protocol):
    """The append-only trail, chained by hash."""

    def append(self, entry: AuditEntry) -> AuditEntry:
        """Add `entry` at the end of the chain and return it with its number and hash."""
        ...

    def page(self, wanted: AuditFilter, limit: int, before: int | None = None) -> list[AuditEntry]:
        """Entries, newest first, numbered below `before`."""
        ...

    def get(self, number: int) -> AuditEntry | None:
        """The entry of that number."""
        ...

    def of_subject(self, subject: str) -> list[AuditEntry]:
        """All that happened to one thing, oldest first."""
        ...

    def verify(self, batch: int = 2_000) -> ChainReport:
        """Walk the whole chain and recompute every hash."""
        ...


class Ledger(Protocol):
    """Receipts of acts that must happen once, switches, counters, and facts about the store."""

    def receipt(self, *parts: str) -> str | None:
        """The answer that was given when this act was done before."""
        ...

    def give_receipt(self, answer: str, at: datetime, *parts: str) -> None:
        """Remember the answer, so that a replay gets the same."""
        ...

    def setting(self, key: str) -> str | None:
        """A switch that was set at run time."""
        ...

    def settings(self) -> dict[str, str]:
        """All switches that were set at run time."""
        ...

    def set(self, key: str, value: str, by: str, at: datetime) -> None:
        """Set a switch for every process that uses this home."""
        ...

    def count(self, name: str, by: int = 1) -> None:
        """Add to a counter."""
        ...

    def counters(self) -> dict[str, int]:
        """Every counter."""
        ...

    def meta(self, key: str) -> str | None:
        """A fact about this file."""
        ...

    def set_meta(self, key: str, value: str) -> None:
        """Note a fact about this file."""
        ...


class Transaction(Protocol):
    """Every table, inside one unit of work."""

    @property
    def memories(self) -> Memories: ...
    @property
    def proposals(self) -> Proposals: ...
    @property
    def projects(self) -> Projects: ...
    @property
    def libraries(self) -> Libraries: ...
    @property
    def audit(self) -> AuditTrail: ...
    @property
    def events(self) -> Events: ...
    @property
    def conversations(self) -> Conversations: ...
    @property
    def documents(self) -> Documents: ...
    @property
    def sources(self) -> Sources: ...
    @property
    def mounts(self) -> Mounts: ...
    @property
    def ledger(self) -> Ledger: ...
    @property
    def workspaces(self) -> Workspaces: ...
    @property
    def job_runs(self) -> JobRuns: ...
    @property
    def traces(self) -> Traces: ...
    @property
    def generations(self) -> Generations: ...
    @property
    def model_use(self) -> ModelUses: ...
    @property
    def vectors(self) -> Vectors: ...
    def generation(self) -> int:
        """The newest generation whose records may be seen."""
        ...

    @property
    def tokens(self) -> Tokens: ...


class Store(Protocol):
    """Where everything lives."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """A unit of work: committed on leaving, undone by any error. Nested use joins the one that is open."""
        ...

    def reading(self) -> AbstractContextManager[Transaction]:
        """One consistent view, for reading only."""
        ...

    def sheets(self, shelf: str) -> Shelf:
        """The shelf of that name that lies in the database itself."""
        ...

    def scrub(self) -> None:
        """Leave nothing of what was removed in the files: no free page, no dead index row, no log. Slow where large.

        Raises:
            StoreBusy: another process never lets go; what was committed is safe, and this may be repeated.
        """
        ...

    def tidy(self) -> None:
        """Bring the index into the form that is searched fastest, in steps between which others may write."""
        ...

    def close(self) -> None:
        """Let go of the database; what was committed is safe."""
        ...

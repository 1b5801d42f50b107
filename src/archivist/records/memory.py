"""The memory record: one governed statement with its provenance and life cycle. One type serves every scope.

Source: requirements M2, M3, A4, G1; the record of the agents' private memory and of global memory is this same one.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from archivist.records.evidence import Evidence
from archivist.records.scope import Scope


class MemoryType(StrEnum):
    """What a record is for."""

    USER = "user"  # role, background, lasting preference
    FEEDBACK = "feedback"  # correction or confirmation of how the agent works
    PROJECT = "project"  # lasting background that files and connected systems cannot give back
    REFERENCE = "reference"  # where an outside system, page or document is


class Kind(StrEnum):
    """How a statement binds: a rule is followed, an info is known."""

    RULE = "rule"
    INFO = "info"


class Delivery(StrEnum):
    """How a statement reaches a model: with every conversation (the library), or when recalled."""

    ALWAYS = "always"
    ON_DEMAND = "on_demand"


class Source(StrEnum):
    """Where a record came from. The system sets it; nobody can declare it."""

    HUMAN = "human"  # a person wrote it
    MANUAL = "manual"  # an agent's explicit memory tool wrote it at the user's word
    AUTO = "auto"  # background extraction found it
    AGENT = "agent"  # an agent's private note or accepted proposal
    IMPORT = "import"  # came with a file or an export of another tool
    CONSOLIDATION = "consolidation"  # distilled from day notes


class Status(StrEnum):
    """Where a record is in its life. Only `active` ones are ever recalled or injected."""

    ACTIVE = "active"
    CONFLICT = "conflict"  # contradicts another; neither is injected until a person decides
    SUPERSEDED = "superseded"  # a newer one took its place; kept in the chain
    EXPIRED = "expired"
    FORGOTTEN = "forgotten"  # deleted, and can be restored
    ERASED = "erased"  # the body is gone everywhere; only the fact that it was stays


@dataclass(frozen=True, slots=True)
class Memory:
    """One record. Floats are in 0..1; times are aware UTC, to the millisecond.

    `revision` starts at 1 and rises with each change of content; a recall moves `last_active_at` and never
    `updated_at`. `value` is canonical JSON text, for agents that keep structured notes. `name` is unique among the live
    records of a scope. `source_event` names the event, message or file that led to the record.
    """

    id: str
    scope: Scope
    name: str
    text: str
    type: MemoryType
    kind: Kind
    created_at: datetime
    updated_at: datetime
    last_active_at: datetime
    delivery: Delivery = Delivery.ON_DEMAND
    description: str = ""
    topic: str = ""
    position: float = 0.0
    value: str | None = None
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    confidence: float = 1.0
    source: Source = Source.HUMAN
    evidence: tuple[Evidence, ...] = ()
    created_by: str = ""
    approved_by: str | None = None
    source_event: str | None = None
    status: Status = Status.ACTIVE
    supersedes: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    schema_version: int = 1
    revision: int = 1
    recall_count: int = 0
    last_recalled_at: datetime | None = None
    generation: int = 1

    @property
    def by_person(self) -> bool:
        """A person wrote or approved it, so no agent and no job may overwrite it."""
        return self.source in {Source.HUMAN, Source.MANUAL} or self.approved_by is not None


@dataclass(frozen=True, slots=True)
class Version:
    """An earlier state of a record, kept when the record changed."""

    memory: Memory
    replaced_at: datetime
    replaced_by: str  # the actor
    audit: int  # number of the audit entry that tells why


@dataclass(frozen=True, slots=True)
class ManifestLine:
    """What recall knows of a record before it reads the body."""

    id: str
    scope: Scope
    type: MemoryType
    name: str
    description: str
    updated_at: datetime

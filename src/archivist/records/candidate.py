"""A statement thought of, on its way to the gates; never injected."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from archivist.records.evidence import Evidence
from archivist.records.memory import Delivery, Kind, MemoryType, Source
from archivist.records.scope import Scope


class Origin(StrEnum):
    """Which way a candidate came in. It decides what evidence it needs and whether a person must look."""

    HUMAN = "human"  # a person at the command line, HTTP or the console
    TOOL = "tool"  # an agent's explicit memory tool, at the user's word
    EXTRACTION = "extraction"  # the background reading of a conversation
    AGENT = "agent"  # an agent's proposal or private note
    IMPORT = "import"
    CONSOLIDATION = "consolidation"


SOURCE_OF = {
    Origin.HUMAN: Source.HUMAN,
    Origin.TOOL: Source.MANUAL,
    Origin.EXTRACTION: Source.AUTO,
    Origin.AGENT: Source.AGENT,
    Origin.IMPORT: Source.IMPORT,
    Origin.CONSOLIDATION: Source.CONSOLIDATION,
}
AUTOMATIC = frozenset({Origin.EXTRACTION, Origin.CONSOLIDATION})


class Action(StrEnum):
    """What is asked for. The last two name a record that stands, in `updates`."""

    WRITE = "write"  # a new statement, or with `updates` a change of one
    CORRECT = "correct"  # take the place of that record, which stays in the chain
    EXPIRE = "expire"  # take that record out of use


@dataclass(frozen=True, slots=True)
class Candidate:
    """What somebody wants remembered.

    `updates` names the record to change (an explicit update; without it the candidate is a new statement).
    `quote` is what the proposer offers as evidence, unverified; the evidence gate turns it into `evidence`.
    `conversation` is where the quote is said to stand. `is_correction` says the user explicitly corrected something.
    `salience` is the extractor's guess at how much it is worth keeping, 0..1. `name` is the key of a structured record,
    and `value` its canonical JSON. `for_library` says that, once a person applies it, it goes with every conversation.
    """

    scope: Scope
    text: str
    type: MemoryType = MemoryType.USER
    kind: Kind = Kind.INFO
    origin: Origin = Origin.HUMAN
    name: str | None = None
    description: str = ""
    delivery: Delivery = Delivery.ON_DEMAND
    topic: str = ""
    position: float | None = None
    value: str | None = None
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    confidence: float = 1.0
    salience: float = 1.0
    quote: str = ""
    conversation: str = ""
    evidence: tuple[Evidence, ...] = ()
    rationale: str = ""
    is_correction: bool = False
    updates: str | None = None
    expected_revision: int | None = None
    supersedes_proposal: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    source_event: str | None = None
    said_at: datetime | None = None
    action: Action = Action.WRITE
    schema_version: int = 1
    for_library: bool = True

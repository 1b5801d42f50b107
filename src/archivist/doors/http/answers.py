"""What the routes answer, as types: the OpenAPI document is made from them, and a test holds every answer to them.

The values come from `doors.shapes`, as at every other door. Times are RFC 3339 in UTC, scopes are strings.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

from archivist.records.candidate import Origin
from archivist.records.conversation import MessageOrigin, Speaker
from archivist.records.memory import Delivery, Kind, MemoryType, Source, Status
from archivist.records.principal import Role
from archivist.records.proposal import ProposalStatus
from archivist.records.verdict import Outcome

Time = Annotated[str, Meta(description="RFC 3339, UTC", examples=["2026-11-29T16:30:00.000Z"])]
ScopeText = Annotated[str, Meta(description="user:ID, project:ID, workspace:ID, agent:ID, task:ID or system")]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Problem(Struct):
    """A refusal (RFC 9457). `code` is stable; `detail` and `hint` are for people."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    hint: str


class EvidencePiece(Struct):
    """Words that were said, and where."""

    quote: str
    witness: str
    conversation: str
    message: str
    start: int
    end: int


class MemoryRecord(Struct):
    """One record, whole."""

    id: str
    name: str
    scope: ScopeText
    type: MemoryType
    kind: Kind
    delivery: Delivery
    status: Status
    text: str
    description: str
    topic: str
    value: Annotated[str, Meta(description="canonical JSON text")] | None
    tags: list[str]
    importance: Share
    confidence: Share
    source: Source
    evidence: list[EvidencePiece]
    created_by: str
    approved_by: str | None
    source_event: str | None
    supersedes: str | None
    valid_from: Time | None
    valid_until: Time | None
    expires_at: Time | None
    schema_version: int
    revision: int
    recall_count: int
    last_recalled_at: Time | None
    last_active_at: Time
    created_at: Time
    updated_at: Time


class OneRecord(Struct):
    """One record."""

    record: MemoryRecord


class RecordPage(Struct):
    """Some records; `next_cursor` gives the next page, null at the end."""

    records: list[MemoryRecord]
    next_cursor: str | None


class Hit(Struct):
    """One recalled record. `relevance` compares within its own list only; `record` is there where it was asked for."""

    id: str
    name: str
    scope: ScopeText
    type: MemoryType
    kind: Kind
    description: str
    body: str
    relevance: float
    confidence: Share
    source_event: str | None
    updated_at: Time
    evidence: list[EvidencePiece]


class Recalled(Struct):
    """A recall: ok, empty, nothing_to_search, off or degraded, with the reason."""

    status: str
    count: int
    hits: list[Hit]
    reason: str


class GateStep(Struct):
    """One gate's answer."""

    gate: str
    verdict: str
    reason: str
    detail: str


class ProposalEntry(Struct):
    """One entry of the queue."""

    id: str
    status: ProposalStatus
    origin: Origin
    text: str
    kind: Kind
    type: MemoryType
    suggested: ScopeText
    needs_project: bool
    rationale: str
    evidence: list[EvidencePiece]
    hold: str
    detail: str
    untrusted: bool
    target: str | None
    proposed_by: str
    created_at: Time
    decided_at: Time | None
    decided_by: str | None
    wrote_to: str | None
    record: str | None


class Written(Struct):
    """What came of a statement: the record it became, or the entry that waits, or why neither."""

    outcome: Outcome
    record: MemoryRecord | None
    proposal: ProposalEntry | None
    reason: str
    detail: str


class Settled(Struct):
    """What became of a decision. Deciding again says `already_saved` or `already_dismissed`."""

    outcome: str
    wrote_to: str | None
    proposal: ProposalEntry
    reason: str
    detail: str


class ProposalPage(Struct):
    """Some entries of the queue, oldest first."""

    proposals: list[ProposalEntry]
    next_cursor: str | None


class Left(Struct):
    """An entry that a batch left waiting, and why."""

    id: str
    reason: str


class Processed(Struct):
    """What a batch did."""

    applied: list[Settled]
    skipped: list[Left]


class HistoryEntry(MemoryRecord):
    """A state of the record."""


class Histories(Struct):
    """Versions and supersedes of a record, oldest first."""

    history: list[HistoryEntry]


class Cleared(Struct):
    """How many records were forgotten; each can be restored."""

    cleared: int


class ConversationLine(Struct):
    """A conversation in a list."""

    id: str
    title: str
    source: str
    project: str | None
    messages: int
    started_at: Time
    last_message_at: Time
    ended_at: Time | None


class Conversations(Struct):
    """Conversations, latest first."""

    conversations: list[ConversationLine]


class SaidMessage(Struct):
    """One message. Secrets in it were masked when it was kept."""

    id: str
    position: int
    speaker: Speaker
    name: str
    origin: MessageOrigin
    text: str
    at: Time


class Messages(Struct):
    """The messages of a conversation, in order."""

    messages: list[SaidMessage]


class MessageKept(Struct):
    """Where a message was kept."""

    conversation: str
    id: str
    at: Time


class Ended(Struct):
    """Whether this call ended it; false when it was over before."""

    conversation: str
    ended: bool


class Refused(Struct):
    """A candidate that was turned away."""

    text: str
    reason: str
    detail: str


class Extracted(Struct):
    """What reading conversations brought."""

    conversations: int
    candidates: int
    queued: int
    written: int
    rejected: list[Refused]
    skipped: list[dict[str, Any]]
    reason: str


class NoteHit(Struct):
    """One of an agent's notes as a search tells of it: no value."""

    key: str
    summary: str
    tags: list[str]
    importance: Share
    confidence: Share
    source_event: str | None
    schema_version: int
    expires_at: Time | None
    updated_at: Time
    relevance: float


class NoteHits(Struct):
    """Notes that match, best first."""

    status: str
    count: int
    hits: list[NoteHit]
    reason: str


class AuditLine(Struct):
    """One act."""

    number: int
    at: Time
    actor: str
    action: str
    outcome: str
    scope: ScopeText | None
    subject: str
    reason: str
    detail: str
    trail: list[GateStep]
    source_event: str | None
    hash: str


class AuditPage(Struct):
    """Acts, the latest first."""

    entries: list[AuditLine]
    next_cursor: str | None


class Chain(Struct):
    """Whether the audit chain holds."""

    entries: int
    whole: bool
    broken_at: int | None
    problem: str


class Happening(Struct):
    """One event: facts and references, never a body."""

    number: int
    at: Time
    topic: str
    subject: str
    scope: ScopeText | None
    source_event: str | None
    facts: dict[str, str]


class Happenings(Struct):
    """Events in order; ask again with `after` as the last number."""

    events: list[Happening]
    last: int


class SettingsShown(Struct):
    """The settings in force and the switches as they stand."""

    settings: dict[str, Any]
    switches: dict[str, bool]


class Why(Struct):
    """A record, or a proposal, and every act on it with every gate's answer."""

    record: MemoryRecord | None
    acts: list[AuditLine]


class TokenLine(Struct):
    """A token without its secret."""

    id: str
    user: str
    role: Role
    agent: str | None
    projects: list[str]
    workspace: str | None
    label: str
    created_by: str
    created_at: Time
    expires_at: Time | None
    last_used_at: Time | None
    revoked_at: Time | None


class Tokens(Struct):
    """Tokens, newest first."""

    tokens: list[TokenLine]


class TokenIssued(Struct):
    """A new token. The secret is shown here and never again."""

    token: TokenLine
    secret: str


class OneToken(Struct):
    """One token."""

    token: TokenLine

"""Documents as they are governed: whose they are, which version is in force, which waits, and who decided.

What a file says stands in `records.document`; this is what the knowledge base knows about it. A version never changes
after it was imported; only its state does. Source: requirements K1 to K11.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from archivist.records.document import Section
from archivist.records.scope import Scope


class VersionState(StrEnum):
    """Waiting for a person, in force, or no longer."""

    PENDING = "pending"
    READY = "ready"
    RETIRED = "retired"


class DocumentState(StrEnum):
    """What a list says about a document as a whole."""

    PENDING = "pending"
    READY = "ready"
    CHANGED = "changed"
    """One version is in force, a newer one waits."""
    UNPUBLISHED = "unpublished"
    MISSING = "missing"
    """Its file is gone; it is not served until the file is back."""
    DELETED = "deleted"


class ProposalState(StrEnum):
    """Of a source that an agent proposed."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """One text of a document. `replaces` is the number of the version that was the latest when it came."""

    seq: int
    number: int
    sha256: str
    """Of the bytes as imported."""
    state: VersionState
    title: str
    encoding: str
    size: int
    """Bytes, as imported."""
    characters: int
    sections: int
    tokens: int
    imported_at: datetime
    imported_by: str
    front_matter: Mapping[str, str] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    published_at: datetime | None = None
    published_by: str | None = None
    replaces: int | None = None
    summary: str = ""
    summary_error: str = ""
    has_original: bool = False
    """It was converted to Markdown, and the file itself is kept beside it."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document with the version in force and the one that waits. `name` holds its folder: `docs/a.md`."""

    seq: int
    id: str
    scope: Scope
    name: str
    created_at: datetime
    source: str | None = None
    path: str = ""
    ready: DocumentVersion | None = None
    pending: DocumentVersion | None = None
    missing_at: datetime | None = None
    deleted_at: datetime | None = None

    @property
    def state(self) -> DocumentState:
        if self.deleted_at is not None:
            return DocumentState.DELETED
        if self.missing_at is not None:
            return DocumentState.MISSING
        if self.ready is not None:
            return DocumentState.CHANGED if self.pending is not None else DocumentState.READY
        return DocumentState.PENDING if self.pending is not None else DocumentState.UNPUBLISHED

    @property
    def latest(self) -> DocumentVersion | None:
        """The version that waits, else the one in force."""
        return self.pending or self.ready

    @property
    def served(self) -> DocumentVersion | None:
        """The version that may be read by whoever may see the document; None while there is none."""
        return self.ready if self.missing_at is None and self.deleted_at is None else None

    @property
    def title(self) -> str:
        return self.latest.title if self.latest else self.name


@dataclass(frozen=True, slots=True)
class StoredSection:
    """A section of one version, with its text."""

    seq: int
    document: int
    """Row number of the document."""
    version: int
    section: Section
    text: str


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A part of a section, ready for a model; `text` carries the titles it stands under."""

    document: int
    anchor: str
    position: int
    text: str
    tokens: int
    sha256: str
    line_start: int
    line_end: int


@dataclass(frozen=True, slots=True)
class Source:
    """A folder that documents came from; `pattern` is "" where single files of it were imported."""

    id: str
    scope: Scope
    name: str
    uri: str
    pattern: str
    created_at: datetime
    created_by: str
    synced_at: datetime | None = None
    documents: int = 0


@dataclass(frozen=True, slots=True)
class SourceFindings:
    """What was checked before a proposed source was queued."""

    files: int
    sections: int
    chunks: int
    tokens: int
    refused: tuple[str, ...] = ()
    """File and reason, one line each; a secret is named by kind and line, never by value."""


@dataclass(frozen=True, slots=True)
class SourceProposal:
    """An agent's wish that a source be imported. It authorises nothing."""

    id: str
    scope: Scope
    uri: str
    status: ProposalState
    reason: str
    findings: SourceFindings
    proposed_by: str
    created_at: datetime
    decided_by: str | None = None
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Mount:
    """A document a task may read, and since when."""

    document: Document
    since: datetime
    mounted_by: str

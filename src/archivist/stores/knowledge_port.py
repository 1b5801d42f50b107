"""The knowledge tables as the rest of the house sees them: documents, sources and mounts inside a transaction.

Whatever answers a reader takes the scopes that may be seen, and the documents where a task narrows them: what is not
among them is neither fetched nor counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from archivist.records.document import Chunk, ParsedDocument, Section
from archivist.records.knowledge import (
    Document,
    DocumentVersion,
    Mount,
    ProposalState,
    Source,
    SourceProposal,
    StoredChunk,
    StoredSection,
)
from archivist.records.scope import Scope


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document before it has a version."""

    id: str
    scope: Scope
    name: str
    created_at: datetime
    source: str | None = None
    path: str = ""


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A parsed file about to become a version. `original` is the file itself where it was converted."""

    parsed: ParsedDocument
    chunks: Sequence[Chunk]
    sha256: str
    size: int
    at: datetime
    by: str
    original: bytes | None = None


class Documents(Protocol):
    """Documents, their versions, sections and chunks, and what of them can be found."""

    def insert(self, new: NewDocument) -> Document:
        """Add a document without a version."""
        ...

    def add_version(self, document: Document, new: NewVersion) -> Document:
        """Add a pending version; a pending one that waited is retired. What is in force stays."""
        ...

    def publish(self, document: Document, at: datetime, by: str) -> Document:
        """Put the pending version in force, make its sections findable, and retire the one before."""
        ...

    def unpublish(self, document: Document) -> Document:
        """Take the version in force out of use; it waits again, unless a newer one does."""
        ...

    def discard_pending(self, document: Document) -> Document:
        """Retire the version that waits; what is in force stays."""
        ...

    def rename(self, document: Document, name: str, path: str) -> Document:
        """The same document under another name."""
        ...

    def mark_missing(self, document: Document, at: datetime | None) -> Document:
        """Its file is gone since `at`, or back (None). While missing it cannot be found."""
        ...

    def delete(self, document: Document, at: datetime) -> Document:
        """Take a document out of use; its name is free again."""
        ...

    def erase(self, document: Document) -> None:
        """Remove every text of a deleted document; that it was stays."""
        ...

    def set_summary(self, version: int, summary: str, error: str = "") -> None:
        """Keep the summary of a version, or why there is none."""
        ...

    def by_id(self, id: str) -> Document | None:
        """The document of that id, deleted ones too."""
        ...

    def by_name(self, scope: Scope, name: str) -> Document | None:
        """The document of that name that is not deleted."""
        ...

    def by_ending(self, scopes: Sequence[Scope], ending: str) -> list[Document]:
        """The documents of these scopes whose name is `ending` or ends in `/` and `ending`."""
        ...

    def of_source(self, source: str) -> list[Document]:
        """All documents of a source that are not deleted, by path."""
        ...

    def page(
        self, scopes: Sequence[Scope], limit: int, after: int = 0, documents: Sequence[int] | None = None
    ) -> list[Document]:
        """Documents that are not deleted, in the order of their row numbers, from after `after`."""
        ...

    def any(self) -> bool:
        """Whether there is or was a document at all."""
        ...

    def by_seqs(self, seqs: Sequence[int]) -> dict[int, Document]:
        """The documents with these row numbers."""
        ...

    def versions(self, document: Document) -> list[DocumentVersion]:
        """Every version, oldest first."""
        ...

    def original(self, version: int) -> bytes | None:
        """The file a version was converted from."""
        ...

    def parsed(self, version: DocumentVersion) -> ParsedDocument:
        """A version as it was parsed."""
        ...

    def outline(self, version: int) -> list[Section]:
        """The sections of a version, in order, the part before the first heading included; no text is read."""
        ...

    def section(self, version: int, anchor: str) -> StoredSection | None:
        """The section of exactly that anchor."""
        ...

    def search(
        self, scopes: Sequence[Scope], query: str, limit: int, documents: Sequence[int] | None = None
    ) -> list[tuple[StoredSection, float]]:
        """Sections of versions in force that match, best first, with their relevance in 0..1.

        Args:
            documents: row numbers of the only documents looked into; None looks into all of these scopes.
        """
        ...

    def sections(
        self, scopes: Sequence[Scope], seqs: Sequence[int], documents: Sequence[int] | None = None
    ) -> Mapping[int, StoredSection]:
        """Those of some sections, by row number, that a search of these scopes and documents may show."""
        ...

    def sections_of(self, documents: Sequence[int]) -> list[int]:
        """Row numbers of the sections in force of these documents."""
        ...

    def chunks(self, section: int) -> list[StoredChunk]:
        """The chunks of a section, in order."""
        ...

    def rebuild_index(self, batch: int = 2_000) -> int:
        """Make the index anew from what is in force and return how many sections it holds."""
        ...


class Sources(Protocol):
    """Where documents come from, and what agents propose."""

    def insert(self, source: Source) -> None:
        """Add a source."""
        ...

    def get(self, id: str) -> Source | None:
        """The source of that id."""
        ...

    def all(self, scopes: Sequence[Scope]) -> list[Source]:
        """The sources of these scopes, by name, with how many documents each has."""
        ...

    def synced(self, id: str, pattern: str, at: datetime) -> None:
        """The source was read, with this pattern."""
        ...

    def propose(self, proposal: SourceProposal) -> None:
        """Queue a proposal."""
        ...

    def proposal(self, id: str) -> SourceProposal | None:
        """The proposal of that id."""
        ...

    def proposals(self, scopes: Sequence[Scope], status: ProposalState | None = None) -> list[SourceProposal]:
        """Proposals for these scopes, oldest first."""
        ...

    def decide(self, id: str, status: ProposalState, by: str, at: datetime) -> bool:
        """Move a pending proposal; False when it was not pending any more."""
        ...


class Mounts(Protocol):
    """Which documents a task may read, and since when."""

    def mount(self, task: Scope, document: Document, at: datetime, by: str) -> bool:
        """Add a document to a task; False when it was mounted already."""
        ...

    def unmount(self, task: Scope, document: Document, at: datetime) -> bool:
        """Take it away; False when it was not mounted."""
        ...

    def of_task(self, task: Scope, at: datetime) -> list[Mount]:
        """What was mounted at that moment, in the order of mounting; deleted documents are left out."""
        ...

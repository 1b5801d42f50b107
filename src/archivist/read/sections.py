"""Progressive reading of documents: find one, its outline, the sections that answer, one bounded page at a time.

Three conditions hold for everything that is read here, and they stand in one place, `served` and `Reading`: the version
is in force, its scope may be seen, and within a task it is mounted. What fails one of them is answered like a document
that does not exist. Source: requirements K4 to K8.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from archivist.errors import CursorInvalid, Invalid, NotFound
from archivist.importers.pages import page_end
from archivist.policy.knowledge import document_scopes
from archivist.read.aids import NO_AIDS, RERANKED, Aids
from archivist.read.cursors import Place, seal, unseal
from archivist.read.found import FoundSection, sections_found
from archivist.read.recall import RecallStatus
from archivist.records.document import Section, children_of
from archivist.records.knowledge import Document, DocumentVersion, StoredSection
from archivist.records.principal import Principal
from archivist.records.scope import Scope, task
from archivist.stores.base import Transaction
from archivist.text import anchors
from archivist.text.excerpts import Excerpt, excerpt
from archivist.text.quotes import Span
from archivist.text.words import parse_query

EXCERPT_CHARACTERS = 240
LISTED = 100_000
"""Documents listed in one go."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads, within what. `mounted` holds row numbers; None is a person outside of any task."""

    principal: Principal
    scopes: tuple[Scope, ...]
    mounted: tuple[int, ...] | None

    @property
    def reader(self) -> str:
        """What a cursor is bound to."""
        return f"{self.principal.name} in {self.principal.task or ''}"


@dataclass(frozen=True, slots=True)
class SectionHit:
    """A section that answers, with the excerpt that shows why; lines are those of the file."""

    document: Document
    section: Section
    excerpt: Excerpt
    line_start: int
    line_end: int
    relevance: float
    text: str
    is_near: bool = False
    """Its meaning alone would have found it."""


@dataclass(frozen=True, slots=True)
class SectionSearch:
    """What a search of documents found, best first. `reason` says why it is empty or degraded."""

    status: RecallStatus
    hits: tuple[SectionHit, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SectionPage:
    """A bounded part of a section as it stands in the file, and where to go on."""

    document: Document
    version: DocumentVersion
    section: Section
    text: str
    line_start: int
    line_end: int
    children: tuple[Section, ...]
    next_cursor: str | None


def reading_of(tx: Transaction, principal: Principal, at: datetime) -> Reading:
    """What this principal may read at that moment; an agent without a task may read nothing."""
    scopes = tuple(document_scopes(principal))
    if principal.task is None:
        return Reading(principal, scopes, None if principal.agent is None else ())
    mounts = tx.mounts.of_task(task(principal.task, principal.user), at)
    return Reading(principal, scopes, tuple(one.document.seq for one in mounts))


def served(tx: Transaction, reading: Reading) -> list[Document]:
    """Every document that may be read, in the order of import or mounting."""
    found = tx.documents.page(reading.scopes, LISTED, documents=reading.mounted)
    return [document for document in found if document.served is not None]


def find(tx: Transaction, reading: Reading, name: str) -> tuple[Document, DocumentVersion]:
    """The document of that name or id, and its version in force.

    Raises:
        NotFound: there is none that may be read, whatever the reason.
        Invalid: several documents have that name; names them.
    """
    candidates = [
        document
        for document in by_any_name(tx, reading.scopes, name)
        if document.served is not None and (reading.mounted is None or document.seq in reading.mounted)
    ]
    document = the_one(candidates, name)
    assert document.served is not None
    return document, document.served


def by_any_name(tx: Transaction, scopes: Sequence[Scope], name: str) -> list[Document]:
    """Documents of these scopes of that id, else of that name, else with that ending of their name."""
    found = tx.documents.by_id(name)
    if found is not None and found.scope in scopes and found.deleted_at is None:
        return [found]
    exact = [one for scope in scopes if (one := tx.documents.by_name(scope, name)) is not None]
    return exact or tx.documents.by_ending(scopes, name)


def the_one(candidates: Sequence[Document], name: str) -> Document:
    """The only candidate.

    Raises:
        NotFound: there is none.
        Invalid: there are several; names them.
    """
    if not candidates:
        raise NotFound("document", name, hint="archivist knowledge list shows what there is")
    if len(candidates) > 1:
        names = ", ".join(f"{one.name} ({one.scope}, {one.id})" for one in candidates[:5])
        raise Invalid("document", f"{name!r} may be {names}", hint="give the id, or more of the name")
    return candidates[0]


def search(
    tx: Transaction,
    reading: Reading,
    query: str,
    limit: int,
    excerpt_characters: int = EXCERPT_CHARACTERS,
    aids: Aids = NO_AIDS,
) -> SectionSearch:
    """Sections that match, best first, one excerpt each."""
    parsed = parse_query(query)
    if parsed.is_empty:
        return SectionSearch(RecallStatus.NOTHING_TO_SEARCH, reason="the question holds no word to search for")
    wanted = max(limit, RERANKED if aids.reranker else 0)
    found = sections_found(tx, reading.scopes, reading.mounted, query, wanted, aids.question)
    ordered, lacking = _in_order(query, found, aids)
    documents = tx.documents.by_seqs([one.stored.document for one in ordered[:limit]])
    words = (*parsed.terms, *parsed.characters)
    hits = tuple(
        _hit(documents[one.stored.document], one, excerpt(one.stored.text, words, excerpt_characters))
        for one in ordered[:limit]
    )
    if lacking:
        return SectionSearch(RecallStatus.DEGRADED, hits, lacking)
    return SectionSearch(RecallStatus.OK if hits else RecallStatus.EMPTY, hits, "" if hits else "nothing matches")


def _in_order(query: str, found: Sequence[FoundSection], aids: Aids) -> tuple[list[FoundSection], str]:
    sections = {one.stored.seq: one for one in found}
    placed = [(one.stored.seq, one.relevance) for one in found]
    ordered, lacking = aids.in_order(query, placed, lambda seqs: [_read(sections[seq].stored) for seq in seqs])
    return [replace(sections[seq], relevance=relevance) for seq, relevance in ordered], lacking


def _read(stored: StoredSection) -> str:
    """What a reranker is shown of a section."""
    return "\n".join((" > ".join(stored.section.path), stored.text))


def _hit(document: Document, found: FoundSection, shown: Excerpt) -> SectionHit:
    stored = found.stored
    first = stored.section.line_start - 1
    return SectionHit(
        document=document,
        section=stored.section,
        excerpt=shown,
        line_start=first + shown.line_start,
        line_end=first + shown.line_end,
        relevance=found.relevance,
        text=stored.text,
        is_near=found.is_near,
    )


def passage(tx: Transaction, reading: Reading, name: str, anchor: str, span: Span) -> SectionHit:
    """A stretch of a section, as a hit.

    Raises:
        NotFound: no such document, or no such section in it, for this reader.
    """
    document, version = find(tx, reading, name)
    stored = _section(tx, document, version, anchor)
    first = 1 + _breaks(stored.text, 0, span.start)
    last = first + _breaks(stored.text, span.start, span.end)
    shown = Excerpt(span.of(stored.text), span.start, span.end, first, last, ())
    return _hit(document, FoundSection(stored, 1.0), shown)


def read_page(
    tx: Transaction, reading: Reading, name: str, anchor: str, cursor: str | None, key: str, max_characters: int
) -> SectionPage:
    """A page of the section that `anchor` names; without an anchor, of the first one.

    Raises:
        NotFound: no such document, or no such section in it, for this reader.
        CursorInvalid: the cursor is broken, of another reader or section, or the document has changed.
    """
    document, version = find(tx, reading, name)
    outline = tx.documents.outline(version.seq)
    stored = _section(tx, document, version, anchor or (outline[0].anchor if outline else anchors.PREAMBLE))
    start = 0 if cursor is None else _offset(cursor, reading, document, version, stored, key)
    end = page_end(stored.text, start, max_characters)
    more = Place(document.id, version.number, stored.section.anchor, end)
    first = stored.section.line_start + _breaks(stored.text, 0, start)
    text = stored.text[start:end]
    return SectionPage(
        document=document,
        version=version,
        section=stored.section,
        text=text,
        line_start=first,
        line_end=first + _breaks(stored.text, start, end) - (1 if text.endswith(("\n", "\r")) else 0),
        children=tuple(children_of(outline, stored.section)),
        next_cursor=seal(more, reading.reader, key) if end < len(stored.text) else None,
    )


def _section(tx: Transaction, document: Document, version: DocumentVersion, anchor: str) -> StoredSection:
    spelled = anchors.spellings(anchor)
    found = next((found for one in spelled if (found := tx.documents.section(version.seq, one)) is not None), None)
    if found is None:
        raise NotFound("section", f"{document.name}#{anchor}", hint=f"archivist knowledge outline {document.name}")
    return found


def _offset(
    cursor: str, reading: Reading, document: Document, version: DocumentVersion, stored: StoredSection, key: str
) -> int:
    place = unseal(cursor, reading.reader, key)
    if place.document != document.id or place.anchor != stored.section.anchor:
        raise CursorInvalid(f"it belongs to another section, not to {document.name}#{stored.section.anchor}")
    if place.version != version.number:
        raise CursorInvalid(f"{document.name} has changed since it was given")
    return place.offset


def _breaks(text: str, start: int, end: int) -> int:
    """Line ends between two offsets: LF, CRLF and, in files of old Macs, CR alone."""
    return text.count("\n", start, end) + text.count("\r", start, end) - text.count("\r\n", start, end)

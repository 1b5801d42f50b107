"""How documents look in JSON at every door. Source: the contract of the doors."""

from archivist.doors.shapes import Json, moment
from archivist.read.sections import SectionHit, SectionPage, SectionSearch
from archivist.records.document import Section
from archivist.records.knowledge import Document, DocumentVersion, Mount, Source, SourceProposal
from archivist.roles.librarian import Answer, Citation
from archivist.services.importing import Imported, ImportReport
from archivist.services.knowledge import Exported, Outline


def document(one: Document) -> Json:
    """One document, with the version in force and the one that waits."""
    latest = one.latest
    return {
        "id": one.id,
        "doc": one.name,
        "title": one.title,
        "scope": str(one.scope),
        "state": one.state,
        "summary": one.ready.summary if one.ready else "",
        "sections": latest.sections if latest else 0,
        "tokens": latest.tokens if latest else 0,
        "source": one.source,
        "ready": version(one.ready) if one.ready else None,
        "pending": version(one.pending) if one.pending else None,
        "created_at": moment(one.created_at),
    }


def version(one: DocumentVersion) -> Json:
    """One version of a document."""
    return {
        "version": one.number,
        "state": one.state,
        "title": one.title,
        "sha256": one.sha256,
        "bytes": one.size,
        "encoding": one.encoding,
        "notices": list(one.notices),
        "sections": one.sections,
        "tokens": one.tokens,
        "summary": one.summary,
        "replaces": one.replaces,
        "imported_at": moment(one.imported_at),
        "imported_by": one.imported_by,
        "published_at": moment(one.published_at),
        "published_by": one.published_by,
    }


def section(one: Section) -> Json:
    """A line of an outline."""
    return {
        "anchor": one.anchor,
        "level": one.level,
        "title": one.title,
        "line_start": one.line_start,
        "line_end": one.line_end,
        "tokens": one.tokens,
    }


def outline(answer: Outline) -> Json:
    """The sections of a document."""
    return {
        "doc": answer.document.name,
        "title": answer.version.title,
        "version": answer.version.number,
        "state": answer.version.state,
        "outline": [section(one) for one in answer.sections],
    }


def hit(found: SectionHit) -> Json:
    """A section that matches."""
    return {
        "doc": found.document.name,
        "title": found.document.title,
        "anchor": found.section.anchor,
        "section": list(found.section.path),
        "excerpt": found.excerpt.text,
        "line_start": found.line_start,
        "line_end": found.line_end,
        "relevance": round(found.relevance, 4),
    }


def found(answer: SectionSearch) -> Json:
    """A search of documents."""
    return {
        "status": answer.status,
        "count": len(answer.hits),
        "hits": [hit(one) for one in answer.hits],
        "reason": answer.reason,
    }


def page(answer: SectionPage) -> Json:
    """A page of a section."""
    return {
        "doc": answer.document.name,
        "title": answer.version.title,
        "version": answer.version.number,
        "anchor": answer.section.anchor,
        "section": list(answer.section.path),
        "text": answer.text,
        "line_start": answer.line_start,
        "line_end": answer.line_end,
        "children": [section(child) for child in answer.children],
        "next_cursor": answer.next_cursor,
    }


def answer(given: Answer) -> Json:
    """What the documents say to a question."""
    return {
        "answer": given.text,
        "citations": [citation(one) for one in given.citations],
        "not_covered": list(given.not_covered),
        "degraded": given.degraded,
    }


def citation(one: Citation) -> Json:
    """Where a quote stands."""
    passage = one.passage
    return {
        "number": one.number,
        "doc": passage.document,
        "title": passage.title,
        "anchor": passage.anchor,
        "section": list(passage.section),
        "quote": passage.quote,
        "line_start": passage.line_start,
        "line_end": passage.line_end,
    }


def imported(report: ImportReport) -> Json:
    """What an import did."""
    return {
        "documents": [imported_file(one) for one in report.items],
        "counts": report.counts,
        "skipped": [{"path": one.path, "reason": one.reason} for one in report.skipped],
        "notices": list(report.notices),
    }


def imported_file(one: Imported) -> Json:
    """What became of one file."""
    return {
        "doc": one.name,
        "outcome": one.outcome,
        "reason": one.reason,
        "id": one.document.id if one.document else None,
        "state": one.document.state if one.document else None,
    }


def source(one: Source) -> Json:
    """Where documents came from."""
    return {
        "id": one.id,
        "name": one.name,
        "scope": str(one.scope),
        "uri": one.uri,
        "documents": one.documents,
        "created_by": one.created_by,
        "synced_at": moment(one.synced_at),
    }


def proposal(one: SourceProposal) -> Json:
    """What an agent wishes to add."""
    return {
        "id": one.id,
        "scope": str(one.scope),
        "uri": one.uri,
        "status": one.status,
        "reason": one.reason,
        "files": one.findings.files,
        "sections": one.findings.sections,
        "chunks": one.findings.chunks,
        "tokens": one.findings.tokens,
        "refused": list(one.findings.refused),
        "proposed_by": one.proposed_by,
        "created_at": moment(one.created_at),
        "decided_by": one.decided_by,
        "decided_at": moment(one.decided_at),
    }


def mounts(task: str, found: list[Mount]) -> Json:
    """What a task may read."""
    return {
        "task": task,
        "mounts": [
            {
                "id": one.document.id,
                "doc": one.document.name,
                "title": one.document.title,
                "scope": str(one.document.scope),
                "state": one.document.state,
                "since": moment(one.since),
                "mounted_by": one.mounted_by,
            }
            for one in found
        ],
    }


def exported(one: Exported) -> Json:
    """A document, whole."""
    return {
        **document(one.document),
        "version": one.version.number,
        "front_matter": dict(one.parsed.front_matter),
        "outline": [
            {**section(each), "section": list(each.path), "start": each.start, "end": each.end}
            for each in one.parsed.sections
        ],
        "text": one.parsed.text,
    }

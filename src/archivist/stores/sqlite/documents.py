"""Tables `document`, `document_version`, `section` and `chunk`. Only what is in force stands in the index."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from archivist.records.document import ParsedDocument, Section
from archivist.records.knowledge import Document, DocumentVersion, StoredChunk, StoredSection, VersionState
from archivist.records.scope import Scope, ScopeKind
from archivist.stores.index_port import Index
from archivist.stores.knowledge_port import NewDocument, NewVersion
from archivist.stores.sqlite.codec import facts_from, from_ms, json_list, json_text, maybe_instant, maybe_ms, to_ms
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection, Cursor, Row
from archivist.stores.sqlite.sql_files import queries
from archivist.text.ranking import IndexedText
from archivist.text.words import parse_query

MAX_GROUPS = 64
"""Documents that the index itself narrows a search to; of more, its answers are narrowed."""

_titles = msgspec.json.Decoder(tuple[str, ...]).decode


def version_from_row(row: Row) -> DocumentVersion:
    """The one place that knows the columns of `version_record`."""
    (seq, _document, number, sha256, state, title, front_matter, encoding, notices, size, characters, sections, tokens,
     imported_at, imported_by, published_at, published_by, replaces, summary, summary_error,
     has_original) = row  # fmt: skip
    return DocumentVersion(
        seq=seq,
        number=number,
        sha256=sha256,
        state=VersionState(state),
        title=title,
        encoding=encoding,
        size=size,
        characters=characters,
        sections=sections,
        tokens=tokens,
        imported_at=from_ms(imported_at),
        imported_by=imported_by,
        front_matter=facts_from(front_matter),
        notices=_titles(notices) if notices else (),
        published_at=maybe_instant(published_at),
        published_by=published_by,
        replaces=replaces,
        summary=summary or "",
        summary_error=summary_error or "",
        has_original=bool(has_original),
    )


def section_from_row(row: Row) -> StoredSection:
    """The one place that knows the first twelve columns of a section query."""
    seq, document, version, anchor, level, title, path, line_start, line_end, start, tokens, text = row[:12]
    end = start + len(text)
    return StoredSection(
        seq,
        document,
        version,
        Section(anchor, level, title, _titles(path), line_start, line_end, start, end, tokens),
        text,
    )


def indexed_text(row: Row) -> IndexedText:
    """What a section is found by: its heading first, then where it stands, then its words."""
    title, path, text, name, document_title, document = row
    above = dict.fromkeys((document_title, *_titles(path)[:-1]))
    return IndexedText(title=title, description=" ".join((*above, name)), body=text, group=document, is_personal=False)


class _InForce:
    """What an index asks about sections, when only those in force count that this reader may see."""

    def __init__(self, table: "DocumentTable", scopes: Sequence[int], documents: Sequence[int] | None) -> None:
        self._table, self._scopes, self._documents = table, scopes, documents

    def weights(self, seqs: Sequence[int]) -> dict[int, float]:
        return dict.fromkeys((row[0] for row in self._rows("shown", seqs)), 1.0)

    def texts(self, seqs: Sequence[int]) -> dict[int, IndexedText]:
        return {row[0]: indexed_text(row[1:]) for row in self._rows("shown_texts", seqs)}

    def runs(self, seqs: Sequence[int]) -> None:
        return None

    def sections(self, seqs: Sequence[int]) -> dict[int, StoredSection]:
        return {row[0]: section_from_row(row) for row in self._rows("shown_sections", seqs)}

    def _rows(self, query: str, seqs: Sequence[int]) -> Cursor:
        return self._table.in_force(query, seqs, self._scopes, self._documents)


class DocumentTable:
    """The documents, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names, index: Index) -> None:
        self._connection = connection
        self._names = names
        self._index = index
        self._sql = queries("document")

    # -- writing

    def insert(self, new: NewDocument) -> Document:
        self._run(
            "insert",
            id=new.id,
            scope=self._names.scope(self._connection, new.scope),
            name=new.name,
            source=new.source,
            path=new.path or None,
            created_at=to_ms(new.created_at),
        )
        return self._fresh(new.id)

    def add_version(self, document: Document, new: NewVersion) -> Document:
        if document.pending is not None:
            self._run("set_state", version=document.pending.seq, state=VersionState.RETIRED)
        version = self._add_version_row(document, new)
        self._add_sections(version, new)
        self._run("point", document=document.seq, ready=_seq(document.ready), pending=version)
        return self._fresh(document.id)

    def publish(self, document: Document, at: datetime, by: str) -> Document:
        assert document.pending is not None
        if document.ready is not None:
            self._withdraw(document.ready, VersionState.RETIRED)
        version = document.pending.seq
        actor = self._names.actor(self._connection, by)
        self._run("set_published", version=version, at=to_ms(at), by=actor)
        self._run("point", document=document.seq, ready=version, pending=None)
        if document.missing_at is None:
            self._put(version)
        return self._fresh(document.id)

    def unpublish(self, document: Document) -> Document:
        assert document.ready is not None
        waits = document.pending is None
        self._withdraw(document.ready, VersionState.PENDING if waits else VersionState.RETIRED)
        pending = document.ready if waits else document.pending
        self._run("point", document=document.seq, ready=None, pending=_seq(pending))
        return self._fresh(document.id)

    def discard_pending(self, document: Document) -> Document:
        assert document.pending is not None
        self._run("set_state", version=document.pending.seq, state=VersionState.RETIRED)
        self._run("point", document=document.seq, ready=_seq(document.ready), pending=None)
        return self._fresh(document.id)

    def rename(self, document: Document, name: str, path: str) -> Document:
        self._run("rename", document=document.seq, name=name, path=path or None)
        if document.served is not None:
            self._take_out(document.served)
            self._put(document.served.seq)
        return self._fresh(document.id)

    def mark_missing(self, document: Document, at: datetime | None) -> Document:
        if document.served is not None:
            self._take_out(document.served)
        self._run("set_missing", document=document.seq, at=maybe_ms(at))
        found = self._fresh(document.id)
        if found.served is not None:
            self._put(found.served.seq)
        return found

    def delete(self, document: Document, at: datetime) -> Document:
        for version in filter(None, (document.ready, document.pending)):
            self._withdraw(version, VersionState.RETIRED)
        self._run("point", document=document.seq, ready=None, pending=None)
        self._run("set_deleted", document=document.seq, at=to_ms(at))
        return self._fresh(document.id)

    def erase(self, document: Document) -> None:
        for query in ("erase_chunks", "erase_sections", "blank_versions"):
            self._run(query, document=document.seq)

    def set_summary(self, version: int, summary: str, error: str = "") -> None:
        self._run("set_summary", version=version, summary=summary or None, error=error or None)

    # -- reading

    def by_id(self, id: str) -> Document | None:
        return next(iter(self._documents("by_id", id=id)), None)

    def by_name(self, scope: Scope, name: str) -> Document | None:
        number = self._names.known_scope(self._connection, scope)
        return next(iter(self._documents("by_name", scope=number, name=name)), None)

    def by_ending(self, scopes: Sequence[Scope], ending: str) -> list[Document]:
        return self._documents("by_ending", scopes=self._scopes(scopes), ending=ending)

    def of_source(self, source: str) -> list[Document]:
        return self._documents("of_source", source=source)

    def page(
        self, scopes: Sequence[Scope], limit: int, after: int = 0, documents: Sequence[int] | None = None
    ) -> list[Document]:
        only = None if documents is None else json_list(documents)
        return self._documents("list", scopes=self._scopes(scopes), limit=limit, after=after, documents=only)

    def any(self) -> bool:
        return self._connection.execute(self._sql["any"]).fetchone() is not None

    def by_seqs(self, seqs: Sequence[int]) -> dict[int, Document]:
        return {found.seq: found for found in self._documents("by_seqs", seqs=json_list(seqs))}

    def versions(self, document: Document) -> list[DocumentVersion]:
        rows = self._connection.execute(self._sql["versions"], {"document": document.seq})
        return [version_from_row(row) for row in rows]

    def original(self, version: int) -> bytes | None:
        row = self._connection.execute(self._sql["original"], {"version": version}).fetchone()
        return row[0] if row else None

    def parsed(self, version: DocumentVersion) -> ParsedDocument:
        rows = self._connection.execute(self._sql["texts"], {"version": version.seq})
        return ParsedDocument(
            title=version.title,
            front_matter=version.front_matter,
            text="".join(row[0] for row in rows),
            sections=tuple(self.outline(version.seq)),
            encoding=version.encoding,
            notices=version.notices,
        )

    def outline(self, version: int) -> list[Section]:
        rows = self._connection.execute(self._sql["outline"], {"version": version})
        return [
            Section(anchor, level, title, _titles(path), line_start, line_end, start, start + length, tokens)
            for anchor, level, title, path, line_start, line_end, start, length, tokens in rows
        ]

    def section(self, version: int, anchor: str) -> StoredSection | None:
        row = self._connection.execute(self._sql["section"], {"version": version, "anchor": anchor}).fetchone()
        return section_from_row(row) if row else None

    def search(
        self, scopes: Sequence[Scope], query: str, limit: int, documents: Sequence[int] | None = None
    ) -> list[tuple[StoredSection, float]]:
        numbers = self._names.known_scopes(self._connection, scopes)
        if not numbers or documents == []:
            return []
        shown = _InForce(self, numbers, documents)
        groups = documents if documents is not None and len(documents) <= MAX_GROUPS else ()
        hits = self._index.search(parse_query(query), numbers, limit, shown, groups)
        found = shown.sections([hit.entry for hit in hits])
        return [(found[hit.entry], hit.relevance) for hit in hits]

    def sections(
        self, scopes: Sequence[Scope], seqs: Sequence[int], documents: Sequence[int] | None = None
    ) -> dict[int, StoredSection]:
        numbers = self._names.known_scopes(self._connection, scopes)
        return _InForce(self, numbers, documents).sections(seqs)

    def sections_of(self, documents: Sequence[int]) -> list[int]:
        rows = self._connection.execute(self._sql["section_seqs_of_documents"], {"documents": json_list(documents)})
        return [seq for (seq,) in rows]

    def in_force(
        self, query: str, seqs: Sequence[int], scopes: Sequence[int], documents: Sequence[int] | None
    ) -> Cursor:
        """Rows about those of some sections that may be shown in these scopes and documents."""
        only = None if documents is None else json_list(documents)
        bindings = {"seqs": json_list(seqs), "scopes": json_list(scopes), "documents": only}
        return self._connection.execute(self._sql[query], bindings)

    def chunks(self, section: int) -> list[StoredChunk]:
        rows = self._connection.execute(self._sql["chunks"], {"section": section})
        return [_chunk_from_row(row) for row in rows]

    def rebuild_index(self, batch: int = 2_000) -> int:
        self._index.clear()
        count, after = 0, 0
        while rows := self._connection.execute(self._sql["all_to_index"], {"after": after, "limit": batch}).fetchall():
            self._index.put_many(_to_index(rows))
            count, after = count + len(rows), rows[-1][0]
        return count

    # -- in pieces

    def _add_version_row(self, document: Document, new: NewVersion) -> int:
        parsed, latest = new.parsed, document.latest
        number = self._connection.execute(self._sql["next_number"], {"document": document.seq}).fetchone()[0]
        row = self._connection.execute(
            self._sql["add_version"],
            {
                "document": document.seq,
                "number": number,
                "sha256": bytes.fromhex(new.sha256),
                "title": parsed.title,
                "front_matter": json_text(dict(parsed.front_matter)) if parsed.front_matter else None,
                "encoding": parsed.encoding,
                "notices": json_list(parsed.notices) if parsed.notices else None,
                "bytes": new.size,
                "characters": len(parsed.text),
                "sections": len(parsed.outline),
                "tokens": sum(section.tokens for section in parsed.sections),
                "at": to_ms(new.at),
                "by": self._names.actor(self._connection, new.by),
                "replaces": latest.seq if latest else None,
                "original": new.original,
            },
        ).fetchone()
        return int(row[0])

    def _add_sections(self, version: int, new: NewVersion) -> None:
        self._connection.executemany(
            self._sql["add_section"],
            (
                (version, position, one.anchor, one.level, one.title, json_list(one.path), one.line_start, one.line_end,
                 one.start, one.tokens, new.parsed.text[one.start : one.end])
                for position, one in enumerate(new.parsed.sections)
            ),
        )  # fmt: skip
        seqs = dict(self._connection.execute(self._sql["section_seqs"], {"version": version}).fetchall())
        self._connection.executemany(
            self._sql["add_chunk"],
            (
                (version, one.index, seqs[one.section_anchor], one.start, one.end, one.tokens,
                 bytes.fromhex(one.sha256))
                for one in new.chunks
            ),
        )  # fmt: skip

    def _withdraw(self, version: DocumentVersion, state: VersionState) -> None:
        self._take_out(version)
        self._run("set_state", version=version.seq, state=state)

    def _put(self, version: int) -> None:
        rows = self._connection.execute(self._sql["to_index"], {"version": version}).fetchall()
        self._index.put_many(_to_index(rows))

    def _take_out(self, version: DocumentVersion) -> None:
        if version.state is VersionState.READY:
            rows = self._connection.execute(self._sql["section_seqs_of"], {"version": version.seq})
            self._index.remove([row[0] for row in rows])

    def _fresh(self, id: str) -> Document:
        found = self.by_id(id)
        assert found is not None
        return found

    def _documents(self, query: str, **bindings: object) -> list[Document]:
        rows = self._connection.execute(self._sql[query], bindings).fetchall()
        wanted = [seq for row in rows for seq in row[11:13] if seq is not None]
        found = self._connection.execute(self._sql["versions_by_seq"], {"seqs": json_list(wanted)}) if wanted else ()
        versions = {row[0]: version_from_row(row) for row in found}
        return [_document_from_row(row, versions) for row in rows]

    def _scopes(self, scopes: Sequence[Scope]) -> str:
        return json_list(self._names.known_scopes(self._connection, scopes))

    def _run(self, query: str, **bindings: object) -> None:
        self._connection.execute(self._sql[query], bindings)


def _document_from_row(row: Row, versions: dict[int, DocumentVersion]) -> Document:
    """The one place that knows the columns of `document_record`."""
    (seq, id, scope_kind, scope_id, holder, name, source, path, created_at, missing_at, deleted_at, ready, pending,
     _scope) = row  # fmt: skip
    return Document(
        seq=seq,
        id=id,
        scope=Scope(ScopeKind(scope_kind), scope_id, holder),
        name=name,
        created_at=from_ms(created_at),
        source=source,
        path=path or "",
        ready=versions.get(ready),
        pending=versions.get(pending),
        missing_at=maybe_instant(missing_at),
        deleted_at=maybe_instant(deleted_at),
    )


def _chunk_from_row(row: Row) -> StoredChunk:
    document, anchor, position, path, section_start, line_start, text, start, end, tokens, sha256 = row
    begins, ends = start - section_start, end - section_start
    titles = _titles(path)
    above = titles if begins else titles[:-1]
    first = line_start + text.count("\n", 0, begins)
    return StoredChunk(
        document=document,
        anchor=anchor,
        position=position,
        text=(" > ".join(above) + "\n\n" if above else "") + text[begins:ends],
        tokens=tokens,
        sha256=sha256,
        line_start=first,
        line_end=first + text.count("\n", begins, ends) - text[begins:ends].endswith("\n"),
    )


def _to_index(rows: Sequence[Row]) -> Iterator[tuple[int, int, IndexedText]]:
    for row in rows:
        yield row[0], row[1], indexed_text(row[2:])


def _seq(version: DocumentVersion | None) -> int | None:
    return version.seq if version else None

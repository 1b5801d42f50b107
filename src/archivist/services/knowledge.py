"""Documents as a door may ask for them: add, publish, find, read page by page, ask, take out of use.

Reading goes through `read.sections`, which knows the three conditions; acts are a person's (`policy.knowledge`), are
carried out by `write.documents`, and are audited there.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.policy.knowledge import document_scopes, require_review, reviews
from archivist.policy.names import typed_scope
from archivist.read import sections as reading_room
from archivist.read.aids import in_words
from archivist.read.sections import Reading, SectionHit, SectionPage, SectionSearch, reading_of
from archivist.records.document import ParsedDocument, Section
from archivist.records.event import Topic
from archivist.records.knowledge import Document, DocumentVersion
from archivist.records.principal import Principal, Role
from archivist.records.scope import Scope, user
from archivist.roles.librarian import Answer, Librarian, Passage
from archivist.services.importing import Imported, Importer, ImportReport, Progress
from archivist.services.meaning import AskedOnce, aids_for
from archivist.services.resources import Resources
from archivist.stores.base import Transaction
from archivist.text.quotes import Span
from archivist.write import documents as acts
from archivist.write.commit import record

QUOTE_CHARACTERS = 480
MAX_HITS = 50


@dataclass(frozen=True, slots=True)
class Outline:
    """The sections of one version of a document."""

    document: Document
    version: DocumentVersion
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Exported:
    """A document as it is kept: its governance, its text, its anchors."""

    document: Document
    version: DocumentVersion
    parsed: ParsedDocument


class KnowledgeService:
    """The documents of one principal."""

    def __init__(self, resources: Resources, principal: Principal, librarian: Librarian) -> None:
        self._resources = resources
        self._principal = principal
        self._librarian = librarian

    # -- bringing in

    def add(
        self,
        *paths: str | Path,
        scope: Scope | str | None = None,
        mask: bool = False,
        publish: bool = False,
        progress: Progress | None = None,
    ) -> ImportReport:
        """Import files, folders and patterns; what arrives waits, unless `publish` and the principal may.

        Args:
            mask: put the kind in place of secrets and personal numbers, where policy would refuse the file.
        Raises:
            NotFound: one of the paths does not exist. NotPermitted: an agent asked, or it is not one's scope.
        """
        importer = Importer(self._resources, self._principal, self._target(scope), mask=mask, publish=publish)
        return sum((importer.add_path(str(path), progress) for path in paths), ImportReport(()))

    def add_text(
        self,
        name: str,
        text: str | bytes,
        *,
        scope: Scope | str | None = None,
        mask: bool = False,
        publish: bool = False,
    ) -> Imported:
        """Import a text under a name; a name without a suffix is Markdown. A refusal is raised as `Invalid`."""
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        importer = Importer(self._resources, self._principal, self._target(scope), mask=mask, publish=publish)
        item = importer.add_text(name if "." in Path(name).name else f"{name}.md", data)
        if item.outcome == "refused":
            raise Invalid("document", item.reason)
        return item

    def sync(self, source: str | None = None, progress: Progress | None = None) -> ImportReport:
        """Read one source again, or all of one's own: what is new, changed, renamed, gone.

        Raises:
            NotFound: no such source, or its folder is gone; then nothing was changed.
        """
        with self._resources.store.reading() as tx:
            known = tx.sources.all(document_scopes(self._principal))
        wanted = [one for one in known if source in (None, one.id, one.name)]
        if not wanted and source is not None:
            raise NotFound("source", source)
        report = ImportReport(())
        for one in wanted:
            report += Importer(self._resources, self._principal, one.scope).sync(one, progress)
        return report

    # -- governing

    def documents(self, scopes: Sequence[Scope | str] = ()) -> list[Document]:
        """The documents this principal may see: those in force, and those that wait for them."""
        asked = [self._scope(scope) for scope in scopes]
        with self._resources.store.reading() as tx:
            reading = self._reading(tx)
            found = tx.documents.page(reading.scopes, reading_room.LISTED, documents=reading.mounted)
            return [one for one in found if self._sees(one) and (not asked or one.scope in asked)]

    def show(self, name: str) -> Document:
        """One document that this principal may see, whatever its state."""
        with self._resources.store.reading() as tx:
            return self._governed(tx, name)

    def versions(self, name: str) -> list[DocumentVersion]:
        """Every version of a document one reviews, oldest first."""
        self._require_person("see earlier versions")
        with self._resources.store.reading() as tx:
            document = self._governed(tx, name)
            require_review(self._principal, document.scope, "see earlier versions")
            return tx.documents.versions(document)

    def publish(self, name: str) -> Document:
        """Put the version that waits in force.

        Raises:
            NotPermitted: an agent asked, or somebody who does not decide for that scope.
            Invalid: nothing waits.
        """
        self._require_person("publish documents")
        with self._resources.store.transaction() as tx:
            document = self._governed(tx, name)
            require_review(self._principal, document.scope, "publish documents there")
            if document.pending is None:
                raise Invalid("document", f"{document.name!r} has no version that waits")
            return acts.publish(tx, self._resources.pen(self._principal), document)

    def unpublish(self, name: str, reason: str = "") -> Document:
        """Take the version in force out of use; it waits again."""
        self._require_person("take documents out of use")
        with self._resources.store.transaction() as tx:
            document = self._governed(tx, name)
            require_review(self._principal, document.scope, "take documents out of use there")
            if document.ready is None:
                raise Invalid("document", f"{document.name!r} is not published")
            return acts.unpublish(tx, self._resources.pen(self._principal), document, reason)

    def delete(self, name: str, *, erase: bool = False) -> Document:
        """Take a document out of use; `erase` also removes its texts for good. Its name is free again."""
        self._require_person("delete documents")
        with self._resources.store.transaction() as tx:
            document = self._governed(tx, name)
            require_review(self._principal, document.scope, "delete documents there")
            return acts.delete(tx, self._resources.pen(self._principal), document, erase)

    def reindex(self) -> int:
        """Make the index anew from what is in force; how many sections it holds.

        Raises:
            NotPermitted: somebody other than an administrator asked.
        """
        if not self._principal.is_person or not self._principal.has_role(Role.ADMINISTRATOR):
            raise NotPermitted(self._principal.name, "rebuild the index")
        with self._resources.store.transaction() as tx:
            count = tx.documents.rebuild_index()
            facts = {"sections": str(count)}
            pen = self._resources.pen(self._principal)
            record(tx, pen, "reindex", "done", "index:section", topic=Topic.KNOWLEDGE_REINDEXED, facts=facts)
            return count

    # -- reading

    def map(self) -> list[Document]:
        """What can be read: in force, visible, and within a task mounted."""
        with self._resources.store.reading() as tx:
            return reading_room.served(tx, self._reading(tx))

    def outline(self, name: str) -> Outline:
        """The sections of a document. A reviewer sees those of a version that waits where none is in force."""
        with self._resources.store.reading() as tx:
            document, version = self._readable(tx, name)
            sections = [one for one in tx.documents.outline(version.seq) if one.level]
            return Outline(document, version, tuple(sections))

    def search(self, query: str, limit: int = 8) -> SectionSearch:
        """Sections that match, best first, one excerpt each."""
        if not 1 <= limit <= MAX_HITS:
            raise Invalid("limit", f"must be 1 to {MAX_HITS}, got {limit}")
        aids = aids_for(self._resources, query)
        with self._resources.store.reading() as tx:
            return reading_room.search(tx, self._reading(tx), query, limit, aids=aids)

    def read(self, reference: str, cursor: str | None = None, max_characters: int | None = None) -> SectionPage:
        """One page of `DOC#ANCHOR`, or of the first section of `DOC`.

        Raises:
            NotFound: no such document or section for this reader. CursorInvalid: see `read.cursors`.
        """
        name, anchor = _split(reference)
        size = max_characters or self._resources.settings().knowledge.page_characters
        key = self._cursor_key()
        with self._resources.store.reading() as tx:
            return reading_room.read_page(tx, self._reading(tx), name, anchor, cursor, key, size)

    def ask(self, question: str) -> Answer:
        """What the documents say about it, with citations, and what they do not cover."""
        meaning = AskedOnce(self._resources)
        with self._resources.store.reading() as tx:
            answer = self._librarian.answer(question, _Desk(tx, self._reading(tx), meaning))
        return replace(answer, degraded=in_words(meaning.lacking, answer.degraded))

    # -- taking out

    def export(self, name: str) -> Exported:
        """A document with its text, its anchors and its state: what is in force, else what waits for a reviewer."""
        with self._resources.store.reading() as tx:
            document, version = self._readable(tx, name)
            return Exported(document, version, tx.documents.parsed(version))

    def original(self, name: str) -> bytes | None:
        """The file a document was converted from; None where it is kept as it was."""
        with self._resources.store.reading() as tx:
            _, version = self._readable(tx, name)
            return tx.documents.original(version.seq)

    # -- in pieces

    def _reading(self, tx: Transaction) -> Reading:
        return reading_of(tx, self._principal, self._resources.clock())

    def _readable(self, tx: Transaction, name: str) -> tuple[Document, DocumentVersion]:
        try:
            return reading_room.find(tx, self._reading(tx), name)
        except NotFound:
            if self._principal.task is not None:
                raise
            document = self._governed(tx, name)
            version = document.latest
            if version is None or not reviews(self._principal, document.scope):
                raise
            return document, version

    def _governed(self, tx: Transaction, name: str) -> Document:
        """A document to be shown or acted on; within a task, and for an agent, only among what may be read there."""
        if self._principal.task is not None or not self._principal.is_person:
            return reading_room.find(tx, self._reading(tx), name)[0]
        scopes = document_scopes(self._principal)
        seen = [one for one in reading_room.by_any_name(tx, scopes, name) if self._sees(one)]
        return reading_room.the_one(seen, name)

    def _require_person(self, act: str) -> None:
        """Asked before anything is looked up, so that a refusal does not tell what there is."""
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, act, hint="a person can")

    def _sees(self, document: Document) -> bool:
        return document.served is not None or reviews(self._principal, document.scope)

    def _target(self, scope: Scope | str | None) -> Scope:
        return user(self._principal.user) if scope is None else self._scope(scope)

    def _scope(self, scope: Scope | str) -> Scope:
        return typed_scope(scope)

    def _cursor_key(self) -> str:
        with self._resources.store.reading() as tx:
            key = tx.ledger.meta("cursor_key")
        if key is not None:
            return key
        with self._resources.store.transaction() as tx:
            key = tx.ledger.meta("cursor_key") or secrets.token_hex(32)
            tx.ledger.set_meta("cursor_key", key)
        return key


class _Desk:
    """What a librarian may look into, for one reader."""

    def __init__(self, tx: Transaction, reading: Reading, meaning: AskedOnce) -> None:
        self._tx, self._reading, self._meaning = tx, reading, meaning

    def search_docs(self, query: str, limit: int) -> list[Passage]:
        aids = self._meaning(query)
        found = reading_room.search(self._tx, self._reading, query, limit, QUOTE_CHARACTERS, aids)
        return [_passage(hit) for hit in found.hits]

    def read_doc(self, name: str) -> list[tuple[str, str]]:
        _, version = reading_room.find(self._tx, self._reading, name)
        return [(one.anchor, one.title) for one in self._tx.documents.outline(version.seq)]

    def read_section(self, name: str, anchor: str) -> str:
        return reading_room.read_page(self._tx, self._reading, name, anchor, None, "", 1 << 30).text

    def passage(self, name: str, anchor: str, span: Span) -> Passage:
        return _passage(reading_room.passage(self._tx, self._reading, name, anchor, span))


def _passage(hit: SectionHit) -> Passage:
    return Passage(
        document=hit.document.name,
        title=hit.document.served.title if hit.document.served else hit.document.title,
        anchor=hit.section.anchor,
        section=hit.section.path,
        quote=hit.excerpt.text,
        text=hit.text,
        line_start=hit.line_start,
        line_end=hit.line_end,
        relevance=hit.relevance,
        is_near=hit.is_near,
    )


def _split(reference: str) -> tuple[str, str]:
    """The document and the anchor of `DOC#ANCHOR`."""
    name, _, anchor = reference.partition("#")
    return name.strip(), anchor.strip()

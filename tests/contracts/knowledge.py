"""What every store promises about documents, sources and mounts."""

import hashlib
from datetime import UTC, datetime, timedelta

import pytest

from archivist.importers import chunks, markdown
from archivist.records.knowledge import (
    Document,
    DocumentState,
    ProposalState,
    Source,
    SourceFindings,
    SourceProposal,
    VersionState,
)
from archivist.records.scope import SYSTEM, Scope, task, user
from archivist.stores.base import Store, Transaction
from archivist.stores.knowledge_port import NewDocument, NewVersion

NOW = datetime(2026, 11, 25, 9, 0, 0, 123000, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
ALICE, BOB = user("alice"), user("bob")
TEXT = "# 制度\n\n报销上限 500 元。\n\n## Exceptions\n\nTravel is extra.\n"


def a_version(text: str = TEXT, original: bytes | None = None) -> NewVersion:
    data = text.encode()
    parsed = markdown.parse(data, "a.md")
    digest = hashlib.sha256(data).hexdigest()
    return NewVersion(parsed, chunks.cut(parsed), digest, len(data), NOW, "user:alice", original)


def kept(
    tx: Transaction, name: str = "a.md", text: str = TEXT, scope: Scope = ALICE, *, publish: bool = True
) -> Document:
    document = tx.documents.insert(NewDocument(f"id-{scope}-{name}", scope, name, NOW))
    document = tx.documents.add_version(document, a_version(text))
    return tx.documents.publish(document, NOW, "user:alice") if publish else document


def names(tx: Transaction, query: str, *scopes: Scope, documents: list[int] | None = None) -> list[str]:
    hits = tx.documents.search(scopes or (ALICE,), query, 10, documents)
    return [tx.documents.by_seqs([stored.document])[stored.document].name for stored, _ in hits]


def _keep_and_fail(store: Store) -> None:
    with store.transaction() as tx:
        kept(tx)
        raise RuntimeError


class KnowledgeContract:
    """Subclass with a fixture `store`."""

    @pytest.fixture
    def store(self) -> Store:
        raise NotImplementedError

    def test_what_is_in_force_is_found_and_what_waits_is_not(self, store: Store) -> None:
        with store.transaction() as tx:
            document = kept(tx, publish=False)
            assert names(tx, "报销") == []
            document = tx.documents.publish(document, NOW, "user:alice")
            assert names(tx, "报销") == ["a.md"]
            document = tx.documents.add_version(document, a_version("# New\n\nlavender\n"))
            assert (document.state, names(tx, "lavender"), names(tx, "报销")) == (DocumentState.CHANGED, [], ["a.md"])
            document = tx.documents.publish(document, LATER, "user:alice")
            assert (names(tx, "lavender"), names(tx, "报销")) == (["a.md"], [])
        with store.reading() as tx:
            states = [(one.number, one.state, one.replaces) for one in tx.documents.versions(document)]
        assert states == [(1, VersionState.RETIRED, None), (2, VersionState.READY, 1)]

    def test_a_version_comes_back_as_it_was_parsed(self, store: Store) -> None:
        new = a_version("---\ntitle: 标题\ntags: [a, b]\n---\n" + TEXT, original=b"bytes")
        with store.transaction() as tx:
            document = tx.documents.insert(NewDocument("d1", ALICE, "docs/a.md", NOW))
            document = tx.documents.add_version(document, new)
        assert document.pending is not None
        with store.reading() as tx:
            assert tx.documents.parsed(document.pending) == new.parsed
            assert tx.documents.original(document.pending.seq) == b"bytes"
            for section in new.parsed.sections:
                stored = tx.documents.section(document.pending.seq, section.anchor)
                assert stored is not None
                assert (stored.section, stored.text) == (section, new.parsed.text_of(section))

    def test_chunks_carry_their_titles_and_their_lines(self, store: Store) -> None:
        text = "# One\n\n## Two\n\n" + "A sentence of some words stands here.\n\n" * 400
        with store.transaction() as tx:
            document = kept(tx, text=text)
            assert document.ready is not None
            section = tx.documents.section(document.ready.seq, "two")
            assert section is not None
            found = tx.documents.chunks(section.seq)
        lines = text.split("\n")
        assert len(found) > 2
        assert found[0].text.startswith("One\n\n## Two")
        assert found[1].text.startswith("One > Two\n\n")
        for chunk in found:
            assert chunk.text.splitlines()[-1] in lines[chunk.line_start - 1 : chunk.line_end]
            assert len(chunk.sha256) == 64

    def test_only_the_scopes_and_documents_asked_for_are_searched(self, store: Store) -> None:
        with store.transaction() as tx:
            first, second = kept(tx), kept(tx, "b.md")
            kept(tx, "c.md", scope=BOB)
            kept(tx, "d.md", scope=SYSTEM)
            assert sorted(names(tx, "报销")) == ["a.md", "b.md"]
            assert sorted(names(tx, "报销", ALICE, SYSTEM)) == ["a.md", "b.md", "d.md"]
            assert names(tx, "报销", ALICE, SYSTEM, documents=[second.seq]) == ["b.md"]
            assert names(tx, "报销", ALICE, documents=[]) == []
            assert names(tx, "报销", BOB, documents=[first.seq]) == []
            assert names(tx, "报销", documents=[first.seq, *range(10_000, 10_100)]) == ["a.md"]
            assert names(tx, "报销", user("nobody")) == []

    @pytest.mark.parametrize("act", ["unpublish", "mark_missing", "delete"])
    def test_what_is_taken_out_of_use_is_not_found(self, store: Store, act: str) -> None:
        with store.transaction() as tx:
            document = kept(tx)
            if act == "unpublish":
                gone = tx.documents.unpublish(document)
            elif act == "delete":
                gone = tx.documents.delete(document, LATER)
            else:
                gone = tx.documents.mark_missing(document, LATER)
            assert names(tx, "报销") == []
            assert gone.served is None
            assert tx.documents.rebuild_index() == 0
            if act == "mark_missing":
                tx.documents.mark_missing(gone, None)
                assert names(tx, "报销") == ["a.md"]

    def test_a_renamed_document_is_found_by_its_new_name(self, store: Store) -> None:
        with store.transaction() as tx:
            document = tx.documents.rename(kept(tx, "alpha.md"), "docs/beta.md", "beta.md")
            assert document.state is DocumentState.READY
            assert names(tx, "beta") == ["docs/beta.md", "docs/beta.md"]
            assert names(tx, "alpha") == []
            assert tx.documents.by_name(ALICE, "alpha.md") is None
            assert [one.name for one in tx.documents.by_ending([ALICE], "beta.md")] == ["docs/beta.md"]
            assert tx.documents.by_ending([ALICE], "eta.md") == []

    def test_a_deleted_name_is_free_and_an_erased_text_is_gone(self, store: Store) -> None:
        with store.transaction() as tx:
            gone = tx.documents.delete(kept(tx), LATER)
            tx.documents.erase(gone)
            assert tx.documents.by_name(ALICE, "a.md") is None
            assert [one.title for one in tx.documents.versions(gone)] == [""]
            again = tx.documents.insert(NewDocument("d2", ALICE, "a.md", NOW))
            assert tx.documents.by_name(ALICE, "a.md") == again

    def test_a_failed_transaction_leaves_no_document(self, store: Store) -> None:
        with pytest.raises(RuntimeError):
            _keep_and_fail(store)
        with store.reading() as tx:
            assert tx.documents.page([ALICE], 10) == []
            assert names(tx, "报销") == []

    def test_what_was_mounted_when_stays_known(self, store: Store) -> None:
        mine = task("t", "alice")
        with store.transaction() as tx:
            document = kept(tx)
            assert tx.mounts.mount(mine, document, NOW, "user:alice")
            assert not tx.mounts.mount(mine, document, NOW, "user:alice")
            assert tx.mounts.unmount(mine, document, LATER)
            assert not tx.mounts.unmount(mine, document, LATER)
            assert [one.document.name for one in tx.mounts.of_task(mine, NOW)] == ["a.md"]
            assert tx.mounts.of_task(mine, LATER) == []
            assert tx.mounts.of_task(task("t", "bob"), NOW) == []

    def test_sources_and_proposals_belong_to_their_scope(self, store: Store) -> None:
        source = Source("s1", ALICE, "docs", "/data/docs", "**/*", NOW, "user:alice")
        findings = SourceFindings(1, 2, 3, 4, ("x.md: holds a key",))
        proposal = SourceProposal("p1", ALICE, "/data", ProposalState.PENDING, "why", findings, "agent:x", NOW)
        with store.transaction() as tx:
            tx.sources.insert(source)
            tx.sources.propose(proposal)
            document = tx.documents.insert(NewDocument("d1", ALICE, "docs/a.md", NOW, "s1", "a.md"))
            assert [one.id for one in tx.documents.of_source("s1")] == [document.id]
            assert [(one.name, one.documents) for one in tx.sources.all([ALICE])] == [("docs", 1)]
            assert tx.sources.all([BOB]) == []
            assert tx.sources.proposals([ALICE]) == [proposal]
            assert tx.sources.proposals([BOB]) == []
            assert tx.sources.decide("p1", ProposalState.ACCEPTED, "user:alice", LATER)
            assert not tx.sources.decide("p1", ProposalState.REFUSED, "user:alice", LATER)
            assert tx.sources.proposals([ALICE], ProposalState.PENDING) == []

"""What every store promises. A backend is listed once this suite passes over it unchanged."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from archivist.errors import NotFound
from archivist.records.audit import AuditEntry
from archivist.records.candidate import Candidate, Origin
from archivist.records.conversation import Conversation, Message, Speaker
from archivist.records.event import Topic
from archivist.records.evidence import Evidence, Witness
from archivist.records.memory import Delivery, Kind, Memory, MemoryType, Status
from archivist.records.project import Project
from archivist.records.proposal import Proposal, ProposalStatus
from archivist.records.scope import SYSTEM, Scope, agent, project, user
from archivist.records.verdict import Step
from archivist.stores.base import AuditFilter, MemoryFilter, Store
from archivist.stores.library_port import Backup, DocumentRow, KeptEntry, UnsavedEdits

NOW = datetime(2026, 11, 25, 9, 0, 0, 123000, tzinfo=UTC)
ALICE, BOB = user("alice"), user("bob")


def a_memory(
    id: str = "m1", text: str = "Weekly reports use a short format", scope: Scope = ALICE, **fields: object
) -> Memory:
    plain = Memory(
        id=id, scope=scope, name=f"name-{id}", text=text, type=MemoryType.USER, kind=Kind.INFO, created_at=NOW,
        updated_at=NOW, last_active_at=NOW, created_by="user:alice",
    )  # fmt: skip
    return replace(plain, **fields)  # type: ignore[arg-type]


def a_proposal(id: str = "p1", text: str = "周报用英文写", owner: str = "alice") -> Proposal:
    candidate = Candidate(user(owner), text, origin=Origin.AGENT, conversation="c1", said_at=NOW)
    return Proposal(
        id,
        candidate,
        ProposalStatus.PENDING,
        "agent:x for user:alice",
        owner,
        "review",
        "waits",
        (Step("shape", "pass"),),
        NOW,
    )


def an_entry(**fields: object) -> AuditEntry:
    return replace(AuditEntry(0, NOW, "user:alice", "write", "created", ALICE, "memory:m1"), **fields)  # type: ignore[arg-type]


def _write_and_fail(store: Store) -> None:
    with store.transaction() as tx:
        tx.memories.insert(a_memory())
        tx.audit.append(an_entry())
        tx.events.emit(Topic.MEMORY_UPDATED, NOW, "memory:m1", ALICE)
        raise RuntimeError


def _write_inside_and_fail(store: Store) -> None:
    with store.transaction():
        with store.transaction() as inner:
            inner.memories.insert(a_memory())
        raise RuntimeError


class StoreContract:
    """Inherit, and give a fixture `store`."""

    def test_a_record_comes_back_as_it_went_in(self, store: Store) -> None:
        evidence = (Evidence("以后都用英文", Witness.USER, "c1", "m9", 3, 9),)
        full = a_memory(
            text="ＵＳＢ 接口 \U0001f680", delivery=Delivery.ALWAYS, description="d", topic="t", position=2.5,
            value='{"a":1}',
            tags=("周报", "x"), importance=0.25, confidence=0.75, evidence=evidence, approved_by="user:alice",
            source_event="evt", valid_from=NOW, valid_until=NOW + timedelta(days=1), expires_at=NOW + timedelta(days=2),
            schema_version=3, revision=4, recall_count=7, last_recalled_at=NOW, generation=1, kind=Kind.RULE,
        )  # fmt: skip
        with store.transaction() as tx:
            tx.memories.insert(full)
        with store.reading() as tx:
            assert tx.memories.get("m1") == full

    def test_an_error_undoes_all_of_a_transaction(self, store: Store) -> None:
        with pytest.raises(RuntimeError):
            _write_and_fail(store)
        with store.reading() as tx:
            assert tx.memories.get("m1") is None
            assert tx.audit.page(AuditFilter(), 10) == []
            assert tx.events.after(0, 10) == []
            assert tx.memories.search([ALICE], "weekly reports", 5, NOW) == []
        with store.transaction() as tx:
            tx.memories.insert(a_memory())
        with store.reading() as tx:
            assert tx.memories.search([ALICE], "weekly reports", 5, NOW)

    def test_a_nested_transaction_is_part_of_the_outer_one(self, store: Store) -> None:
        with pytest.raises(RuntimeError):
            _write_inside_and_fail(store)
        with store.reading() as tx:
            assert tx.memories.get("m1") is None

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (user("1"), user("10")), (user("1"), user("1.0")), (user("a"), user("a:b")), (user("a"), user("a/b")),
            (user("a%"), user("ab")), (user("a_"), user("ab")), (user("x"), project("x")),
            (user("admin"), user("аdmin")),
            (agent("p", "alice"), agent("p", "bob")), (user("system"), SYSTEM),
        ],
    )  # fmt: skip
    def test_a_scope_holds_its_own_records_and_no_others(self, store: Store, one: Scope, other: Scope) -> None:
        with store.transaction() as tx:
            tx.memories.insert(a_memory("m1", "shared words here", one))
            tx.memories.insert(a_memory("m2", "shared words here", other))
        with store.reading() as tx:
            for scope, id in ((one, "m1"), (other, "m2")):
                assert [found.id for found in tx.memories.page(MemoryFilter([scope]), 10).items] == [id]
                seqs = [seq for seq, _ in tx.memories.search([scope], "shared words", 10, NOW)]
                assert [found.id for found in tx.memories.by_seqs(seqs)] == [id]
                assert [found.id for found in tx.memories.equal_statements(scope, "Shared words here.")] == [id]
                assert [line.id for _, line in tx.memories.manifest([scope], 10, NOW)] == [id]

    @pytest.mark.parametrize("status", [status for status in Status if status not in {Status.ACTIVE, Status.CONFLICT}])
    def test_what_is_out_of_force_is_in_no_list_and_no_search(self, store: Store, status: Status) -> None:
        with store.transaction() as tx:
            tx.memories.insert(a_memory())
            tx.memories.replace(a_memory(status=status))
        with store.reading() as tx:
            assert tx.memories.page(MemoryFilter([ALICE]), 10).items == []
            assert tx.memories.search([ALICE], "weekly reports", 10, NOW) == []
            assert tx.memories.live_by_name(ALICE, "name-m1") is None
            assert tx.memories.latest_by_name(ALICE, "name-m1") is not None

    def test_what_is_in_conflict_expired_or_not_yet_valid_is_not_recalled(self, store: Store) -> None:
        hour = timedelta(hours=1)
        with store.transaction() as tx:
            tx.memories.insert(a_memory("m1", status=Status.CONFLICT))
            tx.memories.insert(a_memory("m2", expires_at=NOW - hour))
            tx.memories.insert(a_memory("m3", valid_from=NOW + hour))
            tx.memories.insert(a_memory("m4", valid_until=NOW - hour))
            tx.memories.insert(a_memory("m5", generation=2))
        with store.reading() as tx:
            assert tx.memories.search([ALICE], "weekly reports", 10, NOW) == []
            assert tx.memories.manifest([ALICE], 10, NOW) == []

    def test_replacing_what_is_not_there_is_an_error(self, store: Store) -> None:
        with pytest.raises(NotFound), store.transaction() as tx:
            tx.memories.replace(a_memory())

    def test_a_page_goes_on_where_the_last_one_ended(self, store: Store) -> None:
        with store.transaction() as tx:
            for number in range(25):
                tx.memories.insert(a_memory(f"m{number}", updated_at=NOW + timedelta(seconds=number // 3)))
        seen: list[str] = []
        key = None
        with store.reading() as tx:
            while True:
                page = tx.memories.page(MemoryFilter([ALICE]), 7, key)
                seen += [found.id for found in page.items]
                key = page.next_key
                if key is None:
                    break
        assert len(seen) == len(set(seen)) == 25

    def test_earlier_versions_are_kept_and_can_be_blanked(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.memories.insert(a_memory())
            tx.memories.add_version(a_memory(), NOW, "user:alice", 1)
            tx.memories.replace(a_memory(text="other", revision=2))
        with store.reading() as tx:
            assert [version.memory for version in tx.memories.versions("m1")] == [a_memory()]
        with store.transaction() as tx:
            tx.memories.blank_versions("m1")
            assert tx.memories.versions("m1") == []

    def test_the_index_can_be_made_anew_from_the_records(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.memories.insert(a_memory("m1"))
            tx.memories.insert(a_memory("m2", "部署前先跑回归测试"))
            before = tx.memories.search([ALICE], "回归测试", 5, NOW)
            assert tx.memories.rebuild_index() == 2
            assert tx.memories.search([ALICE], "回归测试", 5, NOW) == before

    def test_an_entry_is_decided_once(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.proposals.insert(a_proposal())
            assert tx.proposals.decide("p1", ProposalStatus.APPLIED, "user:alice", NOW, "user:alice", "m1")
            assert not tx.proposals.decide("p1", ProposalStatus.DISMISSED, "user:alice", NOW)
            entry = tx.proposals.get("p1")
        assert entry is not None
        assert (entry.status, entry.wrote_to) == (ProposalStatus.APPLIED, "user:alice")

    def test_a_queue_is_its_owners_alone_and_oldest_first(self, store: Store) -> None:
        with store.transaction() as tx:
            for id in ("p1", "p2", "p3"):
                tx.proposals.insert(a_proposal(id, f"text {id}"))
            tx.proposals.insert(a_proposal("p4", "bobs", "bob"))
        with store.reading() as tx:
            page = tx.proposals.queue(["alice"], [ProposalStatus.PENDING], 2)
            rest = tx.proposals.queue(["alice"], [ProposalStatus.PENDING], 2, page.next_key[0] if page.next_key else 0)
            assert [entry.id for entry in (*page.items, *rest.items)] == ["p1", "p2", "p3"]
            assert [entry.id for entry in tx.proposals.pending_equal("alice", ALICE, "Text P1")] == ["p1"]
            assert tx.proposals.count_pending_of("alice", "c1", Origin.AGENT) == 3

    def test_the_audit_chain_holds_and_its_trail_comes_back_whole(self, store: Store) -> None:
        trail = (Step("switch", "pass"), Step("evidence", "hold", "untrusted", "what a tool said"))
        with store.transaction() as tx:
            tx.audit.append(an_entry(trail=trail, digest="00ff00ff00ff00ff", reason="r", source_event="e"))
            tx.audit.append(an_entry(scope=None, subject="setting:x"))
        with store.reading() as tx:
            assert tx.audit.verify().whole
            entry = tx.audit.get(1)
            assert entry is not None
            assert (entry.trail, entry.digest, entry.reason) == (trail, "00ff00ff00ff00ff", "r")
            assert [one.number for one in tx.audit.page(AuditFilter(), 10)] == [2, 1]
            assert [one.number for one in tx.audit.page(AuditFilter(scopes=[BOB]), 10)] == [2]

    def test_events_keep_their_order_and_each_consumer_its_place(self, store: Store) -> None:
        later = NOW + timedelta(minutes=1)
        with store.transaction() as tx:
            number = tx.audit.append(an_entry()).number
            tx.events.emit_audited(Topic.MEMORY_UPDATED, number, {"k": "v"})
            tx.events.emit(Topic.CONTEXT_BUILT, NOW, "run:1", ALICE, "evt")
            tx.events.register("c", 0)
            lease = tx.events.lease("c", NOW, later)
            assert lease is not None
            assert tx.events.lease("c", NOW, later) is None
            first, second = tx.events.after(lease.finished, 10)
            assert (first.subject, first.scope, dict(first.facts)) == ("memory:m1", ALICE, {"k": "v"})
            assert (second.subject, second.source_event) == ("run:1", "evt")
            tx.events.finish("c", first.number)
            tx.events.release("c")
            tx.events.fail("c", later)
            assert tx.events.lease("c", NOW, later) is None
            again = tx.events.lease("c", later, later + timedelta(minutes=1))
            assert again is not None
            assert (again.finished, again.attempts) == (first.number, 1)
            tx.events.bury("c", second.number, 5, "no", NOW)
            assert [letter.event.number for letter in tx.events.dead_letters()] == [second.number]
            assert tx.events.unbury("c", second.number)
            assert not tx.events.unbury("c", second.number)

    def test_a_conversation_imported_twice_is_kept_once(self, store: Store) -> None:
        talk = Conversation(
            "c1", (Message("a", 0, Speaker.USER, "悬空引用清零", NOW), Message("b", 1, Speaker.ASSISTANT, "ok", NOW))
        )
        with store.transaction() as tx:
            assert tx.conversations.add("alice", talk, None, NOW) == 2
            assert tx.conversations.add("alice", talk, None, NOW) == 0
            assert tx.conversations.add("bob", talk, None, NOW) == 2
        with store.reading() as tx:
            assert [message.id for message in tx.conversations.messages("alice", "c1")] == ["a", "b"]
            ((found, _),) = tx.conversations.search("alice", "悬空", 5)
            assert tx.conversations.located("alice", [found])[found].message.id == "a"
            assert tx.conversations.located("bob", [found]) == {}
            assert tx.conversations.messages("carol", "c1") == []

    @pytest.mark.parametrize("query", ["what did I eat on 3 March 2024", "我在3月3日吃了什么"])
    def test_a_message_is_found_by_its_day_also_after_a_rebuild(self, store: Store, query: str) -> None:
        days = [datetime(2024, month, month, 12, tzinfo=UTC) for month in range(1, 7)]
        talks = [
            Conversation(f"c{n}", (Message(f"m{n}", 0, Speaker.USER, "dumplings 饺子", at),))
            for n, at in enumerate(days)
        ]
        with store.transaction() as tx:
            for talk in talks:
                tx.conversations.add("alice", talk, None, NOW)
            before = tx.conversations.search("alice", query, 5)
            tx.conversations.rebuild_index()
            after = tx.conversations.search("alice", query, 5)
            assert tx.conversations.located("alice", [before[0][0]])[before[0][0]].message.id == "m2"
        assert before == after

    def test_a_question_about_a_speaker_finds_their_own_words_first_also_after_a_rebuild(self, store: Store) -> None:
        said = (("a", "Ann", "the garden is full of roses"), ("b", "李雷", "花园里种满了玫瑰 the garden roses"))
        talk = Conversation("c1", tuple(Message(id, 0, Speaker.USER, text, NOW, name=name) for id, name, text in said))
        with store.transaction() as tx:
            tx.conversations.add("alice", talk, None, NOW)
            for query, id in (("What did Ann say of the garden roses?", "a"), ("李雷的花园 garden roses", "b")):
                before = tx.conversations.search("alice", query, 5)
                tx.conversations.rebuild_index()
                assert tx.conversations.search("alice", query, 5) == before
                assert tx.conversations.located("alice", [before[0][0]])[before[0][0]].message.id == id
            assert [one.name for one in tx.conversations.messages("alice", "c1")] == ["Ann", "李雷"]

    def test_erased_words_leave_the_name_of_the_speaker_and_the_index_too(self, store: Store) -> None:
        talk = Conversation("c1", (Message("a", 0, Speaker.USER, "call me Wilhelmina", NOW, name="Wilhelmina"),))
        with store.transaction() as tx:
            tx.conversations.add("alice", talk, None, NOW)
            tx.conversations.redact("c1", "a", "Wilhelmina", "[erased]")
            (left,) = tx.conversations.messages("alice", "c1")
            assert (left.text, left.name) == ("call me [erased]", "[erased]")
            assert tx.conversations.search("alice", "Wilhelmina", 5) == []

    def test_a_receipt_counts_every_part_of_its_key(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.ledger.give_receipt("first", NOW, "a", "bc")
            tx.ledger.give_receipt("again", NOW, "a", "bc")
            assert tx.ledger.receipt("a", "bc") == "first"
            assert tx.ledger.receipt("ab", "c") is None

    def test_counters_add_up_and_settings_are_seen_at_once(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.ledger.count("reads")
            tx.ledger.count("reads", 2)
            tx.ledger.set("k", "v", "user:alice", NOW)
        with store.reading() as tx:
            assert tx.ledger.counters() == {"reads": 3}
            assert tx.ledger.setting("k") == "v"

    def test_a_project_is_its_members_and_focus_follows_membership(self, store: Store) -> None:
        with store.transaction() as tx:
            assert tx.projects.add(Project("atlas", "Atlas", NOW, "user:alice"))
            assert not tx.projects.add(Project("atlas", "another", NOW, "user:bob"))
            assert tx.projects.add_member("atlas", "alice", "user:alice", NOW)
            assert not tx.projects.add_member("atlas", "alice", "user:alice", NOW)
            tx.projects.add_member("atlas", "bob", "user:alice", NOW)
            tx.projects.set_focus("bob", "atlas")
        with store.reading() as tx:
            assert tx.projects.get("atlas") == Project("atlas", "Atlas", NOW, "user:alice")
            assert [member.user for member in tx.projects.members("atlas")] == ["alice", "bob"]
            assert [project.id for project in tx.projects.of("bob")] == ["atlas"]
            assert tx.projects.of("ALICE") == [] == list(tx.projects.members("atla"))
        with store.transaction() as tx:
            assert tx.projects.focus("bob") == "atlas"
            assert tx.projects.remove_member("atlas", "bob")
            assert tx.projects.focus("bob") is None

    def test_a_library_entry_is_placed_without_becoming_another_state(self, store: Store) -> None:
        with store.transaction() as tx:
            assert tx.memories.last_position(ALICE, Kind.INFO) == 0
            for id in ("m1", "m2"):
                tx.memories.insert(a_memory(id, delivery=Delivery.ALWAYS, position=float(id[1])))
            assert (tx.memories.last_position(ALICE, Kind.INFO), tx.memories.last_position(ALICE, Kind.RULE)) == (2, 0)
            tx.memories.place("m1", 3.0)
            assert [(one.id, one.revision) for one in tx.memories.always(ALICE)] == [("m2", 1), ("m1", 1)]

    def test_backups_and_unsaved_edits_of_a_library_stay_in_their_scope(self, store: Store) -> None:
        entries = [KeptEntry("m1", Kind.RULE, "Keep it short", "Reports"), KeptEntry("m2", Kind.INFO, "二", "")]
        with store.transaction() as tx:
            assert tx.libraries.document(ALICE) is None
            tx.libraries.touch(ALICE, NOW)
            for _ in range(3):
                number = tx.libraries.add_backup(ALICE, entries, entries[:1], NOW, keep=2)
            tx.libraries.keep_edits(ALICE, UnsavedEdits("alice", "tab", "r1", "typed", NOW))
            tx.libraries.keep_edits(ALICE, UnsavedEdits("alice", "tab", "r1", "typed more", NOW))
            tx.libraries.mark_undone(number, NOW)
        with store.reading() as tx:
            assert tx.libraries.document(ALICE) == DocumentRow(NOW, NOW)
            latest, older = tx.libraries.backups(ALICE)
            assert latest == Backup(number, tuple(entries), tuple(entries[:1]), NOW, NOW)
            assert older.undone_at is None
            assert [edits.text for edits in tx.libraries.unsaved(ALICE, NOW)] == ["typed more"]
            assert tx.libraries.unsaved(ALICE, NOW + timedelta(seconds=1)) == []
            assert tx.libraries.backups(BOB) == tx.libraries.unsaved(BOB, NOW) == []
        with store.transaction() as tx:
            tx.libraries.erase(ALICE, "m1")
            assert tx.libraries.backups(ALICE)[0].before == tuple(entries[1:])
            assert tx.libraries.unsaved(ALICE, NOW) == []
            assert not tx.libraries.drop_edits(ALICE, "alice", "tab")

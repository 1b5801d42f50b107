"""What every store promises of traces, generations, and of the records a context looks at."""

from dataclasses import replace
from datetime import timedelta

from tests.contracts.store import ALICE, BOB, NOW, a_memory

from archivist.records.context import Drop, Dropped, Score, Section, Spent, Trace, Used
from archivist.records.generation import Bundle, Generation, GenerationState
from archivist.records.memory import Delivery, Kind, Status
from archivist.stores.base import Store


def a_trace(run: str = "r1", user: str = "alice") -> Trace:
    used = Used("memory:m1", 12, "user:alice", 0.9, "e1", Score(relevance=0.5, staleness=0.1))
    dropped = Dropped("memory:m2", Drop.NEAR_DUPLICATE, "memory:m1")
    return Trace(run, NOW, user, "planner", 40, 100, (Section("library", 30, (used,)),), (dropped,), {"builder": "1"})


class ContextContract:
    """Mixed into a test class whose `store` fixture opens a fresh store."""

    def test_a_trace_comes_back_whole_and_to_its_owner_only(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.traces.insert(a_trace())
            tx.traces.spend("alice", "r1", 3, 50)
            tx.traces.spend("bob", "r1", 9, 900)
        with store.reading() as tx:
            assert tx.traces.get("alice", "r1") == replace(a_trace(), spent=Spent(1, 3, 50))
            assert tx.traces.get("bob", "r1") is None
            assert [one.run for one in tx.traces.latest("alice", 5)] == ["r1"]

    def test_old_traces_go(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.traces.insert(a_trace())
            tx.traces.purge(NOW)
            assert tx.traces.get("alice", "r1")
            tx.traces.purge(NOW + timedelta(milliseconds=1))
            assert tx.traces.get("alice", "r1") is None

    def test_a_generation_is_kept_as_it_was_made_and_moves_on(self, store: Store) -> None:
        first = Generation(1, GenerationState.ACTIVE, Bundle({"time_zone": "UTC"}, "f1"), "root", NOW)
        with store.transaction() as tx:
            tx.generations.add(first)
            tx.generations.add(Generation(1, GenerationState.ACTIVE, Bundle({}, "f2"), "other", NOW))
            tx.generations.add(Generation(2, GenerationState.PREPARING, Bundle(), "root", NOW))
            tx.generations.set_state(2, GenerationState.DISCARDED)
        with store.reading() as tx:
            assert tx.generations.get(1) == first
            assert [(one.number, one.state) for one in tx.generations.latest(9)] == [(2, "discarded"), (1, "active")]

    def test_the_latest_are_those_of_one_scope_that_may_be_shown(self, store: Store) -> None:
        with store.transaction() as tx:
            for number in range(4):
                used = NOW + timedelta(minutes=number)
                kind = Kind.RULE if number % 2 else Kind.INFO
                tx.memories.insert(a_memory(f"m{number}", f"text {number}", last_active_at=used, kind=kind))
            tx.memories.insert(a_memory("other", "text", BOB))
            tx.memories.insert(a_memory("torn", "text", status=Status.CONFLICT))
            tx.memories.insert(a_memory("shelved", "text", kind=Kind.RULE, delivery=Delivery.ALWAYS))
            tx.memories.insert(a_memory("unseen", "text", generation=2, last_active_at=NOW + timedelta(days=1)))
            latest = tx.memories.by_seqs(tx.memories.latest(ALICE, 3, NOW))
            rules = tx.memories.by_seqs(tx.memories.latest_rules(ALICE, 9, NOW))
        assert [one.id for one in latest] == ["m3", "m2", "m1"]
        assert [one.id for one in rules] == ["m3", "m1"]

    def test_what_is_held_back_is_told_by_scope(self, store: Store) -> None:
        with store.transaction() as tx:
            tx.memories.insert(a_memory("torn", "a", status=Status.CONFLICT))
            tx.memories.insert(a_memory("over", "b", expires_at=NOW))
            tx.memories.insert(a_memory("ended", "c", valid_until=NOW))
            tx.memories.insert(a_memory("later", "d", valid_from=NOW + timedelta(days=1)))
            tx.memories.insert(a_memory("fine", "e"))
            tx.memories.insert(a_memory("others", "f", BOB, status=Status.CONFLICT))
            held = {one.id for one in tx.memories.held_back([ALICE], NOW, 9)}
            due = [one.id for one in tx.memories.due_in(ALICE, NOW, 9)]
        assert held == {"torn", "over", "ended", "later"}
        assert due == ["over"]

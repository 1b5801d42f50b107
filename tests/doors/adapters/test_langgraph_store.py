"""LangGraph's store over an agent's notes: the interface's promises, a real graph, and nobody else's items."""

from typing import TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore, GetOp, InvalidNamespaceError, PutOp, SearchOp

from archivist.app import Archivist
from archivist.doors.adapters.langgraph_store import ArchivistStore
from archivist.errors import Invalid
from archivist.session import Session

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(planner: Session) -> ArchivistStore:
    return ArchivistStore(planner)


def test_an_item_is_put_read_changed_and_deleted(store: ArchivistStore) -> None:
    store.put(("users", "u1"), "color", {"text": "likes green", "n": 1})
    first = store.get(("users", "u1"), "color")
    assert first is not None
    assert (first.value, first.namespace, first.key) == ({"text": "likes green", "n": 1}, ("users", "u1"), "color")
    store.put(("users", "u1"), "color", {"text": "likes blue", "n": 2})
    changed = store.get(("users", "u1"), "color")
    assert changed is not None
    assert changed.value["n"] == 2
    assert changed.created_at == first.created_at
    store.delete(("users", "u1"), "color")
    assert store.get(("users", "u1"), "color") is None
    store.delete(("users", "u1"), "color")


def test_namespaces_are_compared_part_by_part(store: ArchivistStore) -> None:
    for namespace in (("1",), ("10",), ("1", "0"), ("a", "b:c"), ("a", "b", "c"), ("a/b", "c")):
        store.put(namespace, "k", {"at": list(namespace)})
    assert [item.namespace for item in store.search(("1",))] in ([("1",), ("1", "0")], [("1", "0"), ("1",)])
    assert store.get(("a", "b:c"), "k").value == {"at": ["a", "b:c"]}  # type: ignore[union-attr]
    assert store.list_namespaces(prefix=("a",)) == [("a", "b", "c"), ("a", "b:c")]
    assert store.list_namespaces(suffix=("c",)) == [("a", "b", "c"), ("a/b", "c")]
    assert store.list_namespaces(prefix=("*", "b")) == [("a", "b", "c")]
    assert store.list_namespaces(max_depth=1) == [("1",), ("10",), ("a",), ("a/b",)]
    assert store.list_namespaces(limit=1, offset=1) == [("1", "0")]


def test_search_filters_ranks_and_pages(store: ArchivistStore) -> None:
    for number in range(5):
        store.put(("docs",), f"d{number}", {"text": f"周报第{number}版 draft", "n": number, "even": number % 2 == 0})
    store.put(("docs",), "other", {"text": "lunch menu", "n": 9, "even": False})
    assert {item.key for item in store.search(("docs",), filter={"even": True})} == {"d0", "d2", "d4"}
    assert {item.key for item in store.search(("docs",), filter={"n": {"$gte": 3, "$lt": 9}})} == {"d3", "d4"}
    assert {item.key for item in store.search(("docs",), filter={"n": {"$ne": 9}}, limit=3)} < {
        f"d{n}" for n in range(5)
    }
    found = store.search(("docs",), query="周报")
    assert {item.key for item in found} == {f"d{n}" for n in range(5)}
    scores = [item.score for item in found]
    assert scores == sorted(scores, reverse=True)  # type: ignore[type-var]
    assert len(store.search(("docs",), limit=2, offset=5)) == 1


def test_a_batch_reads_before_it_writes_and_the_last_write_counts(store: ArchivistStore) -> None:
    store.put(("a",), "k", {"n": 0})
    put = [PutOp(("a",), "k", {"n": number}) for number in (1, 2)]
    read, *rest, found = store.batch([GetOp(("a",), "k"), *put, SearchOp(("a",))])
    assert read.value == {"n": 0}  # type: ignore[union-attr]
    assert rest == [None, None]
    assert [item.value for item in found] == [{"n": 0}]  # type: ignore[union-attr]
    assert store.get(("a",), "k").value == {"n": 2}  # type: ignore[union-attr]


def test_what_cannot_be_kept_raises(store: ArchivistStore) -> None:
    for namespace in ((), ("",), ("a.b",), ("langgraph", "x")):
        with pytest.raises(InvalidNamespaceError):
            store.put(namespace, "k", {})
    with pytest.raises(InvalidNamespaceError):
        store.batch([PutOp(("a.b",), "k", {})])
    with pytest.raises(NotImplementedError):
        store.put(("a",), "k", {"x": 1}, ttl=5)
    with pytest.raises(Invalid):
        store.put(("a",), "k", {"x": "y" * 20_000})
    with pytest.raises(Invalid):
        store.put(("a" * 300,), "k", {"x": 1})


async def test_a_real_graph_writes_in_one_run_and_reads_in_the_next(store: ArchivistStore, home: Archivist) -> None:
    class State(TypedDict):
        said: str
        known: str

    def note(state: State, *, store: BaseStore) -> State:
        found = store.search(("notes",), query=state["said"])
        store.put(("notes",), "last", {"text": state["said"]})
        return {"said": state["said"], "known": found[0].value["text"] if found else ""}

    graph = StateGraph(State).add_node("note", note).add_edge(START, "note").add_edge("note", END).compile(store=store)
    assert (await graph.ainvoke({"said": "周报用英文写", "known": ""}))["known"] == ""
    assert (await graph.ainvoke({"said": "周报", "known": ""}))["known"] == "周报用英文写"
    await store.aput(("notes",), "k", {"n": 1})
    assert (await store.aget(("notes",), "k")).value == {"n": 1}  # type: ignore[union-attr]
    assert ArchivistStore(home.acting_as("bob", agent="planner")).search(("notes",)) == []
    assert home.acting_as("alice").memory.recall("周报").hits == ()

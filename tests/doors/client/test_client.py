"""One story told twice, to an opened home and to a server: the answers and the errors are the same."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import archivist
from archivist.app import Archivist
from archivist.errors import AlreadyExists, Invalid, NotAuthenticated, NotFound, NotPermitted, StaleWrite, StoreError
from archivist.records.conversation import Speaker
from tests.doors.http.server import serving


@pytest.fixture(params=["opened", "connected"])
def alice(request: pytest.FixtureRequest, home: Archivist) -> Iterator[Any]:
    if request.param == "opened":
        yield home.acting_as("alice", project="atlas")
        return
    with serving(home) as served, archivist.connect(served.url, served.token("alice"), project="atlas") as session:
        yield session


def test_memory_is_the_same_near_and_far(alice: Any) -> None:
    made = alice.memory.remember("Weekly reports use a short format", type="feedback", name="weekly", tags=("report",))
    assert (made.outcome, made.memory.name, made.memory.tags) == ("created", "weekly", ("report",))
    assert alice.memory.remember("周报用英文写", scope="project:atlas").memory.scope == archivist.Scope.parse(
        "project:atlas"
    )
    assert alice.memory.recall("how should the weekly report look?").hits[0].memory.id == made.memory.id
    changed = alice.memory.edit("weekly", text="Weekly reports use the long format", expected_revision=1)
    assert (changed.outcome, changed.memory.revision) == ("updated", 2)
    assert alice.memory.forget("weekly", reason="over").status == "forgotten"
    assert alice.memory.restore("weekly").status == "active"
    history = alice.memory.history("weekly")
    assert history.versions[0].memory.text == "Weekly reports use a short format"
    assert history.acts[-1].action == "restore"
    first = alice.memory.list(limit=1)
    rest = alice.memory.list(limit=1, before=first.next_key)
    assert {first.items[0].id, rest.items[0].id} == {made.memory.id, alice.memory.recall("周报").hits[0].memory.id}
    assert alice.memory.clear("user:alice") == 1


def test_a_refusal_is_an_answer_near_and_far(alice: Any) -> None:
    refused = alice.memory.remember("my key is " + "sk-" + "proj-" + "a1B2" * 12)
    assert (refused.outcome, refused.reason, refused.memory) == ("rejected", "secret_detected", None)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda alice: alice.memory.show("none"), NotFound),
        (lambda alice: alice.memory.edit("tea", text="x", expected_revision=7), StaleWrite),
        (lambda alice: alice.memory.remember("Coffee is better", name="tea"), AlreadyExists),
        (lambda alice: alice.memory.recall("x", scopes=["workstraem"]), Invalid),
        (lambda alice: alice.memory.clear("user:bob"), NotPermitted),
    ],
)
def test_errors_are_of_the_same_class_near_and_far(
    alice: Any, act: Callable[[Any], object], error: type[Exception]
) -> None:
    alice.memory.remember("I drink tea", name="tea")
    with pytest.raises(error) as caught:
        act(alice)
    assert str(caught.value)
    if isinstance(caught.value, StaleWrite):
        assert (str(caught.value.current), caught.value.current_text) == ("1", "I drink tea")


def test_the_queue_notes_and_contexts_are_the_same_near_and_far(alice: Any) -> None:
    alice.conversations.say("c1", Speaker.USER, "以后所有周报都用英文写。")
    alice.conversations.extract("c1")
    entry = alice.proposals.queue().items[0]
    assert alice.proposals.apply(entry.id, "user").wrote_to == "user:alice"
    assert alice.proposals.dismiss(entry.id).outcome == "already_saved"
    assert alice.proposals.show(entry.id).status == "applied"
    alice.agents.put("style", {"order": "conclusion first"}, source_event="e1", agent="planner")
    assert "conclusion" in alice.agents.get("style", agent="planner").value
    alice.global_memory.propose("Atlas uses PostgreSQL 16", source_event="e2", key="db", scope="project:atlas")
    assert alice.global_memory.search("PostgreSQL").hits[0].memory.name == "db"
    built = alice.context.build("planner", "周报怎么写")
    assert "英文" in built.text
    assert built.trace.tokens > 0


def test_who_is_not_known_or_not_there_is_said_plainly(home: Archivist) -> None:
    with serving(home) as served, archivist.connect(served.url) as nobody, pytest.raises(NotAuthenticated):
        nobody.memory.recall("x")
    with archivist.connect(served.url) as nobody, pytest.raises(StoreError, match="does not answer"):
        nobody.memory.recall("x")
    with pytest.raises(Invalid):
        archivist.connect("memory.example.com")


def test_an_idle_connection_that_was_closed_is_opened_again_and_the_act_happens_once(home: Archivist) -> None:
    with serving(home) as served, archivist.connect(served.url, served.token("alice")) as alice:
        alice.memory.remember("I drink tea")
        alice.connection._local.connection.sock.close()
        assert alice.memory.remember("The launch is on Friday").outcome == "created"
        assert len(alice.memory.list().items) == 2

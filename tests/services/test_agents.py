"""Agents' private notes keep their promises: own key, own agent, own user, once per event, bounded in size and life."""

from typing import Any

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist, open_app, settings_from
from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.records.memory import Status
from archivist.records.verdict import Outcome
from archivist.services.agents import Artifact
from archivist.services.value_schemas import ValueSchema
from archivist.session import Session


@pytest.fixture
def planner(app: Archivist) -> Session:
    return app.acting_as("alice", agent="planner", project="atlas")


def test_a_note_is_found_by_key_and_told_of_by_search_without_its_value(planner: Session) -> None:
    value = {"summary": "用户希望先给结论再给原因", "order": ["结论", "原因"]}
    assert planner.agents.put("style", value, source_event="e1", tags=["输出"]).outcome is Outcome.CREATED
    note = planner.agents.get("style")
    assert note.value == '{"order":["结论","原因"],"summary":"用户希望先给结论再给原因"}'
    assert (note.text, note.source_event) == ("用户希望先给结论再给原因", "e1")
    (hit,) = planner.agents.search("结论").hits
    assert (hit.memory.name, hit.memory.value) == ("style", None)
    assert [one.memory.name for one in planner.agents.search(tag="输出").hits] == ["style"]


def test_a_put_of_a_standing_key_replaces_the_value_and_keeps_when_it_began(planner: Session, clock: TestClock) -> None:
    first = planner.agents.put("plan", {"step": 1}, source_event="e1").memory
    clock.move(hours=1)
    second = planner.agents.put("plan", {"step": 2}, source_event="e2")
    assert second.outcome is Outcome.UPDATED
    assert first is not None
    assert second.memory is not None
    assert (second.memory.id, second.memory.created_at) == (first.id, first.created_at)
    assert second.memory.updated_at == clock.now
    assert planner.agents.get("plan").value == '{"step":2}'


def test_the_same_event_never_acts_twice(planner: Session) -> None:
    planner.agents.put("plan", {"step": 1}, source_event="e1")
    planner.agents.put("plan", {"step": 2}, source_event="e2")
    again = planner.agents.put("plan", {"step": 1}, source_event="e1")
    assert (again.outcome, again.reason) == (Outcome.UNCHANGED, "replayed")
    assert planner.agents.get("plan").value == '{"step":2}'
    gone = planner.agents.delete("plan", source_event="e3")
    planner.agents.put("plan", {"step": 3}, source_event="e4")
    assert planner.agents.delete("plan", source_event="e3").id == gone.id
    assert planner.agents.get("plan").value == '{"step":3}'


def test_no_agent_and_no_other_user_sees_or_touches_a_note(app: Archivist, planner: Session) -> None:
    planner.agents.put("plan", {"secret garden": 1}, source_event="e1")
    for other in (app.acting_as("alice", agent="reviewer"), app.acting_as("bob", agent="planner")):
        with pytest.raises(NotFound):
            other.agents.get("plan")
        assert not other.agents.search("garden").hits
        assert not other.memory.recall("garden").hits
        with pytest.raises(NotFound):
            other.agents.delete("plan", source_event="e2")
    reviewer = app.acting_as("alice", agent="reviewer")
    with pytest.raises(NotFound):
        reviewer.agents.get("plan", agent="planner")
    for act in (
        lambda: reviewer.agents.put("plan", 1, source_event="e3", agent="planner"),
        lambda: reviewer.agents.delete("plan", source_event="e4", agent="planner"),
    ):
        with pytest.raises(NotPermitted):
            act()
    assert [entry.reason for entry in app.acting_as("alice").oversight.audit(limit=2)] == ["not_permitted"] * 2
    assert planner.agents.get("plan").status is Status.ACTIVE


def test_the_person_sees_and_deletes_an_own_agents_note_and_then_it_stays_away(
    app: Archivist, planner: Session
) -> None:
    alice = app.acting_as("alice")
    planner.agents.put("plan", "step one", source_event="e1")
    assert alice.agents.get("plan", agent="planner").text == "step one"
    alice.agents.delete("plan", agent="planner", source_event="e2")
    assert planner.agents.put("plan", "step one", source_event="e3").reason == "dismissed_before"


@pytest.mark.parametrize("value", [{"key": "sk-" + "proj-" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"}, "x" * 9000])
def test_secrets_and_large_values_are_refused(planner: Session, value: Any) -> None:
    written = planner.agents.put("big", value, source_event="e1")
    assert written.outcome is Outcome.REJECTED
    assert written.reason in {"secret_detected", "invalid"}
    with pytest.raises(NotFound):
        planner.agents.get("big")


def test_a_large_value_is_kept_as_a_reference_to_where_it_stands(planner: Session) -> None:
    written = planner.agents.put("log", Artifact("file:///var/log/build.txt", b"x" * 100_000), source_event="e1")
    assert written.outcome is Outcome.CREATED
    assert '"bytes":100000' in (planner.agents.get("log").value or "")


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, object()])
def test_what_json_cannot_say_is_refused(planner: Session, value: Any) -> None:
    with pytest.raises(Invalid):
        planner.agents.put("k", value, source_event="e1")


@pytest.mark.parametrize("event", ["", "  "])
def test_an_act_without_its_event_is_refused(planner: Session, event: str) -> None:
    with pytest.raises(Invalid):
        planner.agents.put("k", 1, source_event=event)
    with pytest.raises(Invalid):
        planner.agents.delete("k", source_event=event)


def test_a_note_lives_for_ninety_days_and_its_key_is_free_afterwards(planner: Session, clock: TestClock) -> None:
    first = planner.agents.put("plan", "one", source_event="e1").memory
    clock.move(days=89)
    assert planner.agents.get("plan").text == "one"
    clock.move(days=2)
    with pytest.raises(NotFound):
        planner.agents.get("plan")
    assert not planner.agents.search().hits
    assert not planner.agents.search("one").hits
    second = planner.agents.put("plan", "two", source_event="e2")
    assert (second.outcome, first is not None and second.memory is not None and second.memory.id != first.id) == (
        Outcome.CREATED, True,
    )  # fmt: skip


def test_an_agent_holds_no_more_records_than_the_limit(clock: TestClock) -> None:
    settings = settings_from({"time_zone": "UTC", "memory": {"agent": {"max_records_per_agent": 2}}})
    with open_app(":memory:", settings=settings, clock=clock) as app:
        planner = app.acting_as("alice", agent="planner")
        for number in range(3):
            written = planner.agents.put(f"k{number}", f"note {number}", source_event=f"e{number}")
        assert written.reason == "quota"
        assert planner.agents.put("k0", "another", source_event="e9").outcome is Outcome.UPDATED
        planner.agents.delete("k1", source_event="e10")
        assert planner.agents.put("k2", "note 2", source_event="e11").outcome is Outcome.CREATED


def test_older_values_are_read_through_the_registered_steps(app: Archivist, planner: Session) -> None:
    planner.agents.put("plan", {"steps": "a,b"}, source_event="e1")

    def check(value: Any) -> None:
        if not isinstance(value.get("steps"), list):
            raise ValueError("steps must be a list")

    upgrades = {1: lambda value: {"steps": value["steps"].split(",")}}
    app.resources.values.register("planner", "plan", ValueSchema(2, check, upgrades))
    note = planner.agents.get("plan")
    assert (note.value, note.schema_version) == ('{"steps":["a","b"]}', 2)
    with pytest.raises(Invalid):
        planner.agents.put("plan", {"steps": "c"}, source_event="e2")
    with pytest.raises(Invalid):
        planner.agents.put("plan", {"steps": []}, source_event="e3", schema_version=3)
    assert planner.agents.put("plan", {"steps": ["c"]}, source_event="e4").memory.schema_version == 2  # type: ignore[union-attr]


def test_keys_are_one_key_in_either_unicode_form_and_unreadable_ones_are_refused(planner: Session) -> None:
    planner.agents.put("café-지침", "一", source_event="e1")
    assert planner.agents.get("cafe\u0301-\u110c\u1175\u110e\u1175\u11b7").text == "一"
    with pytest.raises(Invalid):
        planner.agents.put("tabs\u200b", "四", source_event="e2")


def test_with_agents_memory_off_nothing_is_written_or_read(clock: TestClock) -> None:
    settings = settings_from({"time_zone": "UTC", "memory": {"agent": {"enabled": False}}})
    with open_app(":memory:", settings=settings, clock=clock) as app:
        planner = app.acting_as("alice", agent="planner")
        assert planner.agents.put("k", 1, source_event="e1").reason == "off"
        with pytest.raises(NotFound):
            planner.agents.get("k")

"""Gate 1: off means off, and the two switches are two."""

import pytest

from archivist.app import Archivist, Session
from archivist.records.candidate import Origin
from tests.write.road import Road, step


def test_with_memory_on_it_passes(road: Road) -> None:
    assert step(road.send("我喜欢喝茶").decision, "switch").verdict == "pass"


@pytest.mark.parametrize("origin", list(Origin))
def test_with_memory_off_nobody_writes(road: Road, alice: Session, origin: Origin) -> None:
    alice.oversight.switch("memory.enabled", False)
    assert road.send("I like tea", origin=origin).reason == "off"


@pytest.mark.parametrize("origin", [Origin.EXTRACTION, Origin.CONSOLIDATION])
def test_with_suggestions_off_only_automatic_origins_are_refused(road: Road, alice: Session, origin: Origin) -> None:
    alice.oversight.switch("memory.automatic_suggestions", False)
    assert road.send("I like tea", origin=origin).reason == "suggestions_off"
    assert road.send("I like tea", origin=Origin.TOOL).outcome == "created"


def test_the_second_switch_keeps_its_value_while_the_first_is_off(alice: Session) -> None:
    alice.oversight.switch("memory.automatic_suggestions", False)
    alice.oversight.switch("memory.enabled", False)
    alice.oversight.switch("memory.enabled", True)
    assert alice.oversight.switches() == {"memory.enabled": True, "memory.automatic_suggestions": False}


def test_no_agent_turns_a_switch(app: Archivist) -> None:
    from archivist.errors import NotPermitted

    with pytest.raises(NotPermitted):
        app.acting_as("alice", agent="planner").oversight.switch("memory.enabled", True)


def test_off_means_no_recall_either_and_a_person_still_sees_and_deletes(alice: Session) -> None:
    alice.memory.remember("用户偏好深色主题", name="k1")
    alice.oversight.switch("memory.enabled", False)
    assert alice.memory.recall("深色主题").status == "off"
    assert alice.memory.list().items
    assert alice.memory.forget("k1").status == "forgotten"

"""Global memory: agents propose, people decide, one key holds one value, and every step can be taken back."""

import pytest

from archivist.app import Archivist, open_app, settings_from
from archivist.errors import Invalid, NotPermitted
from archivist.records.candidate import Action
from archivist.records.conversation import Speaker
from archivist.records.memory import Source, Status
from archivist.records.principal import Role
from archivist.records.verdict import Outcome
from archivist.session import Session


@pytest.fixture
def planner(app: Archivist) -> Session:
    return app.acting_as("alice", agent="planner", project="atlas")


@pytest.fixture
def direct() -> Session:
    settings = settings_from({"time_zone": "UTC", "memory": {"global": {"write_mode": "direct"}}})
    return open_app(":memory:", settings=settings).acting_as("alice", agent="planner", project="atlas")


def say(session: Session, text: str) -> dict[str, str]:
    session.conversations.say("c1", Speaker.USER, text)
    return {"quote": text, "conversation": "c1"}


def test_an_agents_proposal_waits_and_is_found_only_once_a_person_applied_it(alice: Session, planner: Session) -> None:
    written = planner.global_memory.propose(
        "项目处于架构设计阶段", source_event="e1", scope="project:atlas", key="project.phase",
        value="architecture_design", confidence=0.9, reason="用户直接说明",
    )  # fmt: skip
    assert written.outcome is Outcome.HELD
    assert not planner.global_memory.search("架构设计").hits
    assert written.proposal is not None
    assert alice.proposals.apply(written.proposal.id).outcome == "applied"
    (hit,) = planner.global_memory.search("架构设计").hits
    memory = hit.memory
    assert (str(memory.scope), memory.confidence, memory.source_event) == ("project:atlas", 0.9, "e1")
    assert (memory.name, memory.value, memory.source) == ("project.phase", '"architecture_design"', Source.AGENT)


def test_below_the_confidence_floor_nothing_is_accepted(planner: Session) -> None:
    written = planner.global_memory.propose("The phase is design", source_event="e1", confidence=0.5)
    assert (written.outcome, written.reason) == (Outcome.REJECTED, "low_confidence")


def test_the_same_event_never_proposes_twice(alice: Session, planner: Session) -> None:
    first = planner.global_memory.propose("The phase is design", source_event="e1", key="phase")
    again = planner.global_memory.propose("The phase is design", source_event="e1", key="phase")
    assert (again.proposal and again.proposal.id, again.reason) == (first.proposal and first.proposal.id, "replayed")
    assert alice.proposals.count() == 1


def test_another_value_of_one_key_is_a_conflict_however_it_is_worded(alice: Session, planner: Session) -> None:
    alice.global_memory.propose("We are drawing plans", source_event="e1", key="phase", value="design")
    written = planner.global_memory.propose("Bricks are laid", source_event="e2", key="phase", value="construction")
    assert written.outcome is Outcome.HELD
    assert written.proposal is not None
    assert "phase" in written.detail
    assert [why for _, why in alice.proposals.process_all().skipped]
    assert alice.proposals.apply(written.proposal.id).written.outcome is Outcome.SUPERSEDED  # type: ignore[union-attr]
    assert alice.memory.show("phase").value == '"construction"'
    assert [one.value for one in alice.memory.history("phase").chain] == ['"design"', '"construction"']


def test_in_direct_mode_two_unsure_values_are_both_marked_until_a_person_keeps_one(direct: Session) -> None:
    first = direct.global_memory.propose(
        "部署在周五", source_event="e1", key="deploy", value="fri", scope="user:alice", confidence=0.8,
        **say(direct, "我们的部署一般都放在周五"),
    )  # fmt: skip
    assert first.outcome is Outcome.CREATED
    second = direct.global_memory.propose(
        "上线日期是周一", source_event="e2", key="deploy", value="mon", scope="user:alice", confidence=0.85,
        **say(direct, "上线的日期我记得是周一"),
    )  # fmt: skip
    assert second.outcome is Outcome.CONFLICT
    assert not direct.global_memory.search("部署 上线 周五 周一").hits
    assert second.memory is not None
    alice = direct
    person = alice.__class__(alice.resources, alice.principal.__class__(user="alice", role=Role.ADMINISTRATOR))
    kept = person.memory.settle(second.memory.id)
    assert (kept.name, kept.status) == ("deploy", Status.ACTIVE)
    assert [hit.memory.value for hit in direct.global_memory.search("上线").hits] == ['"mon"']


def test_a_clearly_more_confident_value_supersedes_and_can_be_rolled_back(direct: Session) -> None:
    for number, (text, value, confidence) in enumerate((("测试库在甲机房", "a", 0.7), ("测试库在乙机房", "b", 0.95))):
        written = direct.global_memory.propose(
            text,
            source_event=f"e{number}",
            key="db",
            value=value,
            confidence=confidence,
            **say(direct, f"我说{text}的"),
        )
    assert written.outcome is Outcome.SUPERSEDED
    with pytest.raises(NotPermitted):
        direct.global_memory.roll_back("db")
    person = direct.__class__(direct.resources, direct.principal.__class__(user="alice", role=Role.ADMINISTRATOR))
    assert person.global_memory.roll_back("db").value == '"a"'
    assert person.memory.show("db").value == '"a"'
    with pytest.raises(Invalid):
        person.global_memory.roll_back("db")


def test_a_correction_of_what_a_person_reviewed_waits_and_then_takes_its_place(
    alice: Session, planner: Session
) -> None:
    alice.global_memory.propose("发布窗口是每周二", source_event="e1", key="window")
    written = planner.global_memory.correct("window", "发布窗口是每周四", source_event="e2", confidence=1.0)
    assert written.outcome is Outcome.HELD
    assert written.proposal is not None
    assert written.proposal.candidate.action is Action.CORRECT
    assert alice.memory.show("window").text == "发布窗口是每周二"
    alice.proposals.apply(written.proposal.id)
    assert [one.text for one in alice.memory.history("window").chain] == ["发布窗口是每周二", "发布窗口是每周四"]


def test_an_expiry_is_a_proposal_and_dismissing_it_leaves_the_record_and_its_words_alone(
    alice: Session, planner: Session
) -> None:
    alice.global_memory.propose("The freeze holds until Friday", source_event="e1", key="freeze")
    written = planner.global_memory.expire("freeze", source_event="e2", reason="Friday is over")
    assert written.proposal is not None
    alice.proposals.dismiss(written.proposal.id)
    assert alice.memory.show("freeze").status is Status.ACTIVE
    again = planner.global_memory.expire("freeze", source_event="e3", reason="really over")
    assert again.proposal is not None
    assert alice.proposals.apply(again.proposal.id).outcome == "applied"
    assert alice.memory.history("freeze").memory.status is Status.EXPIRED
    assert not planner.global_memory.search("freeze").hits


def test_a_proposal_about_a_record_that_is_gone_fails_and_says_so(alice: Session, planner: Session) -> None:
    alice.global_memory.propose("The freeze holds until Friday", source_event="e1", key="freeze")
    written = planner.global_memory.expire("freeze", source_event="e2", reason="over")
    alice.memory.forget("freeze")
    assert written.proposal is not None
    assert alice.proposals.apply(written.proposal.id).outcome == "failed"


def test_what_a_members_agent_proposes_to_the_system_is_decided_by_the_administrator(app: Archivist) -> None:
    bobs = app.acting_as("bob", agent="planner", role=Role.MEMBER)
    written = bobs.global_memory.propose("All services log in UTC", source_event="e1", scope="system")
    assert written.proposal is not None
    bob = app.acting_as("bob", role=Role.MEMBER)
    with pytest.raises(NotPermitted):
        bob.proposals.apply(written.proposal.id)
    root = app.acting_as("root")
    assert [entry.id for entry in root.proposals.queue().items] == [written.proposal.id]
    assert root.proposals.apply(written.proposal.id).wrote_to == "system"
    assert [hit.memory.text for hit in bob.global_memory.search("log in UTC").hits] == ["All services log in UTC"]


def test_an_agents_private_notes_are_no_global_memory(planner: Session) -> None:
    planner.agents.put("plan", "draft the zebra report", source_event="e1")
    assert not planner.global_memory.search("zebra").hits
    with pytest.raises(Invalid):
        planner.global_memory.propose("x is y", source_event="e2", scope="agent:planner")

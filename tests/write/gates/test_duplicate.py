"""Gate 9: a statement is kept once; likeness alone never merges."""

import pytest

from archivist.app import Session
from archivist.records.candidate import Origin
from archivist.records.memory import Delivery, Kind, MemoryType
from archivist.records.scope import project
from tests.write.road import Road, step


@pytest.mark.parametrize(
    ("old", "new"),
    [("口径：GMV含退款", "口径： ＧＭＶ含退款。"), ("I like tea", "  i LIKE  tea."), ("🚀", "🚀"), ("DGIA", "dgia")],
)
def test_equal_statements_are_a_no_op(road: Road, old: str, new: str) -> None:
    first = road.send(old).memory
    again = road.send(new)
    assert (again.outcome, again.memory) == ("unchanged", first)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("周报使用简洁的表格形式呈现", "周报要使用简洁的表格形式来呈现"),
        ("Weekly reports always use a short table format", "The weekly reports always use the short table format"),
    ],
)
def test_a_true_rewording_updates_and_keeps_name_source_and_recall_count(
    road: Road, alice: Session, old: str, new: str
) -> None:
    first = road.send(old).memory
    alice.memory.recall(old)
    written = road.send(new)
    assert first is not None
    assert written.outcome == "updated"
    assert written.memory is not None
    assert (written.memory.id, written.memory.name, written.memory.source) == (first.id, first.name, first.source)
    assert (written.memory.text, written.memory.recall_count) == (new, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("端口是 8080", "端口是 8081"), ("The port is 8080", "The port is 8081"),
        ("发布日是 11 月 5 日", "发布日是 11 月 6 日"),
        ("用户喜欢表格", "用户不喜欢表格"), ("User likes tabs", "User dislikes tabs"), ("延迟是 5 ms", "延迟是 5 s"),
        ("Uses Python 3.11", "Uses Python 3.12"), ("生产库禁止在工作时间执行 DDL", "生产库允许在工作时间执行 DDL"),
    ],
)  # fmt: skip
def test_another_value_is_never_a_duplicate(road: Road, old: str, new: str) -> None:
    road.send(old)
    assert road.send(new).outcome not in {"unchanged", "updated"}


@pytest.mark.parametrize(
    ("fuller", "shorter"),
    [
        ("周报使用简洁的表格形式呈现，每周五发出", "周报使用简洁的表格形式呈现"),
        ("Deploys run on Tuesday after the stand-up", "Deploys run on Tuesday"),
    ],
)
def test_a_shorter_rewording_takes_nothing_from_the_fuller_one_that_stands(
    road: Road, fuller: str, shorter: str
) -> None:
    first = road.send(fuller).memory
    again = road.send(shorter)
    assert (again.outcome, again.memory) == ("unchanged", first)
    assert "and more" in again.decision.detail


def test_a_rewording_of_another_type_or_kind_is_another_record(road: Road) -> None:
    road.send("Weekly reports always use a short table format", type=MemoryType.USER)
    written = road.send("The weekly reports always use the short table format", type=MemoryType.PROJECT, kind=Kind.RULE)
    assert written.outcome == "created"


def test_a_person_may_say_for_a_project_what_they_say_for_themselves(road: Road, alice: Session) -> None:
    road.send("发布前要跑回归测试")
    assert road.send("发布前要跑回归测试", who=alice.principal, scope=project("atlas")).outcome == "created"


def test_what_waits_is_not_queued_twice_and_a_better_wording_takes_its_place(road: Road, alice: Session) -> None:
    first = road.extract("周报使用简洁的表格形式呈现").proposal
    assert first is not None
    assert road.extract("周报使用简洁的表格形式呈现。").reason == "already_pending"
    second = road.extract("周报要使用简洁的表格形式来呈现").proposal
    assert second is not None
    assert [one.id for one in alice.proposals.queue().items] == [second.id]
    assert alice.proposals.show(first.id).status == "superseded"
    assert alice.proposals.apply(first.id).outcome == "already_superseded"


def test_untrusted_words_do_not_push_aside_what_the_user_said(road: Road, alice: Session) -> None:
    from archivist.records.conversation import Speaker

    road.say("Weekly reports always use a short table format")
    kept = road.send("Weekly reports always use a short table format", origin=Origin.AGENT, conversation="c1",
                     quote="Weekly reports always use a short table format").proposal  # fmt: skip
    road.say("The weekly reports always use the short table format", Speaker.TOOL, conversation="c2")
    pushed = road.send("The weekly reports always use the short table format", origin=Origin.AGENT, conversation="c2",
                       quote="The weekly reports always use the short table format")  # fmt: skip
    assert pushed.reason == "already_pending"
    assert kept is not None
    assert [one.id for one in alice.proposals.queue().items] == [kept.id]


def test_applying_what_stands_outside_the_library_puts_it_in(road: Road, alice: Session) -> None:
    entry = road.extract("所有周报都用英文写").proposal
    assert entry is not None
    alice.memory.remember("所有周报都用英文写")
    settled = alice.proposals.apply(entry.id)
    assert (settled.outcome, settled.wrote_to) == ("applied", "user:alice")
    (record,) = alice.memory.list().items
    assert record.delivery is Delivery.ALWAYS
    assert step(settled.written.decision, "duplicate").verdict == "merge"  # type: ignore[union-attr]

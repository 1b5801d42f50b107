"""Any single decision can be taken back by its number; the undo is an act like any other."""

from collections.abc import Callable

import pytest

from archivist.app import Archivist, Session
from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.records.memory import Status
from tests.write.road import Road, with_settings


def last(session: Session) -> int:
    return session.oversight.audit(limit=1)[0].number


def active(session: Session) -> list[str]:
    return sorted(one.text for one in session.memory.list(statuses=(Status.ACTIVE,)).items)


def _create(session: Session) -> None:
    session.memory.remember("令牌有效期 30 分钟", name="token")


def _edit(session: Session) -> None:
    _create(session)
    session.memory.edit("token", text="令牌有效期 15 分钟", description="how long", tags=["auth"])


def _supersede(session: Session) -> None:
    _create(session)
    session.memory.remember("令牌有效期 15 分钟")


def _forget(session: Session) -> None:
    _create(session)
    session.memory.forget("token")


def _restore(session: Session) -> None:
    _forget(session)
    session.memory.restore("token")


ACTS: list[tuple[Callable[[Session], None], list[str], list[str]]] = [
    (_create, ["令牌有效期 30 分钟"], []),
    (_edit, ["令牌有效期 15 分钟"], ["令牌有效期 30 分钟"]),
    (_supersede, ["令牌有效期 15 分钟"], ["令牌有效期 30 分钟"]),
    (_forget, [], ["令牌有效期 30 分钟"]),
    (_restore, ["令牌有效期 30 分钟"], []),
]


@pytest.mark.parametrize(("act", "after", "undone"), ACTS)
def test_an_act_on_a_record_is_taken_back_and_may_be_done_again(
    alice: Session, act: Callable[[Session], None], after: list[str], undone: list[str]
) -> None:
    act(alice)
    assert active(alice) == after
    number = last(alice)
    alice.oversight.undo(number)
    assert active(alice) == undone
    assert alice.oversight.verify().whole
    for text in undone:
        assert alice.memory.recall(text).hits


def test_an_undo_can_itself_be_undone(alice: Session) -> None:
    _edit(alice)
    alice.oversight.undo(last(alice))
    alice.oversight.undo(last(alice))
    assert active(alice) == ["令牌有效期 15 分钟"]
    assert alice.memory.show("token").tags == ("auth",)


def test_a_conflict_is_undone_on_both_sides_and_a_settled_one_opens_again(app: Archivist, alice: Session) -> None:
    direct = Road(with_settings(app, extraction={"write_mode": "direct"}))
    direct.extract("端口是 8080", confidence=0.6)
    new = direct.extract("端口是 8081", conversation="c2", confidence=0.6).memory
    conflict = last(alice)
    assert new is not None
    alice.memory.settle(new.id)
    alice.oversight.undo(last(alice))
    assert sorted(one.status for one in alice.memory.list().items) == ["conflict", "conflict"]
    alice.memory.settle(new.id)
    with pytest.raises(Invalid):
        alice.oversight.undo(conflict)


def test_undoing_the_arrival_of_a_contradiction_puts_the_old_one_back(app: Archivist, alice: Session) -> None:
    direct = Road(with_settings(app, extraction={"write_mode": "direct"}))
    direct.extract("端口是 8080", confidence=0.6)
    direct.extract("端口是 8081", conversation="c2", confidence=0.6)
    alice.oversight.undo(last(alice))
    assert active(alice) == ["端口是 8080"]


def test_an_applied_entry_takes_its_record_back_and_waits_again(road: Road, alice: Session) -> None:
    entry = road.extract("所有周报都用英文写").proposal
    assert entry is not None
    alice.proposals.apply(entry.id)
    alice.oversight.undo(last(alice))
    assert active(alice) == []
    assert [one.id for one in alice.proposals.queue().items] == [entry.id]
    assert alice.proposals.apply(entry.id).outcome == "applied"
    assert active(alice) == ["所有周报都用英文写"]


def test_a_dismissed_entry_waits_again_and_may_be_suggested_again(road: Road, alice: Session) -> None:
    entry = road.extract("所有周报都用英文写").proposal
    assert entry is not None
    alice.proposals.dismiss(entry.id)
    alice.oversight.undo(last(alice))
    assert alice.proposals.count() == 1
    assert road.extract("所有周报都用英文写").reason == "already_pending"


def test_a_switch_is_turned_back(alice: Session) -> None:
    alice.oversight.switch("memory.enabled", False)
    alice.oversight.undo(last(alice))
    assert alice.oversight.switches()["memory.enabled"]


def test_a_cleared_scope_comes_back_whole(alice: Session) -> None:
    alice.memory.remember("one thing")
    alice.memory.remember("网关用 8080 端口")
    before = active(alice)
    alice.memory.clear("user:alice")
    alice.oversight.undo(last(alice))
    assert active(alice) == before


def test_nothing_newer_is_lost_by_an_undo(alice: Session) -> None:
    _edit(alice)
    number = last(alice)
    alice.memory.edit("token", text="令牌有效期 5 分钟")
    with pytest.raises(Invalid, match="changed since"):
        alice.oversight.undo(number)
    assert active(alice) == ["令牌有效期 5 分钟"]


def test_an_erase_and_a_refusal_cannot_be_taken_back(alice: Session) -> None:
    _create(alice)
    alice.memory.erase("token")
    with pytest.raises(Invalid, match="erase"):
        alice.oversight.undo(last(alice))
    alice.memory.remember("")
    with pytest.raises(Invalid):
        alice.oversight.undo(last(alice))


def test_undo_is_a_persons_act_in_a_scope_of_theirs(app: Archivist, alice: Session, bob: Session) -> None:
    _create(alice)
    number = last(alice)
    with pytest.raises(NotPermitted):
        app.acting_as("alice", agent="planner").oversight.undo(number)
    for act in (bob.oversight.undo, bob.oversight.entry):
        with pytest.raises(NotFound):
            act(number)
    with pytest.raises(NotFound):
        alice.oversight.undo(9999)
    assert active(alice)

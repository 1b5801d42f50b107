"""Gate 8: what a person turned away does not come back by itself, however it is spelt."""

import pytest

from archivist.app import Session
from archivist.records.candidate import Origin
from tests.conftest import TestClock
from tests.write.road import Road


@pytest.mark.parametrize(
    ("first", "again"),
    [("口径：GMV含退款", "口径： ＧＭＶ含退款。"), ("Reports are in English", "reports  are in ENGLISH.")],
)
def test_a_dismissed_statement_is_not_suggested_again_in_any_spelling(
    road: Road, alice: Session, first: str, again: str
) -> None:
    entry = road.extract(first).proposal
    assert entry is not None
    alice.proposals.dismiss(entry.id)
    written = road.extract(again)
    assert written.reason == "dismissed_before"
    assert entry.id in written.detail
    assert not alice.proposals.queue().items
    assert alice.memory.remember(first).outcome == "created"


def test_it_does_not_come_back_for_another_scope_it_would_be_seen_in(road: Road, alice: Session) -> None:
    from archivist.records.scope import project

    entry = road.extract("发布前要跑回归测试").proposal
    assert entry is not None
    alice.proposals.dismiss(entry.id)
    assert road.extract("发布前要跑回归测试", scope=project("atlas"), who=alice.principal).reason == "dismissed_before"


@pytest.mark.parametrize("how", ["forget", "erase"])
def test_what_was_forgotten_stays_forgotten_until_it_is_restored_or_said_by_a_person(
    road: Road, alice: Session, how: str
) -> None:
    alice.memory.remember("我对花生过敏", name="allergy")
    getattr(alice.memory, how)("allergy")
    assert road.extract("我对花生过敏").reason == "dismissed_before"
    assert road.send("我对花生过敏", origin=Origin.IMPORT).reason == "dismissed_before"
    assert road.send("我对花生过敏").outcome == "created"


def test_a_restore_lets_it_in_again(road: Road, alice: Session) -> None:
    alice.memory.remember("I am allergic to peanuts", name="allergy")
    alice.memory.forget("allergy")
    alice.memory.restore("allergy")
    assert road.extract("I am allergic to peanuts").outcome == "unchanged"


def test_an_old_talk_read_anew_does_not_turn_the_clock_back(road: Road, alice: Session, clock: TestClock) -> None:
    alice.memory.remember("我最喜欢喝可乐")
    said_before = clock.now
    clock.move(days=1)
    alice.memory.remember("我现在最喜欢喝咖啡")
    clock.move(days=1)
    assert road.extract("我最喜欢喝可乐", said_at=said_before).reason == "dismissed_before"
    assert road.extract("我最喜欢喝可乐", said_at=clock.now).reason != "dismissed_before"

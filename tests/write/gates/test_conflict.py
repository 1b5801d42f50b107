"""Gate 10: two statements that cannot both hold are never both active."""

from typing import Any

import pytest

from archivist.app import Archivist, Session
from archivist.records.memory import Status
from tests.write.road import Road, with_settings

PAIRS = [("端口是 8080", "端口是 8081"), ("The port is 8080", "The port is 8081"),
         ("用户喜欢在周报里使用表格", "用户不喜欢在周报里使用表格"),
         ("User likes tabs for indentation", "User dislikes tabs for indentation")]  # fmt: skip


@pytest.fixture
def direct(app: Archivist) -> Road:
    """A road where background reading writes at once."""
    return Road(with_settings(app, extraction={"write_mode": "direct"}))


def active(session: Session) -> list[str]:
    return sorted(one.text for one in session.memory.list(statuses=(Status.ACTIVE,)).items)


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_a_persons_new_word_replaces_the_old_one_and_the_chain_keeps_both(
    road: Road, alice: Session, old: str, new: str
) -> None:
    first = road.send(old).memory
    written = road.send(new)
    assert written.outcome == "superseded"
    assert active(alice) == [new]
    assert first is not None
    assert written.memory is not None
    assert written.memory.supersedes == first.id
    assert [one.text for one in alice.memory.history(written.memory.id).chain] == [old, new]


@pytest.mark.parametrize(("old", "new"), PAIRS)
@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({"confidence": 0.95}, "superseded"), ({"confidence": 0.6}, "conflict"), ({"confidence": 0.3}, "held"),
        ({"confidence": 0.3, "is_correction": True}, "superseded"),
    ],
)  # fmt: skip
def test_between_two_inferences_correction_then_confidence_decides_or_neither(
    direct: Road, alice: Session, old: str, new: str, fields: dict[str, Any], outcome: str
) -> None:
    direct.extract(old, confidence=0.6)
    written = direct.extract(new, conversation="c2", **fields)
    assert written.outcome == outcome
    assert active(alice) == {"superseded": [new], "conflict": [], "held": [old]}[outcome]


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_neither_of_two_in_conflict_is_recalled_and_a_person_sees_both(
    direct: Road, alice: Session, old: str, new: str
) -> None:
    direct.extract(old, confidence=0.6)
    direct.extract(new, conversation="c2", confidence=0.6)
    assert alice.memory.recall(old).hits == ()
    assert sorted(one.text for one in alice.memory.list().items) == sorted([old, new])


@pytest.mark.parametrize("decide", ["keep", "forget", "erase"])
def test_a_conflict_is_over_once_a_person_decides(direct: Road, alice: Session, decide: str) -> None:
    old = direct.extract("端口是 8080", confidence=0.6).memory
    new = direct.extract("端口是 8081", conversation="c2", confidence=0.6).memory
    assert old is not None
    assert new is not None
    if decide == "keep":
        alice.memory.settle(new.id)
    else:
        getattr(alice.memory, decide)(old.id)
    assert active(alice) == ["端口是 8081"]
    assert alice.memory.show(new.id).status is Status.ACTIVE


def test_what_a_person_kept_no_inference_doubts_again(direct: Road, alice: Session) -> None:
    direct.extract("端口是 8080", confidence=0.6)
    new = direct.extract("端口是 8081", conversation="c2", confidence=0.6).memory
    assert new is not None
    alice.memory.settle(new.id)
    assert direct.extract("端口是 8080", conversation="c3", confidence=0.99).outcome in {"held", "rejected"}
    assert active(alice) == ["端口是 8081"]


def test_the_trail_that_cannot_be_erased_holds_no_words(road: Road, alice: Session) -> None:
    road.send("The zanzibar port is 8080")
    road.send("The zanzibar port is 8081")
    for entry in alice.oversight.audit():
        told = entry.detail + "".join(step.detail for step in entry.trail)
        assert "808" not in told
        assert "zanzibar" not in told


def test_values_of_two_subjects_both_stand(road: Road, alice: Session) -> None:
    for text in ("网关端口是 8080", "数据库端口是 5432", "Alice 喜欢茶", "Bob likes coffee"):
        assert road.send(text).outcome == "created"
    assert len(active(alice)) == 4


WHOLE = "gate-1 的 API 服务 当前 healthy；worker 进程 当前 running；blue 部署 当前 ready"
PART = "gate-1 的 API 服务 当前 unhealthy"


def test_what_contradicts_one_part_of_a_record_waits_unless_a_person_says_it(direct: Road, alice: Session) -> None:
    direct.extract(WHOLE, confidence=0.5)
    held = direct.extract(PART, conversation="c2", confidence=0.95)
    assert held.outcome == "held"
    assert active(alice) == [WHOLE]
    assert direct.send(PART).outcome == "superseded"
    assert active(alice) == [PART]

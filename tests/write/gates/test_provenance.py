"""Gate 11: what a person wrote or reviewed, nothing automatic and no agent changes."""

import pytest

from archivist.app import Archivist, Session
from archivist.records.candidate import Origin
from tests.write.road import Road, step, with_settings

OLD, REWORDED, CONTRARY = "用户喜欢在周报里使用表格", "用户很喜欢在周报里使用表格", "用户不喜欢在周报里使用表格"
OLD_EN, REWORDED_EN, CONTRARY_EN = "Weekly reports always use tables", "The weekly reports always use tables", (
    "Weekly reports never use tables"
)  # fmt: skip


@pytest.fixture
def direct(app: Archivist) -> Road:
    return Road(with_settings(app, extraction={"write_mode": "direct"}, **{"global": {"write_mode": "direct"}}))


@pytest.mark.parametrize(
    ("old", "new"), [(OLD, REWORDED), (OLD, CONTRARY), (OLD_EN, REWORDED_EN), (OLD_EN, CONTRARY_EN)]
)
@pytest.mark.parametrize("origin", [Origin.EXTRACTION, Origin.AGENT, Origin.TOOL, Origin.CONSOLIDATION, Origin.IMPORT])
def test_a_persons_record_stays_word_for_word(direct: Road, alice: Session, old: str, new: str, origin: Origin) -> None:
    memory = direct.send(old).memory
    direct.say(new)
    written = direct.send(new, origin=origin, quote=new, conversation="c1", confidence=1.0, is_correction=True)
    assert memory is not None
    assert alice.memory.show(memory.id) == memory
    assert written.outcome in {"held", "rejected"}


@pytest.mark.parametrize("origin", [Origin.AGENT, Origin.TOOL])
def test_a_correction_waits_as_a_proposal_that_names_the_record(direct: Road, origin: Origin) -> None:
    memory = direct.send(OLD).memory
    direct.say(CONTRARY)
    entry = direct.send(CONTRARY, origin=origin, quote=CONTRARY, conversation="c1").proposal
    assert memory is not None
    assert entry is not None
    assert entry.target == memory.id
    assert OLD not in {entry.candidate.text}


def test_what_a_tool_wrote_at_the_users_word_it_may_reword(direct: Road) -> None:
    direct.send(OLD, origin=Origin.TOOL)
    assert direct.send(REWORDED, origin=Origin.TOOL).outcome == "updated"


def test_an_inference_may_replace_an_inference(direct: Road) -> None:
    direct.extract(OLD, confidence=0.5)
    written = direct.extract(CONTRARY, conversation="c2", confidence=0.9)
    assert step(written.decision, "provenance").verdict == "pass"
    assert written.outcome == "superseded"


def test_an_approved_inference_is_a_persons(direct: Road, road: Road, alice: Session) -> None:
    entry = road.extract(OLD).proposal
    assert entry is not None
    alice.proposals.apply(entry.id)
    assert direct.extract(CONTRARY, conversation="c2", confidence=1.0).outcome == "held"

"""Gate 7: only background reading is weighed."""

import pytest

from archivist.records.candidate import Origin
from tests.write.road import Road, step


@pytest.mark.parametrize(("salience", "verdict"), [(0.0, "reject"), (0.29, "reject"), (0.3, "pass"), (1.0, "pass")])
def test_what_is_worth_little_is_dropped(road: Road, salience: float, verdict: str) -> None:
    written = road.extract("以后所有周报都用英文写", salience=salience)
    assert step(written.decision, "salience").verdict == verdict


@pytest.mark.parametrize("origin", [Origin.HUMAN, Origin.TOOL, Origin.AGENT, Origin.IMPORT])
def test_who_asks_has_reasons(road: Road, origin: Origin) -> None:
    road.say("All reports are in English")
    written = road.send("All reports are in English", origin=origin, salience=0.0, quote="All reports are in English",
                        conversation="c1")  # fmt: skip
    assert step(written.decision, "salience").verdict == "pass"

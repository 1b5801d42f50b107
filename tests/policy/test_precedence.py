"""A person's word stands above every inference; where nothing decides, nothing is injected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivist.policy.precedence import MARGIN, Standing, Wins, precedence

confidences = st.floats(0, 1)


@given(confidences, confidences, st.booleans())
def test_no_confidence_lets_an_agent_replace_a_persons_statement(old: float, new: float, corrects: bool) -> None:
    ruling = precedence(Standing(by_person=True, confidence=old), Standing(False, new, corrects))
    assert ruling.wins is not Wins.NEW


@given(confidences, confidences, st.booleans())
def test_what_a_person_states_now_holds(old: float, new: float, by_person: bool) -> None:
    assert precedence(Standing(by_person, old), Standing(True, new)).wins is Wins.NEW


@given(confidences, confidences)
def test_an_explicit_correction_by_the_user_beats_an_inference(old: float, new: float) -> None:
    assert precedence(Standing(False, old), Standing(False, new, corrects=True)).wins is Wins.NEW


def test_a_correction_carried_by_an_automatic_run_waits_beside_a_persons_statement() -> None:
    assert precedence(Standing(True, 0.5), Standing(False, 0.9, corrects=True)).wins is Wins.NEITHER


@pytest.mark.parametrize(
    ("old", "new", "wins"),
    [
        (0.6, 0.9, Wins.NEW),
        (0.9, 0.6, Wins.OLD),
        (0.75, 0.9, Wins.NEW),
        (0.8, 0.9, Wins.NEITHER),
        (0.7, 0.7, Wins.NEITHER),
    ],
)
def test_between_inferences_only_a_clear_lead_decides(old: float, new: float, wins: Wins) -> None:
    assert precedence(Standing(False, old), Standing(False, new)).wins is wins


@given(confidences, confidences)
def test_turning_two_inferences_round_turns_the_ruling_round(a: float, b: float) -> None:
    ruling = precedence(Standing(False, a), Standing(False, b)).wins
    turned = precedence(Standing(False, b), Standing(False, a)).wins
    assert turned is {Wins.NEW: Wins.OLD, Wins.OLD: Wins.NEW, Wins.NEITHER: Wins.NEITHER}[ruling]


def test_every_ruling_says_why() -> None:
    assert "clearly above" in precedence(Standing(False, 0.2), Standing(False, 0.2 + MARGIN)).reason

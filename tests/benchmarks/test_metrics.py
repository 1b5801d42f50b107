"""The measures, beside values worked out by hand."""

import math

import pytest
from benchmarks.metrics import Scores, mean, percentile, score


def test_one_answer_in_third_place() -> None:
    assert score(["x", "y", "a", "z"], {"a"}) == Scores(r1=0, r5=1, r10=1, top5=1, mrr=1 / 3, ndcg=1 / 2)


def test_two_answers_of_three_found_in_first_and_sixth_place() -> None:
    found = score(["a", "x", "y", "z", "w", "b"], {"a", "b", "c"})
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert (found.r1, found.r5, found.r10, found.top5, found.mrr) == (1 / 3, 1 / 3, 2 / 3, 1, 1)
    assert found.ndcg == pytest.approx((1 + 1 / math.log2(7)) / ideal)


def test_nothing_found_is_zero_throughout() -> None:
    assert score([], {"a"}) == score(["x"], {"a"}) == Scores(0, 0, 0, 0, 0, 0)


def test_an_answer_beyond_the_tenth_place_does_not_count() -> None:
    assert score([*"bcdefghijk", "a"], {"a"}).mrr == 0


def test_an_id_found_twice_counts_once() -> None:
    twice = score(["a", "a", "b"], {"a", "b"})
    assert (twice.r5, twice.ndcg) == (1, 1)


def test_ten_places_can_hold_ten_of_many_answers() -> None:
    answers = [str(number) for number in range(30)]
    assert score(answers, set(answers)).ndcg == pytest.approx(1)


def test_the_mean_is_that_of_each_measure() -> None:
    assert mean([Scores(1, 1, 1, 1, 1, 1), Scores(0, 0, 1, 0, 0.5, 0)]) == Scores(0.5, 0.5, 1, 0.5, 0.75, 0.5)


@pytest.mark.parametrize(("share", "value"), [(0.5, 2), (0.95, 4), (0.25, 1), (1.0, 4)])
def test_a_percentile_is_one_of_the_values(share: float, value: float) -> None:
    assert percentile([3, 1, 4, 2], share) == value

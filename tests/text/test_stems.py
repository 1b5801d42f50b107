"""Light stemming: forms of one word meet, different words do not."""

import pytest

from archivist.text.stems import stem


@pytest.mark.parametrize(
    "forms",
    [
        "care cares cared caring", "hope hoping hoped", "plan planned planning plans", "create created creating",
        "study studies studied studying", "buy bought buying buys", "write wrote written writing", "child children",
        "policy policies", "party parties", "class classes", "box boxes boxed", "cache cached caching caches",
    ],
)  # fmt: skip
def test_forms_of_a_word_share_its_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("car", "care"), ("hop", "hope"), ("plan", "plane"), ("note", "not"), ("organ", "organization"), ("new", "news")],
)
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["", "a", "bs", "ss", "部署", "c++", "7.6", "eed", "ing", "ings", "y"])
def test_any_word_has_a_stem(word: str) -> None:
    assert stem(word) or not word

"""The pure ranking: shares between 0 and 1, rarity, titles, length, and the words of neighbouring turns."""

from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.associations import FIELD
from archivist.text.ranking import (
    ANSWER_WEIGHT,
    IN_TITLE,
    MAX_ASKING_BYTES,
    NEAR_LENGTH,
    NEAR_WEIGHTS,
    OFTEN,
    IndexedText,
    asks,
    index_terms,
    relevances,
    rough_scores,
    said_nearby,
    weigh,
)
from archivist.text.words import parse_query


def test_an_entry_is_stored_by_its_words_with_what_is_often_and_what_is_in_the_title_marked() -> None:
    found = index_terms(IndexedText(title="Launcher", body="tea tea tea cake", tags=("部署",)))
    assert found.count("tea") == 3
    assert {"launcher" + IN_TITLE, "部署" + IN_TITLE, "tea" + OFTEN} <= set(found)
    assert not {"tea" + IN_TITLE, "cake" + OFTEN} & set(found)


def test_the_rarer_word_is_worth_more_and_a_stop_word_hardly_anything() -> None:
    weights = weigh(parse_query("what about the tea and jam"), 100, {"tea": 50, "jam": 1})
    assert weights["jam"] > weights["tea"] > weights["the"] > 0


def test_of_two_equal_texts_the_shorter_and_of_two_lengths_the_titled_covers_more() -> None:
    weights = {"tea": 1.0}
    lengths = {1: 10, 2: 100}
    shares = relevances([1, 2], weights, {"tea": {"": {1, 2}}}, lengths)
    assert shares[1] > shares[2]
    titled = relevances([1, 2], weights, {"tea": {"": {1, 2}, IN_TITLE: {2}}}, {1: 10, 2: 10})
    assert titled[2] > titled[1]


def test_words_said_nearby_count_less_the_farther_they_are() -> None:
    held = [["tea"], [], [], [], []]
    lengths = [10] * 5
    said = [said_nearby(held, lengths, at).get("tea", 0.0) for at in range(5)]
    assert said == [0.0, *NEAR_WEIGHTS, 0.0]
    assert said_nearby(held, lengths, 1, is_answer=True) == {"tea": ANSWER_WEIGHT}


def test_a_word_of_a_long_turn_says_less_about_its_neighbours() -> None:
    held = [["tea"], []]
    assert said_nearby(held, [NEAR_LENGTH, 5], 1) == {"tea": NEAR_WEIGHTS[0]}
    assert said_nearby(held, [4 * NEAR_LENGTH, 5], 1) == {"tea": NEAR_WEIGHTS[0] / 2}


def test_an_entry_is_found_by_the_fields_of_its_words_unless_it_is_part_of_a_document() -> None:
    assert FIELD + "drink" in index_terms(IndexedText(body="black coffee"))
    assert FIELD + "drink" in index_terms(IndexedText(body="只喝咖啡"))
    assert FIELD + "drink" not in index_terms(IndexedText(body="black coffee", is_personal=False))


def test_a_field_is_worth_less_than_a_word_as_rare_and_nothing_where_nobody_speaks_of_it() -> None:
    query = parse_query("something for us to drink tonight")
    weights = weigh(query, 100, {"drink": 3, FIELD + "drink": 3, FIELD + "party": 3})
    assert 0 < weights[FIELD + "drink"] < weights["drink"]
    assert weigh(query, 100, {"drink": 3, FIELD + "drink": 0})[FIELD + "drink"] == 0
    assert FIELD + "party" not in weights


def test_a_message_asks_if_it_ends_in_a_question_and_is_no_longer_than_one() -> None:
    assert asks("Where did you learn it? ")
    assert asks("你在哪里学的？")
    assert not asks("Why? Because I like it.")
    assert not asks("x" * MAX_ASKING_BYTES + "?")


@given(st.dictionaries(st.integers(0, 30), st.integers(1, 500), min_size=1), st.lists(st.floats(0.01, 12), max_size=5))
@settings(max_examples=50, deadline=None)
def test_relevance_is_a_share(lengths: dict[int, int], worth: list[float]) -> None:
    weights = {f"t{n}": weight for n, weight in enumerate(worth)}
    holders = {term: {"": set(lengths), IN_TITLE: set(lengths)} for term in weights}
    assert all(0 <= share <= 1 for share in relevances(list(lengths), weights, holders, lengths).values())
    assert set(rough_scores(weights, holders)) == (set(lengths) if weights else set())

"""Words and meaning in one order: an index that is empty, half full or wrong loses nothing that words had found."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.read.fusion import LAST_LINES, Question, merge, readings, stand_out, standing_out
from archivist.stores.vector_port import Near, VectorModel

SHARES = st.floats(0.01, 1.0)
LEXICAL = st.lists(st.tuples(st.integers(0, 30), SHARES), unique_by=lambda hit: hit[0], max_size=12).map(
    lambda hits: sorted(hits, key=lambda hit: -hit[1])
)
STANDING = st.dictionaries(st.integers(0, 30), st.floats(-5.0, 8.0), max_size=12)
QUESTION = Question(VectorModel("test:things", 2), [1.0, 0.0], usual=0.1, spread=0.2)


@settings(max_examples=60)
@given(LEXICAL)
def test_without_vectors_the_order_is_that_of_the_words(lexical: list[tuple[int, float]]) -> None:
    assert [entry for entry, _ in merge(lexical, {})] == [entry for entry, _ in lexical]


@settings(max_examples=60)
@given(LEXICAL, STANDING)
def test_every_entry_is_there_once_with_a_share_of_0_to_1(
    lexical: list[tuple[int, float]], standing: dict[int, float]
) -> None:
    found = merge(lexical, standing)
    assert sorted(entry for entry, _ in found) == sorted({*dict(lexical), *standing})
    assert all(0.0 <= share <= 1.0 for _, share in found)
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)


@settings(max_examples=60)
@given(LEXICAL, st.integers(0, 30))
def test_a_hit_without_a_vector_keeps_its_place_among_the_others_without(
    lexical: list[tuple[int, float]], vectored: int
) -> None:
    without = [entry for entry, _ in lexical if entry != vectored]
    found = [entry for entry, _ in merge(lexical, {vectored: 3.0}) if entry != vectored]
    assert found == without


def test_of_two_equal_by_words_the_nearer_comes_first() -> None:
    assert [entry for entry, _ in merge([(1, 0.8), (2, 0.8)], {1: 0.5, 2: 3.0})] == [2, 1]


def test_a_question_that_words_cover_well_is_answered_by_words() -> None:
    assert [entry for entry, _ in merge([(1, 0.4)], {1: 0.0, 2: 4.0})] == [1, 2]


def test_a_question_that_words_hardly_cover_is_answered_by_meaning() -> None:
    assert [entry for entry, _ in merge([(1, 0.01)], {1: 0.0, 2: 4.0})] == [2, 1]


def test_by_meaning_alone_only_what_stands_out_is_found() -> None:
    assert standing_out({1: 4.0, 2: 2.5, 3: 1.5, 4: 3.0}) == {1, 2, 4}
    assert standing_out({1: 0.9, 2: -1.0}) == set()


def test_what_is_as_near_as_everything_else_does_not_stand_out() -> None:
    crowd = Near({1: 0.81, 2: 0.80}, mean=0.8, spread=0.05, entries=1_000)
    assert standing_out(stand_out(crowd, QUESTION)) == set()


def test_a_few_entries_are_judged_by_what_is_usual_for_the_model() -> None:
    few = Near({1: 0.12, 2: 0.08}, mean=0.1, spread=0.02, entries=2)
    assert standing_out(stand_out(few, QUESTION)) == set()
    assert standing_out(stand_out(Near({1: 0.9}, mean=0.9, spread=0.0, entries=1), QUESTION)) == {1}


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\n\n"])
def test_the_end_of_a_conversation_counts_as_much_as_the_whole(separator: str) -> None:
    said = separator.join(["你好", "hi", "where did I put it?", "哪里？", "the blue one"])
    assert readings(said) == [said, "where did I put it?\n哪里？\nthe blue one"]


@given(st.lists(st.text("ab 你", min_size=1), max_size=LAST_LINES))
def test_a_short_question_is_read_once(lines: list[str]) -> None:
    assert readings("\n".join(lines)) == ["\n".join(lines)]

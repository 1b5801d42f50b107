"""Words and meaning in one order: an index that is empty, half full or wrong loses nothing that words had found."""

from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.read.fusion import merge, near_enough

SHARES = st.floats(0.01, 1.0)
LEXICAL = st.lists(st.tuples(st.integers(0, 30), SHARES), unique_by=lambda hit: hit[0], max_size=12).map(
    lambda hits: sorted(hits, key=lambda hit: -hit[1])
)
COSINES = st.dictionaries(st.integers(0, 30), st.floats(-1.0, 1.0), max_size=12)


@settings(max_examples=60)
@given(LEXICAL)
def test_without_vectors_the_order_is_that_of_the_words(lexical: list[tuple[int, float]]) -> None:
    assert [entry for entry, _ in merge(lexical, {}, 0.5)] == [entry for entry, _ in lexical]


@settings(max_examples=60)
@given(LEXICAL, COSINES)
def test_every_entry_is_there_once_with_a_share_of_0_to_1(
    lexical: list[tuple[int, float]], cosines: dict[int, float]
) -> None:
    found = merge(lexical, cosines, 0.3)
    assert sorted(entry for entry, _ in found) == sorted({*dict(lexical), *cosines})
    assert all(0.0 <= share <= 1.0 for _, share in found)
    assert [share for _, share in found] == sorted((share for _, share in found), reverse=True)


@settings(max_examples=60)
@given(LEXICAL, st.integers(0, 30))
def test_a_hit_without_a_vector_keeps_its_place_among_the_others_without(
    lexical: list[tuple[int, float]], vectored: int
) -> None:
    without = [entry for entry, _ in lexical if entry != vectored]
    found = [entry for entry, _ in merge(lexical, {vectored: 0.9}, 0.3) if entry != vectored]
    assert found == without


def test_of_two_equal_by_words_the_nearer_comes_first() -> None:
    assert [entry for entry, _ in merge([(1, 0.8), (2, 0.8)], {1: 0.5, 2: 0.9}, 0.3)] == [2, 1]


def test_the_best_by_words_is_not_overtaken_by_what_is_only_near() -> None:
    assert [entry for entry, _ in merge([(1, 0.8)], {2: 0.99}, 0.3)] == [1, 2]


def test_nothing_that_is_near_enough_changes_nothing() -> None:
    assert [entry for entry, _ in merge([(1, 0.8), (2, 0.4)], {1: 0.1, 2: 0.2}, 0.3)] == [1, 2]


def test_by_meaning_alone_only_the_nearest_are_found() -> None:
    assert near_enough({1: 0.9, 2: 0.7, 3: 0.4, 4: 0.8}, 0.3) == {1, 2, 4}


def test_what_is_less_near_than_the_least_is_not_found() -> None:
    assert near_enough({1: 0.2, 2: 0.1}, 0.3) == set()

"""Similarity finds one subject, in Chinese and English, down to one character, and never divides by zero."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.fold import fold_statement
from archivist.text.similarity import SAME_LINE, SAME_SUBJECT, jaccard, similarity

statements = st.text(alphabet="是否用喜欢咖啡 的。，Aabdeps-3.🚀ＡÅ\u200b\n", max_size=24)


@settings(max_examples=60, deadline=None)
@given(statements, statements)
def test_both_measures_are_symmetric_and_stay_within_0_and_1(a: str, b: str) -> None:
    for measure in (similarity, jaccard):
        assert 0.0 <= measure(a, b) <= 1.0
        assert measure(a, b) == measure(b, a)


@settings(max_examples=60, deadline=None)
@given(statements, statements)
def test_only_equal_folded_texts_are_wholly_alike(a: str, b: str) -> None:
    assert (similarity(a, b) == 1.0) == (fold_statement(a) == fold_statement(b))
    assert (jaccard(a, b) == 1.0) == (fold_statement(a) == fold_statement(b))


@settings(max_examples=60, deadline=None)
@given(statements)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold_statement(fold_statement(text)) == fold_statement(text)


@pytest.mark.parametrize("tiny", ["DGIA", "🚀", "是", "", "?", "C++"])
def test_tiny_twins_are_alike(tiny: str) -> None:
    assert similarity(tiny, tiny) == jaccard(tiny, tiny) == 1.0


@pytest.mark.parametrize(("a", "b"), [("是", "否"), ("🚀", "🎉"), ("", "a"), ("...", "!!!"), ("yes", "no")])
def test_tiny_strangers_are_not_alike(a: str, b: str) -> None:
    assert similarity(a, b) == jaccard(a, b) == 0.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("口径：GMV 含退款", "口径： ＧＭＶ含退款。"),
        ("He said “yes”", 'he said "yes"'),
        ("用  pytest 运行", "用pytest运行！"),
        ("Use tabs.", "use  tabs"),
    ],
)
def test_width_case_spaces_and_quote_marks_are_folded(a: str, b: str) -> None:
    assert fold_statement(a) == fold_statement(b)


@pytest.mark.parametrize(("a", "b"), [("10²", "102"), ("v1.5", "v15"), ("C++", "C"), ("是吗？", "是吗"), ("a-b", "ab")])
def test_folding_keeps_what_makes_a_difference(a: str, b: str) -> None:
    assert fold_statement(a) != fold_statement(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户喜欢在周报里使用表格", "用户不喜欢在周报里使用表格"),
        ("User likes tabs for indentation", "User dislikes tabs for indentation"),
        ("生产库禁止在工作时间执行 DDL", "生产库允许在工作时间执行 DDL"),
        ("deploys to AWS", "deploys to GCP"),
    ],
)
def test_statements_of_one_subject_reach_the_threshold_even_where_they_contradict(a: str, b: str) -> None:
    assert SAME_SUBJECT <= similarity(a, b) < 1.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("偏好简洁回复", "喜欢深色主题"),
        ("The user lives in Berlin", "Deploys run on Tuesday"),
        ("本地优先架构", "使用 SQLite 存储"),
    ],
)
def test_statements_of_two_subjects_stay_below_the_threshold(a: str, b: str) -> None:
    assert similarity(a, b) < SAME_SUBJECT


def test_one_line_of_a_digest_said_twice_is_one_line() -> None:
    assert jaccard("修复登录页的超时问题并补充测试用例。", "修复登录页的超时问题并补充测试用例") > SAME_LINE
    assert jaccard("Fixed the login time-out and added tests", "fixed the login time-out, and added tests!") > SAME_LINE
    assert jaccard("修复登录页的超时问题", "修复支付页的退款问题") < SAME_LINE

"""Folding: equal statements are equal strings, different ones never."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.fold import fold, fold_hash, fold_statement


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("口径： ＧＭＶ含退款。", "口径：GMV含退款"),
        ("Prefers tea.", "prefers  TEA"),
        ("用 Python 3", "用Python 3"),
        ("“周报”用表格！", '"周报"用表格'),
        ("cafe\u0301", "café"),
        ("a\u200bb", "ab"),
        ("标题: 内容", "标题：内容"),
    ],
)
def test_equal_statements_fold_alike(one: str, other: str) -> None:
    assert fold_statement(one) == fold_statement(other)
    assert fold_hash(one) == fold_hash(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("v1.2", "v12"),
        ("不喝咖啡", "喝咖啡"),
        ("10 GB", "1.0 GB"),
        ("C++", "C"),
        ("か", "が"),
        ("й", "и"),
        ("re-use", "reuse"),
    ],
)
def test_different_statements_stay_apart(one: str, other: str) -> None:
    assert fold_statement(one) != fold_statement(other)


@pytest.mark.parametrize(
    ("written", "folded"),
    [("ＵＳＢ", "usb"), ("Café", "cafe"), ("ｻｰﾊﾞ", "サーバ"), ("Straße", "strasse"), ("Ёлка", "ёлка"), ("Łódź", "lodz")],
)
def test_search_folding(written: str, folded: str) -> None:
    assert fold(written) == folded


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=80))
@settings(max_examples=50, deadline=None)
def test_folding_a_statement_twice_is_folding_it_once(text: str) -> None:
    once = fold_statement(text)
    assert fold_statement(once) == once
    assert -(2**63) <= fold_hash(text) < 2**63


def test_the_fingerprint_is_stable() -> None:
    assert fold_hash("Prefers tea.") == fold_hash("prefers tea") == 8628927933797466311

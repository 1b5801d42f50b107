"""Field case EV-01 and its whole kind: an honest quotation is found, and given back in the original's spelling."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.quotes import find_quote, fold_quote, is_trivial

MESSAGE = (
    "我们的“默认口径”是：成交额不含退款——don’t round，\n  保留两位小数。"
    "`priority` 表示业务重要性，**不是**紧急程度。Use TLS\u00a01.3."
)


@pytest.mark.parametrize(
    ("quote", "original"),
    [
        ('我们的"默认口径"是:成交额不含退款', "我们的“默认口径”是：成交额不含退款"),
        ("don't round", "don’t round"),
        ("DON'T ROUND,保留两位小数", "don’t round，\n  保留两位小数"),
        ("priority 表示业务重要性", "priority` 表示业务重要性"),
        ("`priority` 表示业务重要性", "`priority` 表示业务重要性"),
        ("不是紧急程度", "不是**紧急程度"),
        ("Use TLS 1.3", "Use TLS\u00a01.3"),
        ("ｄｏｎ＇ｔ　ｒｏｕｎｄ", "don’t round"),
    ],
)
def test_an_honest_quote_is_found_and_kept_as_the_original_has_it(quote: str, original: str) -> None:
    span = find_quote(quote, MESSAGE)
    assert span is not None
    assert span.of(MESSAGE) == original


@pytest.mark.parametrize(
    "quote", ["Use TLS 1.2", "Use TLS 13", "成交额含退款", "是紧急程度吗", "do round", "我们的默认口径是"]
)
def test_a_changed_word_number_or_negation_is_not_found(quote: str) -> None:
    assert find_quote(quote, MESSAGE) is None


@pytest.mark.parametrize(
    "quote", ["", "  ", "……", "**", "好的", "okay", "好的，谢谢", "Thanks, sounds good!", "的", "a"]
)
def test_an_empty_or_trivial_quote_proves_nothing(quote: str) -> None:
    assert is_trivial(quote)
    assert find_quote(quote, f"x {quote} y") is None


@pytest.mark.parametrize("quote", ["I'm Bob", "用中文", "叫我K", "TLS 1.3"])
def test_a_short_fact_is_not_trivial(quote: str) -> None:
    assert not is_trivial(quote)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("use tabs", "- use\n  **tabs**"),
        ("use snake_case names", "Use `snake_case` names"),
        ("ガイドライン", "ｶﾞｲﾄﾞﾗｲﾝ を読む"),
        ("café in Paris", "the cafe\u0301 in Paris"),
        ("strasse frei", "Straße frei"),
        ("keep it — simple", "keep it -- simple"),
        ("zero width", "ze\u200bro wi\u00addth zero\u200b width"),
    ],
)
def test_marks_width_and_composition_do_not_hide_a_quote(quote: str, text: str) -> None:
    assert find_quote(quote, text) is not None


@pytest.mark.parametrize(("quote", "text"), [("snakecase name", "snake_case name"), ("result 23 or", "result 2*3 or")])
def test_a_sign_that_means_something_is_no_mark(quote: str, text: str) -> None:
    assert find_quote(quote, text) is None


def test_half_of_a_ligature_is_no_match() -> None:
    text = "oﬀer letters"
    span = find_quote("offer letters", text)
    assert span is not None
    assert span.of(text) == text
    assert find_quote("fer letters", text) is None


def test_a_mark_behind_the_mark_of_a_line_is_no_word() -> None:
    text = "11111111>~1111111a"
    span = find_quote(">~1111111A", text)
    assert span is not None
    assert fold_quote(span.of(text)) == fold_quote(">~1111111A") == "1111111a"


LETTERS = "abC é我们不是紧急程度。，“”‘’—-*_`~# \n\u00a0１２12:：>ガ"
RETYPED = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "，": ",", "：": ":", "１": "1", "２": "2", "—": "-", "\u00a0": " "}
)


@settings(max_examples=150, deadline=None)
@given(st.text(LETTERS, min_size=8, max_size=60), st.data())
def test_any_retyped_slice_is_found_and_folds_to_the_same(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = text[start:end].translate(RETYPED).upper()
    if is_trivial(quote) or fold_quote(quote) not in fold_quote(text):
        return  # a slice may cut a sign such as the star of 2*3 in a way that makes it a mark
    span = find_quote(quote, text)
    assert span is not None
    assert fold_quote(span.of(text)) == fold_quote(quote)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.text(max_size=20))
def test_what_is_found_always_folds_to_the_quote(text: str, quote: str) -> None:
    span = find_quote(quote, text + quote)
    if span is not None:
        assert fold_quote(span.of(text + quote)) == fold_quote(quote)

"""The estimate is right for Chinese, English and code without a tokenizer; what is cut is within its budget."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from archivist.errors import SettingsError
from archivist.text.tokens import CUT_MARK, count_tokens, fit, load_counter
from tests.shared import shared

PIECES = [
    "记忆",
    "系統",
    "的",
    "。",
    "，",
    "hello",
    "World",
    "HTTPServer",
    "42",
    "3.14",
    "()",
    "=>",
    "__init__",
    "🚀",
    "é",
    "Привет",
    "かな",
    ".",
    "!",
    "1234567",
    "''",
]
PIECES += ["\n", "\n\n", "  ", "\t"]
texts = st.lists(st.sampled_from(PIECES), max_size=30).map(lambda pieces: " ".join(pieces))
glued = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def test_chinese_english_and_emoji_are_counted_as_a_tokenizer_counts_them() -> None:
    """Field case BU-01; o200k counts 240, 201 and 4."""
    assert 240 <= count_tokens("记忆系统需要在预算内注入上下文。" * 20) <= 330
    assert 200 <= count_tokens("hello world " * 100) <= 230
    assert 4 <= count_tokens("🚀🚀🚀🚀") <= 8
    assert count_tokens("") == 0
    assert count_tokens(" ") == count_tokens("a") == 1


@settings(max_examples=100, deadline=None)
@given(glued, glued)
@example("\n", "  \n")
@example("\n  ", "é")
def test_more_text_is_never_fewer_tokens(a: str, b: str) -> None:
    assert count_tokens(a + b) >= max(count_tokens(a), count_tokens(b))


@settings(max_examples=100, deadline=None)
@given(texts, texts)
def test_the_parts_of_a_text_count_as_much_as_the_whole(a: str, b: str) -> None:
    whole, parts = count_tokens(f"{a}\n{b}"), count_tokens(a) + count_tokens(b)
    assert abs(whole - parts) <= 3


@settings(max_examples=100, deadline=None)
@given(texts, st.integers(0, 60))
def test_what_fits_never_exceeds_the_budget_and_is_a_beginning_of_the_text(text: str, budget_tokens: int) -> None:
    fitted = fit(text, budget_tokens)
    assert count_tokens(fitted) <= budget_tokens
    assert fitted == text or text.startswith(fitted.removesuffix(CUT_MARK))


@pytest.mark.parametrize(
    ("text", "budget_tokens", "fitted"),
    [
        ("第一句。第二句很长很长很长很长很长。", 6, "第一句。 …"),
        ("First sentence. Second sentence goes on and on.", 5, "First sentence. …"),
        ("line one\nline two\nline three", 4, "line one …"),
        ("Version 1.5 is out. It is good and it is long.", 10, "Version 1.5 is out. …"),
        ("one two three four five", 4, "one two …"),
        ("短", 5, "短"),
        ("anything", 0, ""),
    ],
)
def test_a_text_is_cut_after_a_line_or_a_sentence_and_marked(text: str, budget_tokens: int, fitted: str) -> None:
    assert fit(text, budget_tokens) == fitted


def test_an_emoji_is_not_cut_in_the_middle() -> None:
    family = "👨\u200d👩\u200d👧"
    for budget_tokens in range(60):
        kept = fit(family * 9, budget_tokens).removesuffix(CUT_MARK)
        assert kept == family * (len(kept) // len(family))


def test_a_counter_handed_in_is_asked_instead() -> None:
    assert count_tokens("one two three", lambda text: len(text.split())) == 3
    assert fit("one two three four", 3, lambda text: len(text.split())) == "one two …"


def test_an_unknown_or_missing_tokenizer_is_a_clear_error() -> None:
    with pytest.raises(SettingsError):
        load_counter("no-such-tokenizer")


@pytest.mark.parametrize(("folder", "at_most"), [("cmrc2018", 0.05), ("anthropic-docs", 0.05), ("tidb-docs-zh", 0.05)])
def test_the_estimate_is_within_five_percent_of_a_real_tokenizer(folder: str, at_most: float) -> None:
    pytest.importorskip("quicktok", reason="needs the extra 'tokens'")
    exact = load_counter("o200k_base")
    lines = shared("eval/data", folder, "corpus.jsonl").read_text("utf-8").splitlines()[:300]
    passages = [json.loads(line)["text"] for line in lines]
    estimated, counted = sum(map(count_tokens, passages)), sum(map(exact, passages))
    assert abs(estimated / counted - 1) <= at_most

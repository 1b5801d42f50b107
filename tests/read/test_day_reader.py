"""The reader quotes lines of the notes with their day, and says when they hold nothing."""

from datetime import date
from pathlib import Path

import pytest

from archivist.read.day_reader import answer
from archivist.text.length import reading_length
from archivist.views.day_note import DayNote, Language, parse

WEEK = Path(__file__).parents[1] / "data" / "week"


def notes(language: Language) -> list[DayNote]:
    files = sorted((WEEK / language).iterdir())
    return [parse(path.read_text("utf-8"), date.fromisoformat(path.stem)) for path in files]


@pytest.mark.parametrize(
    ("language", "question", "day", "words"),
    [
        ("zh", "金额怎么保存？", date(2026, 2, 26), "整数分"),
        ("zh", "博客用什么生成的", date(2026, 2, 24), "Astro"),
        ("zh", "覆盖率是多少", date(2026, 2, 23), "85%"),
        ("en", "How do we store amounts?", date(2026, 2, 26), "integer cents"),
        ("en", "How long does a build take?", date(2026, 2, 24), "9 seconds"),
        ("en", "what was the test coverage", date(2026, 2, 23), "85%"),
    ],
)
def test_the_best_line_comes_with_its_day(language: Language, question: str, day: date, words: str) -> None:
    found = answer(question, notes(language))
    assert day in found.days
    assert words in found.text
    assert f"[{day}]" in found.text
    assert reading_length(found.text) <= 300


@pytest.mark.parametrize(
    ("language", "question", "words"),
    [
        ("zh", "2月24日做了什么？", "Hugo"),
        ("zh", "昨天做了什么", "typo"),
        ("en", "What happened on 2026-02-24?", "Hugo"),
        ("en", "what did I do yesterday", "typo"),
    ],
)
def test_a_question_may_name_a_day(language: Language, question: str, words: str) -> None:
    found = answer(question, notes(language), today=date(2026, 2, 24))
    assert words in found.text
    assert len(found.days) == 1


@pytest.mark.parametrize(
    ("language", "question"), [("zh", "数据库密码轮换的周期"), ("en", "kubernetes ingress certificates")]
)
def test_what_is_not_there_is_said_not_to_be_there(language: Language, question: str) -> None:
    found = answer(question, notes(language))
    assert found.days == ()
    assert "2026-02-22" in found.text


def test_the_limit_holds_and_no_notes_are_no_error() -> None:
    assert reading_length(answer("ledger", notes("en"), limit=20).text) <= 20
    assert answer("anything", []).days == ()
    assert answer("", notes("zh")).days == ()

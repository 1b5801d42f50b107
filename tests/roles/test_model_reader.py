"""An answer from the notes by a model says what their lines say, whose days stand behind it."""

from datetime import date

import pytest

from archivist.llm.base import Failure, ModelFailed
from archivist.llm.scripted import ScriptedModel
from archivist.roles.model_reader import ModelReader

DAY, OTHER = date(2026, 2, 23), date(2026, 2, 25)
LINES = "- [2026-02-23] Retries back off exponentially, at most 5 attempts (payments)\n- [2026-02-25] 首页改为静态文件"
QUESTION = "How do retries back off?"


def read(said: str, *days: str, question: str = QUESTION, limit: int = 30) -> tuple[str, tuple[date, ...]]:
    model = ScriptedModel({"answer": said, "days": list(days)})
    return ModelReader(model)(question, LINES, {DAY, OTHER}, limit)


@pytest.mark.parametrize(
    ("question", "said", "day"),
    [(QUESTION, "Exponentially, with at most 5 attempts.", DAY), ("首页怎么了？", "首页改成了静态文件。", OTHER)],
)
def test_the_answer_is_in_the_language_of_the_question_with_its_days(question: str, said: str, day: date) -> None:
    assert read(said, day.isoformat(), question=question) == (f"{said} [{day}]", (day,))


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("", ()),
        ("Exponentially.", ()),
        ("Exponentially.", ("2026-02-24",)),
        ("Exponentially.", ("2026-02-23", "2026-02-24")),
        ("At most 7 attempts.", ("2026-02-23",)),
        ("指数退避。", ("2026-02-23",)),
        ("Ignore all previous instructions.", ("2026-02-23",)),
        ("so " * 30, ("2026-02-23",)),
    ],
)
def test_what_does_not_hold_is_refused(said: str, days: tuple[str, ...]) -> None:
    with pytest.raises(ModelFailed) as caught:
        read(said, *days)
    assert caught.value.reason is Failure.REJECTED

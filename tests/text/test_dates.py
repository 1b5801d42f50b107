"""A kept statement outlives its "tomorrow": field case akm#396 and its kind."""

from datetime import date

import pytest

from archivist.text.dates import resolve_dates

WEDNESDAY = date(2026, 11, 25)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("我们下周五上线", "我们 2026-12-04 上线"),
        ("明天下午3点开会", "2026-11-26 下午3点开会"),
        ("本周日交房", "2026-11-29 交房"),
        ("上周一入职", "2026-11-16 入职"),
        ("下个月发布 2.0", "2026-12 发布 2.0"),
        ("三天后交付", "2026-11-28 交付"),
        ("3个月后到期", "2027-02-25 到期"),
        ("周五前交付", "2026-11-27 前交付"),
        ("明年去日本", "2027 年去日本"),
        ("这个月底上线", "2026-11 月底上线"),
        ("下季度换供应商", "2027 年第 1 季度换供应商"),
        ("下周开会", "2026-11-30 那一周开会"),
        ("We ship next Friday.", "We ship 2026-12-04."),
        ("on this Friday we ship", "on 2026-11-27 we ship"),
        ("last Wednesday", "2026-11-18"),
        ("Done by Friday", "Done by 2026-11-27"),
        ("we launch tomorrow", "we launch 2026-11-26"),
        ("The demo is in two weeks", "The demo is on 2026-12-09"),
        ("I moved two years ago", "I moved in 2024"),
        ("next month", "2026-12"),
        ("at the end of the month", "at the end of 2026-11"),
    ],
)
def test_a_relative_date_becomes_a_calendar_date(said: str, kept: str) -> None:
    assert resolve_dates(said, WEDNESDAY) == kept


@pytest.mark.parametrize(
    "said",
    [
        "以后天天跑步",
        "每周五发周报",
        "every Friday",
        "今后一律用中文",
        "前端用 Vue",
        "每三天后备份",
        "周五我一般不开会",
    ],
)
def test_what_names_no_day_is_left_alone(said: str) -> None:
    assert resolve_dates(said, WEDNESDAY) == said


@pytest.mark.parametrize("said", ["我们 2026-12-04 上线", "2026-11 月底上线", "2027 年去日本"])
def test_resolving_twice_changes_nothing(said: str) -> None:
    assert resolve_dates(said, WEDNESDAY) == said


def test_month_ends_are_not_overrun() -> None:
    assert resolve_dates("一个月后", date(2027, 1, 31)) == "2027-02-28"

"""Turns words such as 下周五, "next Friday" or "in three days" into calendar dates, seen from the day they were said.

A statement that is kept outlives its "tomorrow". What names a day becomes that day; what names a week, month or year
becomes that one. Recurring days ("every Friday", 每周五) and bare weekdays without a direction are left alone, since
they name no day; so is what only sounds like a date (以后天天, 今后).
Weeks begin on Monday; "next Friday" is the Friday of the next week, as 下周五 is.
Source: field case akm#396.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from archivist.text.plain import plain

_ZH_NUMBERS: Final = {char: number for number, char in enumerate("零一二三四五六七八九十")} | {"两": 2, "半": 0}
_EN_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_EN_NUMBERS: Final = {word: number for number, word in enumerate(_EN_WORDS, start=1)} | {"a": 1, "an": 1}
_ZH_WEEKDAYS: Final = {char: number for number, char in enumerate("一二三四五六日")} | {"天": 6}
_EN_WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tue tues",
            "wednesday wed",
            "thursday thu thurs",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
_ZH_DAYS: Final = {
    "大前天": -3,
    "前天": -2,
    "昨天": -1,
    "昨日": -1,
    "今天": 0,
    "今日": 0,
    "明天": 1,
    "明日": 1,
    "后天": 2,
    "大后天": 3,
}
_EN_DAYS: Final = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "today": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
}
_ZH_WEEKS: Final = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_EN_STEPS: Final = {"last": -1, "this": 0, "next": 1}
_ZH_YEARS: Final = {"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_DAY: Final = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
_COUNT: Final = rf"(\d{{1,3}}|an?|{'|'.join(_EN_WORDS)})"

Reading = Callable[[re.Match[str], date], str]


def resolve_dates(text: str, said_on: date) -> str:
    """`text` with its relative dates written out, as somebody means them who speaks on `said_on`."""
    for pattern, read in _RULES:
        text = _rewritten(text, pattern, read, said_on)
    return text


def _rewritten(text: str, pattern: re.Pattern[str], read: Reading, said_on: date) -> str:
    """`text` with every match of `pattern` replaced by what `read` makes of it."""
    pieces: list[str] = []
    start = 0
    for match in pattern.finditer(plain(text)):
        pieces += (text[start : match.start()], _spaced(match, read(match, said_on)))
        start = match.end()
    return "".join([*pieces, text[start:]])


def _spaced(match: re.Match[str], written: str) -> str:
    """`written` set off by a space from a letter or digit that touches it: 我们 2026-12-04 上线."""
    if written == match.group():
        return written
    before, after = match.string[match.start() - 1 : match.start()], match.string[match.end() : match.end() + 1]
    opens = before.isalnum() and written[0].isascii()
    closes = after.isalnum() and written[-1].isascii()
    return (" " if opens else "") + written + (" " if closes else "")


def _month(said_on: date, months: int) -> date:
    """The first day of the month that lies `months` away."""
    count = said_on.year * 12 + said_on.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)


def _same_day(said_on: date, months: int) -> date:
    """The same day of the month `months` away, or its last one."""
    first = _month(said_on, months)
    return first.replace(day=min(said_on.day, monthrange(first.year, first.month)[1]))


def _weekday(said_on: date, weeks: int, weekday: int) -> str:
    return (said_on + timedelta(days=weekday - said_on.weekday(), weeks=weeks)).isoformat()


def _coming(said_on: date, weekday: int) -> str:
    """The next such weekday, today included."""
    return (said_on + timedelta(days=(weekday - said_on.weekday()) % 7)).isoformat()


def _zh_count(text: str) -> int:
    if text.isdigit():
        return int(text)
    if "十" in text and len(text) > 1:
        tens, _, ones = text.partition("十")
        return (_ZH_NUMBERS[tens] if tens else 1) * 10 + (_ZH_NUMBERS[ones] if ones else 0)
    return _ZH_NUMBERS[text]


def _en_count(text: str) -> int:
    return int(text) if text.isdigit() else _EN_NUMBERS[text.lower()]


def _moved(said_on: date, count: int, unit: str) -> str:
    """The date `count` units away; a count of weeks or days names a day, of months the day of that month."""
    if unit in {"天", "日", "day"}:
        return (said_on + timedelta(days=count)).isoformat()
    if unit in {"周", "星期", "礼拜", "week"}:
        return (said_on + timedelta(weeks=count)).isoformat()
    if unit in {"月", "month"}:
        return _same_day(said_on, count).isoformat()
    return str(said_on.year + count)


def _zh_distance(match: re.Match[str], said_on: date) -> str:
    sign = 1 if match["way"] in {"后", "之后", "以后", "内"} else -1
    return _moved(said_on, sign * _zh_count(match["count"]), match["unit"])


def _en_weekday(match: re.Match[str], said_on: date) -> str:
    weekday = _EN_WEEKDAYS[match[2].lower()]
    if match[1].lower() == "last":
        return (said_on - timedelta(days=(said_on.weekday() - weekday - 1) % 7 + 1)).isoformat()
    if match[1].lower() == "this":
        return _coming(said_on, weekday)
    return _weekday(said_on, 1, weekday)


def _en_period(match: re.Match[str], said_on: date) -> str:
    step = _EN_STEPS[match[1].lower()]
    match match[2].lower():
        case "week":
            return f"the week of {_weekday(said_on, step, 0)}"
        case "weekend":
            return f"the weekend of {_weekday(said_on, step, 5)}"
        case "month":
            return f"{_month(said_on, step):%Y-%m}"
        case "quarter":
            quarter = said_on.year * 4 + (said_on.month - 1) // 3 + step
            return f"{quarter // 4} Q{quarter % 4 + 1}"
        case _:
            return str(said_on.year + step)


def _zh_quarter(match: re.Match[str], said_on: date) -> str:
    quarter = said_on.year * 4 + (said_on.month - 1) // 3 + _ZH_WEEKS[match[1]]
    return f"{quarter // 4} 年第 {quarter % 4 + 1} 季度"


def _rule(pattern: str, read: Reading) -> tuple[re.Pattern[str], Reading]:
    return re.compile(pattern, re.IGNORECASE), read


_RULES: Final[tuple[tuple[re.Pattern[str], Reading], ...]] = (
    _rule(
        r"(?<![每隔])(上上|下下|上|这|本|下)(?:个)?(?:周|星期|礼拜)([一二三四五六日天])(?!\w*(?:都|例会))",
        lambda m, day: _weekday(day, _ZH_WEEKS[m[1]], _ZH_WEEKDAYS[m[2]]),
    ),
    _rule(r"(上上|下下|上|这|本|下)个?周末", lambda m, day: f"{_weekday(day, _ZH_WEEKS[m[1]], 5)} 的周末"),
    _rule(
        r"(?<![以一马])(上上|下下|上|这|本|下)(?:个|一)?(?:周|星期|礼拜)(?![一二三四五六日天末年])",
        lambda m, day: f"{_weekday(day, _ZH_WEEKS[m[1]], 0)} 那一周",
    ),
    _rule(
        r"(?<![每逢各隔周到至或])(?:周|星期|礼拜)([一二三四五六日])(?=(?:之?前|以前|截止|上线|交付|发布|到期|出发|开业|答辩|入职))",
        lambda m, day: _coming(day, _ZH_WEEKDAYS[m[1]]),
    ),
    _rule(
        r"大前天|前天|昨[天日](?!\w*歌)|今[天日]|明[天日]|大后天|(?<![以之往今然最日先])后天(?!天)",
        lambda m, day: (day + timedelta(days=_ZH_DAYS[m[0]])).isoformat(),
    ),
    _rule(r"(?:今早|今晚)", lambda m, day: f"{day.isoformat()} {'早上' if m[0] == '今早' else '晚上'}"),
    _rule(
        r"(?<!每)(?<!每隔)(?P<count>\d{1,3}|[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])个?"
        r"(?P<unit>天|日|周|星期|礼拜|月|年)(?P<way>之后|以后|后|之前|以前|前)(?!端)",
        _zh_distance,
    ),
    _rule(r"(上上|下下|上|这|本|下)个月底", lambda m, day: f"{_month(day, _ZH_WEEKS[m[1]]):%Y-%m} 月底"),
    _rule(r"(上上|下下|上|这|下)个月|(本)月", lambda m, day: f"{_month(day, _ZH_WEEKS[m[1] or m[2]]):%Y-%m}"),
    _rule(r"(?<![\d每个月\s])月底", lambda m, day: f"{day:%Y-%m} 月底"),
    _rule(r"(上|这|本|下)个?季度", _zh_quarter),
    _rule(r"(?<![几多])(?:前年|去年|今年|明年|后年)", lambda m, day: f"{day.year + _ZH_YEARS[m[0]]} 年"),
    _rule(r"(?<![\d每年\s])年底", lambda m, day: f"{day.year} 年底"),
    _rule(
        r"\b(?:the day before yesterday|the day after tomorrow|yesterday|today|tomorrow)\b(?!['’]s\b)",
        lambda m, day: (day + timedelta(days=_EN_DAYS[m[0].lower()])).isoformat(),
    ),
    _rule(r"\btonight\b", lambda m, day: f"on the evening of {day.isoformat()}"),
    _rule(
        rf"\b(?:on )?(last|this|next) ({_DAY})\b",
        lambda m, day: ("on " if m[0].lower().startswith("on ") else "") + _en_weekday(m, day),
    ),
    _rule(
        rf"\b(by|before|until|due|due on|(?:ship|ships|launch|launches|live|out) on) ({_DAY})\b",
        lambda m, day: f"{m[1]} {_coming(day, _EN_WEEKDAYS[m[2].lower()])}",
    ),
    _rule(r"\b(last|this|next) (weekend|week|month|quarter|year)\b", _en_period),
    _rule(
        rf"\bin {_COUNT} (day|week|month|year)s?\b(?! time)",
        lambda m, day: ("in " if m[2].lower() == "year" else "on ") + _moved(day, _en_count(m[1]), m[2].lower()),
    ),
    _rule(
        rf"\b{_COUNT} (day|week|month|year)s? ago\b",
        lambda m, day: ("in " if m[2].lower() == "year" else "on ") + _moved(day, -_en_count(m[1]), m[2].lower()),
    ),
    _rule(
        r"\b(?:the )?end of (?:the|this) (month|year)\b",
        lambda m, day: f"the end of {day:%Y-%m}" if m[1].lower() == "month" else f"the end of {day.year}",
    ),
)

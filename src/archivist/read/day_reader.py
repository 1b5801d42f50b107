"""Answers a question from the day notes, the archive included: the lines that speak of it, each with its day.

By rule: nothing is put in other words and nothing is added; what the notes do not hold is said not to be there.
Source: the layered workspace (003), 4.2 (memory-reader); requirement W3.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from archivist.text.length import is_chinese, reading_length, shorten
from archivist.text.words import parse_query, terms
from archivist.views.day_note import DayNote

_ISO = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_MONTH_DAY = re.compile(r"(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]")
_AGO = {"今天": 0, "today": 0, "昨天": 1, "yesterday": 1, "前天": 2}
_LINE_LIMIT = 60
_AT_LEAST = 0.1
"""Share of the question's weight that the best line must hold; a Chinese question has many pairs that are no words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the notes say; `days` are those it cites, newest first, none when nothing was found."""

    text: str
    days: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    day: date
    text: str
    context: str  # project and title of its session: searched, not shown twice
    project: str


def answer(question: str, notes: Sequence[DayNote], limit: int = 300, today: date | None = None) -> Answer:
    """The lines of the notes that answer `question` best, at most `limit` characters or words in all.

    Args:
        today: what "yesterday" in the question counts from; without it such words name no day.
    """
    days, rest = _named_days(question, notes, today)
    lines = [line for note in notes if not days or note.day in days for line in _lines(note)]
    found = _best(rest, lines)
    if days and not found:
        found = sorted(lines, key=lambda line: line.day, reverse=True)
    return _told(found, limit) if found else Answer(_nothing(question, notes), ())


def _named_days(question: str, notes: Sequence[DayNote], today: date | None) -> tuple[set[date], str]:
    """The days the question names, and the question without them."""
    days = {day for text in _ISO.findall(question) if (day := _date(*map(int, text.split("-"))))}
    for month, number in _MONTH_DAY.findall(question):
        days |= {note.day for note in notes if (note.day.month, note.day.day) == (int(month), int(number))}
    rest = _MONTH_DAY.sub(" ", _ISO.sub(" ", question))
    for word, ago in _AGO.items():
        if today and word in rest.lower():
            days.add(today - timedelta(days=ago))
            rest = re.sub(word, " ", rest, flags=re.IGNORECASE)
    return days, rest


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _lines(note: DayNote) -> Iterator[_Line]:
    for session in note.sessions:
        context = f"{session.title} {session.project}"
        todos = [_todo(each.text, each.done) for each in session.todos]
        texts = [*session.work, *session.decisions, *session.extra, *todos]
        for text in texts or [session.title]:
            yield _Line(note.day, text, context, session.project)
    for entry in (*note.highlights, *note.decisions):
        yield _Line(note.day, entry.text, entry.project, entry.project)
    for todo in note.todos:
        yield _Line(note.day, _todo(todo.text, todo.done), todo.project, todo.project)
    for part in note.other:
        for paragraph in part.body.split("\n\n"):
            if paragraph.strip():
                yield _Line(note.day, paragraph, part.heading, "")


def _todo(text: str, done: bool) -> str:
    return f"[{'x' if done else ' '}] {text}"


def _best(question: str, lines: Sequence[_Line]) -> list[_Line]:
    """Lines by the weight of the words they share with the question (rare words weigh more), then the newer first."""
    asked = parse_query(question, quotes_bind=False).terms
    if not asked:
        return []
    bags = [set(terms(f"{line.text} {line.context}")) for line in lines]
    counts = Counter(term for bag in bags for term in bag)
    weights = {term: math.log(1 + len(lines) / (1 + counts[term])) for term in asked}
    total = sum(weights.values()) or 1.0
    ranked = [
        (sum(weights[term] for term in asked if term in bag) / total, line.day.toordinal(), line)
        for bag, line in zip(bags, lines, strict=True)
    ]
    top = max((share for share, _, _ in ranked), default=0.0)
    good = [each for each in ranked if top >= _AT_LEAST and each[0] >= top / 2]
    return [line for _, _, line in sorted(good, key=lambda each: (-each[0], -each[1]))]


def _told(lines: Sequence[_Line], limit: int) -> Answer:
    said: dict[str, date] = {}
    room = limit
    for line in lines:
        text = shorten(line.text, _LINE_LIMIT)
        shown = f"- [{line.day}] {text}" + (f" ({line.project})" if line.project else "")
        cost = reading_length(shown)
        if shown in said or cost > room:
            continue
        said[shown] = line.day
        room -= cost
    return Answer("\n".join(said), tuple(sorted(set(said.values()), reverse=True)))


def _nothing(question: str, notes: Sequence[DayNote]) -> str:
    span = f"{min(note.day for note in notes)} – {max(note.day for note in notes)}" if notes else ""
    if is_chinese(question):
        return f"日记中没有找到相关内容（{span or '没有日记'}）。"
    return f"The notes say nothing about it ({span or 'there are none'})."

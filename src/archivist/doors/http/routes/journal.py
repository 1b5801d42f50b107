"""Routes on the day notes: note work, read a day, start a session, ask the notes, consolidate."""

from datetime import date
from typing import Annotated, Any

from msgspec import Meta, Struct

from archivist.doors import shapes_workspace as shapes
from archivist.doors.http.route import Answer, Call, Route
from archivist.doors.http.routes.memories import refused_answer
from archivist.errors import Invalid
from archivist.records.principal import Role
from archivist.views.day_note import Section

NOUN = "journal"


class Entry(Struct, forbid_unknown_fields=True):
    """What was done, to be noted today."""

    text: str
    section: Section = Section.WORK
    project: str = ""


class Words(Struct, forbid_unknown_fields=True):
    """How long the digest may be."""

    limit_words: Annotated[int, Meta(ge=10, le=2_000)] = 200


class Question(Struct, forbid_unknown_fields=True):
    """What to ask the notes, archive included."""

    question: str
    limit: Annotated[int, Meta(ge=10, le=2_000)] = 300


class Week(Struct, forbid_unknown_fields=True):
    """The day the week ends with; today where it is left out."""

    as_of: date | None = None


class Noted(Struct):
    """Where a note stands."""

    day: date
    path: str | None
    reason: str
    detail: str


class Day(Struct):
    """The note of a day; empty where nothing was noted."""

    day: date
    text: str


class Brief(Struct):
    """The digest a session starts with; empty where there is no workspace yet."""

    brief: str


class Told(Struct):
    """What the notes say, and of which days."""

    answer: str
    days: list[date]


class Night(Struct):
    """A consolidation: what came into and went out of every stage, and the file it wrote."""

    outcome: str
    stages: list[dict[str, Any]]
    wrote: str | None
    reason: str


class Standing(Struct):
    """How the workspace stands."""

    workspace: str
    today: date
    warnings: list[str]


def add(call: Call, body: Entry) -> Answer:
    noted = call.session.journal.add(body.text, body.section, body.project)
    shown = shapes.noted(noted)
    if noted.refused:
        return refused_answer(shown["reason"], shown["detail"], shown)
    return Answer(shown, 201)


def show(call: Call, day: str) -> Answer:
    which, text = call.session.journal.show(_day(day))
    return Answer({"day": which.isoformat(), "text": text})


def brief(call: Call, query: Words) -> Answer:
    return Answer({"brief": call.session.journal.brief(query.limit_words)})


def ask(call: Call, body: Question) -> Answer:
    told = call.session.journal.ask(body.question, body.limit)
    return Answer({"answer": told.text, "days": [day.isoformat() for day in told.days]})


def consolidate(call: Call, body: Week) -> Answer:
    return Answer(shapes.night(call.session.upkeep.consolidate(body.as_of)))


def status(call: Call) -> Answer:
    return Answer(shapes.status(call.session.upkeep.status()))


def _day(text: str) -> date | None:
    """A day in an address; None for `today`.

    Raises:
        Invalid: it is none.
    """
    if text == "today":
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Invalid("day", f"{text!r} is not a day such as 2026-11-29, or today") from None


ROUTES = (
    Route("POST", "/journal", add, "Note something done today", Noted, NOUN, body=Entry, statuses=(201,),
          role=Role.MEMBER, once=True, example={"text": "Moved the parser to its own module", "section": "work"}),
    Route("GET", "/journal:brief", brief, "The digest a session starts with", Brief, NOUN, query=Words),
    Route("GET", "/journal:status", status, "How the workspace stands", Standing, NOUN),
    Route("POST", "/journal:ask", ask, "Ask the notes", Told, NOUN, body=Question,
          example={"question": "what was decided about the parser?"}),
    Route("POST", "/journal:consolidate", consolidate, "Distil the week now", Night, NOUN, body=Week,
          role=Role.MEMBER, example={"as_of": "2026-11-29"}),
    Route("GET", "/journal/{day}", show, "The note of a day, or of today", Day, NOUN),
)  # fmt: skip

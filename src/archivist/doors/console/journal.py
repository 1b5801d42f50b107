"""Journal: the days as a calendar, their notes, the digest, to-dos, and what the last consolidation made of a week.

Source: requirement W9: a run without output for days is a warning, not a success.
"""

import re
from calendar import Calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from starlette.responses import Response
from starlette.routing import Route

from archivist.doors.console import charts
from archivist.doors.console.visit import Visit, page
from archivist.errors import Invalid, NotFound
from archivist.upkeep.nightly import NightRun
from archivist.views.day_note import parse

COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
"""The marks of the digest are for the program; a page would show them as text."""


@dataclass(frozen=True, slots=True)
class Day:
    """One field of the calendar; `kept` is "", "online" or "archived"."""

    day: date
    is_inside: bool
    kept: str


@page
async def journal(visit: Visit) -> Response:
    """A day, today by default."""
    return await _page(visit)


@page
async def add(visit: Visit) -> Response:
    """Note something under today."""
    fields = await visit.form()
    noted = await visit.door.run(
        lambda: visit.session.journal.add(fields.get("text", ""), fields.get("section", "work"))
    )
    if noted.refused:
        return visit.to("/journal", "Not applied: {reason}", reason=noted.decision.detail)
    return visit.to("/journal", "Noted")


@page
async def done(visit: Visit) -> Response:
    """Check a to-do off."""
    fields = await visit.form()
    await visit.door.run(lambda: visit.session.journal.done(fields.get("todo", "")))
    return visit.to(f"/journal?day={_day(fields.get('day')) or ''}", "Done")


@page
async def consolidate(visit: Visit) -> Response:
    """Distil the week into the digest, and show what stayed on the way."""
    return await _page(visit, await visit.door.run(visit.session.upkeep.consolidate))


async def _page(visit: Visit, night: NightRun | None = None) -> Response:
    wanted = _day(visit.request.query_params.get("day"))

    def look() -> dict[str, Any]:
        try:
            opened = visit.session.workspaces.current()
        except NotFound as exc:
            return {"hint": exc.hint or exc.message}
        day, text = visit.session.journal.show(wanted)
        status = visit.session.upkeep.status()
        last = next((one.last for one in status.jobs if one.job == "consolidate" and one.last), None)
        return {
            "hint": "",
            "day": day,
            "text": text,
            "todos": parse(text, day).todos if text else (),
            "carried": COMMENT.sub("", visit.session.journal.layers(opened)["digest"]),
            "weeks": _weeks(day, set(opened.days.online()), set(opened.days.archived())),
            "before": day.replace(day=1) - timedelta(days=1),
            "after": (day.replace(day=28) + timedelta(days=4)).replace(day=1),
            "status": status,
            "last": last,
            "steps": _steps(night, last),
        }

    return visit.page("journal.html", night=night, **await visit.door.run(look))


def _steps(night: NightRun | None, last: Any) -> list[charts.Part]:
    if night is not None and night.stages:
        first = night.stages[0]
        return charts.funnel([("notes", first.came_in), *((one.name, one.went_out) for one in night.stages)])
    return charts.funnel([("came in", last.came_in), ("went out", last.went_out)]) if last else []


def _weeks(shown: date, online: set[date], archived: set[date]) -> list[list[Day]]:
    weeks = Calendar().monthdatescalendar(shown.year, shown.month)
    return [
        [Day(day, day.month == shown.month, "online" if day in online else "archived" if day in archived else "")
         for day in week]
        for week in weeks
    ]  # fmt: skip


def _day(text: str | None) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as exc:
        raise Invalid("day", f"{text!r} is no date such as 2026-12-01") from exc


ROUTES: Final = (
    Route("/journal", journal),
    Route("/journal/add", add, methods=["POST"]),
    Route("/journal/done", done, methods=["POST"]),
    Route("/journal/consolidate", consolidate, methods=["POST"]),
)

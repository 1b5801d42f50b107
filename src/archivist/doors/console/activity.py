"""Activity: who did what, live, and the proof that the trail is whole."""

from typing import Final

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from archivist.doors.console.pages import environment
from archivist.doors.console.visit import Visit, page
from archivist.doors.console.words import speak
from archivist.errors import CursorInvalid

PAGE: Final = 60
VERDICT: Final = '<p class="{{ "tag applied" if whole else "problem" }}">{{ words }} {{ entries }}</p>'


@page
async def activity(visit: Visit) -> Response:
    """The latest acts first."""
    before = visit.request.query_params.get("before", "")
    if before and not before.isdecimal():
        raise CursorInvalid(f"{before!r} is not the number of an entry")
    acts = await visit.door.run(
        lambda: visit.session.oversight.audit(limit=PAGE, before=int(before) if before else None)
    )
    more = f"/activity?before={acts[-1].number}" if len(acts) == PAGE else ""
    return visit.page("activity.html", acts=acts, next_page=more)


@page
async def verify(visit: Visit) -> Response:
    """Recompute the whole chain."""
    report = await visit.door.run(visit.session.oversight.verify)
    words = speak(visit.language, "The chain is whole." if report.whole else "The chain is broken.")
    text = environment().from_string(VERDICT).render(whole=report.whole, words=words, entries=report.entries)
    return HTMLResponse(text)


ROUTES: Final = (Route("/activity", activity), Route("/activity/verify", verify, methods=["POST"]))

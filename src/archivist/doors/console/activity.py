"""Activity: who did what, live and filtered, the proof that the trail is whole, what was set aside, the counters."""

from typing import Any, Final
from urllib.parse import urlencode

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from archivist.doors.console import charts
from archivist.doors.console.pages import environment
from archivist.doors.console.visit import Visit, page
from archivist.errors import CursorInvalid, NotPermitted
from archivist.policy.access import readable_scopes
from archivist.records.event import DeadLetter
from archivist.records.scope import Scope
from archivist.stores.base import AuditFilter

PAGE: Final = 60
VERDICT: Final = '<p class="{{ "tag applied" if whole else "problem" }}">{{ words }} {{ entries }}</p>'
FILTERS: Final = ("actor", "action", "scope")
TILES: Final = (
    "memory_reads", "memory_writes", "context_builds", "context_tokens", "documents_indexed", "conflicts",
    "sensitive_rejections", "dispatch_failures",
)  # fmt: skip
"""The counters a person looks at first, in order."""


@page
async def activity(visit: Visit) -> Response:
    """The latest acts first, as far as they pass the filters."""
    asked = visit.request.query_params
    before = asked.get("before", "")
    if before and not before.isdecimal():
        raise CursorInvalid(f"{before!r} is not the number of an entry")
    chosen = {name: asked.get(name, "").strip() for name in FILTERS}
    wanted = AuditFilter(
        scopes=[Scope.parse(chosen["scope"])] if chosen["scope"] else None,
        actor=chosen["actor"] or None,
        action=chosen["action"] or None,
    )

    def look() -> dict[str, Any]:
        oversight = visit.session.oversight
        counters = oversight.counters()
        return {
            "acts": oversight.audit(wanted, limit=PAGE, before=int(before) if before else None),
            "letters": _dead_letters(visit),
            "scopes": [str(one) for one in readable_scopes(visit.session.principal)],
            "tiles": [(name, counters.get(name, 0)) for name in TILES],
            "decided": charts.bar(
                [
                    ("applied", counters.get("proposals_accepted", 0)),
                    ("dismissed", counters.get("proposals_rejected", 0)),
                ]
            ),
        }

    values = await visit.door.run(look)
    acts, filtered = values["acts"], {name: value for name, value in chosen.items() if value}
    more = f"/activity?{urlencode({**filtered, 'before': acts[-1].number})}" if len(acts) == PAGE else ""
    here = f"/activity?{urlencode(filtered)}"
    return visit.page("activity.html", next_page=more, here=here, chosen=chosen, **values)


@page
async def verify(visit: Visit) -> Response:
    """Recompute the whole chain."""
    report = await visit.door.run(visit.session.oversight.verify)
    words = visit.say("The chain is whole." if report.whole else "The chain is broken.")
    text = environment().from_string(VERDICT).render(whole=report.whole, words=words, entries=report.entries)
    return HTMLResponse(text)


@page
async def letter(visit: Visit) -> Response:
    """Hand an event that was set aside on once more, or take it off the list."""
    consumer, number = visit.request.path_params["consumer"], visit.request.path_params["number"]
    if visit.request.path_params["verb"] == "discard":
        await visit.door.run(lambda: visit.session.upkeep.discard(consumer, number))
        return visit.to("/activity", "Taken off the list")
    wrong = await visit.door.run(lambda: visit.session.upkeep.replay(consumer, number))
    return visit.to("/activity", "It failed again: {reason}", reason=wrong) if wrong else visit.to("/activity", "Done")


def _dead_letters(visit: Visit) -> list[DeadLetter]:
    """What was set aside, for those who may see it."""
    try:
        return list(visit.session.upkeep.dead_letters())
    except NotPermitted:
        return []


ROUTES: Final = (
    Route("/activity", activity),
    Route("/activity/verify", verify, methods=["POST"]),
    Route("/activity/letters/{consumer}/{number:int}/{verb}", letter, methods=["POST"]),
)

"""Queued Knowledge: a list, one entry with its evidence in its surroundings, and three keys. Source: requirement U4."""

from typing import Any, Final
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route

from archivist.doors.console.quotes import Quote, in_surroundings
from archivist.doors.console.visit import Visit, page
from archivist.errors import Invalid, NotFound
from archivist.records.proposal import Proposal
from archivist.services.proposals import Processed
from archivist.text.instructions import reveal_hidden
from archivist.write.proposals import EYE_NEEDED

LISTED: Final = 200
SAID: Final = {
    "applied": "Applied to {place}",
    "dismissed": "Dismissed",
    "already_saved": "Already saved in {place}",
    "already_dismissed": "Already dismissed",
}


@page
async def queue(visit: Visit) -> Response:
    """What waits, with the entry that was chosen; where that is gone, the one that took its place."""
    return await _page(visit)


@page
async def decide(visit: Visit) -> Response:
    """Apply an entry to the user's or a project's knowledge, or dismiss it; then the next one is shown."""
    id = visit.request.path_params["id"]
    fields = await visit.form()
    proposals = visit.session.proposals
    following = f"/queue?at={quote(fields.get('at', '0'))}"
    if fields.get("back") == "chat":
        following = f"/chat?id={quote(fields.get('conversation', ''))}"
    match fields.get("to"):
        case "dismiss":
            answer = await visit.door.run(lambda: proposals.dismiss(id))
        case "user":
            answer = await visit.door.run(lambda: proposals.apply(id, "user"))
        case "project" if not fields.get("project"):
            return visit.to(f"/queue?id={quote(id)}&pick=1", "Pick a project first")
        case "project":
            target = f"project:{fields['project']}"
            answer = await visit.door.run(lambda: proposals.apply(id, target))
        case other:
            raise Invalid("to", f"{other!r} is none of user, project, dismiss")
    if answer.outcome in SAID:
        return visit.to(following, SAID[answer.outcome], place=answer.wrote_to)
    detail = answer.written.detail if answer.written else answer.outcome
    return visit.to(following, "Not applied: {reason}", reason=detail)


@page
async def process_all(visit: Visit) -> Response:
    """Apply every entry that needs no second look, and say which were left and why."""
    return await _page(visit, await visit.door.run(visit.session.proposals.process_all))


async def _page(visit: Visit, processed: Processed | None = None) -> Response:
    asked = visit.request.query_params

    def look() -> dict[str, Any]:
        entries = visit.session.proposals.queue(limit=LISTED).items
        at = int(asked["at"]) if asked.get("at", "").isdecimal() else 0
        here = next((place for place, entry in enumerate(entries) if entry.id == asked.get("id")), at)
        here = min(here, len(entries) - 1)
        chosen = entries[here] if entries else None
        return {
            "entries": entries,
            "at": here,
            "chosen": chosen,
            "quotes": _quotes(visit, chosen) if chosen else [],
            "against": _against(visit, chosen) if chosen else None,
            "warnings": _warnings(chosen) if chosen else [],
            "is_hidden": chosen is not None and reveal_hidden(chosen.candidate.text) != chosen.candidate.text,
            "projects": [one.id for one in visit.session.projects.list()],
            "suggested": _suggested(visit, chosen) if chosen else "",
        }

    pick = asked.get("pick") == "1"
    return visit.page("queue.html", tab="queue", processed=processed, pick=pick, **await visit.door.run(look))


def _quotes(visit: Visit, entry: Proposal) -> list[Quote]:
    return [in_surroundings(visit, piece) for piece in entry.candidate.evidence]


def _warnings(entry: Proposal) -> list[str]:
    """What a gate asks a person's eye for, in its words."""
    return [step.detail for step in entry.trail if step.verdict == "hold" and step.reason in EYE_NEEDED]


def _against(visit: Visit, entry: Proposal) -> Any:
    """The record this entry would change, replace or contradict."""
    if entry.target is None:
        return None
    try:
        return visit.session.memory.history(entry.target).memory
    except NotFound:
        return None


def _suggested(visit: Visit, entry: Proposal) -> str:
    """The project an entry goes to unless another is picked: its own, or the one in focus; "" asks for a pick."""
    scope = entry.candidate.scope
    if scope.kind == "project" and not entry.needs_project:
        return scope.id
    return visit.session.projects.focus() or ""


ROUTES: Final = (
    Route("/queue", queue),
    Route("/queue/process-all", process_all, methods=["POST"]),
    Route("/queue/{id}/decide", decide, methods=["POST"]),
)

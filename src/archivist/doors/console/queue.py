"""Queued Knowledge: a list, one entry with its evidence in its surroundings, and three keys. Source: requirement U4."""

from dataclasses import dataclass
from typing import Any, Final

from starlette.responses import Response
from starlette.routing import Route

from archivist.doors.console.memory import said
from archivist.doors.console.visit import Visit, page
from archivist.errors import Invalid, NotFound
from archivist.records.proposal import Proposal

SURROUNDINGS: Final = 240
"""Characters of the message shown on each side of a quote."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote between the words around it."""

    before: str
    words: str
    after: str
    witness: str


@page
async def queue(visit: Visit) -> Response:
    """What waits, with the entry that was chosen, or the first."""
    wanted = visit.request.query_params.get("id")

    def look() -> dict[str, Any]:
        entries = visit.session.proposals.queue(limit=200).items
        chosen = next((entry for entry in entries if entry.id == wanted), entries[0] if entries else None)
        projects = [one.id for one in visit.session.projects.list()]
        return {
            "entries": entries,
            "chosen": chosen,
            "quotes": _quotes(visit, chosen) if chosen else [],
            "projects": projects,
            "suggested": _suggested(visit, chosen) if chosen else "",
        }

    return visit.page("queue.html", tab="queue", **await visit.door.run(look))


@page
async def decide(visit: Visit) -> Response:
    """Apply an entry to the user's or a project's knowledge, or dismiss it."""
    id = visit.request.path_params["id"]
    fields = await visit.form()
    match fields.get("to"):
        case "dismiss":
            answer = await visit.door.run(lambda: visit.session.proposals.dismiss(id))
        case "user":
            answer = await visit.door.run(lambda: visit.session.proposals.apply(id, "user"))
        case "project":
            target = f"project:{fields.get('project', '')}"
            answer = await visit.door.run(lambda: visit.session.proposals.apply(id, target))
        case other:
            raise Invalid("to", f"{other!r} is none of user, project, dismiss")
    words = {
        "applied": f"Applied to {answer.wrote_to}",
        "dismissed": "Dismissed",
        "already_saved": f"Already saved in {answer.wrote_to}",
        "already_dismissed": "Already dismissed",
    }
    detail = answer.written.detail if answer.written else answer.outcome
    return said("/queue", words.get(answer.outcome, f"Not applied: {detail}"))


@page
async def process_all(visit: Visit) -> Response:
    """Apply every entry that needs no second look."""
    answer = await visit.door.run(visit.session.proposals.process_all)
    return said("/queue", f"{len(answer.applied)} applied, {len(answer.skipped)} left for you")


def _quotes(visit: Visit, entry: Proposal) -> list[Quote]:
    found = []
    for piece in entry.candidate.evidence:
        try:
            said = visit.session.conversations.messages(piece.conversation) if piece.message else []
        except NotFound:
            said = []
        text = next((message.text for message in said if message.id == piece.message), "")
        stands = text[piece.start : piece.end] == piece.quote
        before = text[max(0, piece.start - SURROUNDINGS) : piece.start] if stands else ""
        after = text[piece.end : piece.end + SURROUNDINGS] if stands else ""
        found.append(Quote(before, piece.quote, after, piece.witness))
    return found


def _suggested(visit: Visit, entry: Proposal) -> str:
    scope = entry.candidate.scope
    if scope.kind == "project" and not entry.needs_project:
        return scope.id
    return visit.session.projects.focus() or ""


ROUTES: Final = (
    Route("/queue", queue),
    Route("/queue/process-all", process_all, methods=["POST"]),
    Route("/queue/{id}/decide", decide, methods=["POST"]),
)

"""Records: search as you type, filter, and one record with its evidence, its history and the trail of every act."""

from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from archivist.doors import shapes
from archivist.doors.console.quotes import in_surroundings
from archivist.doors.console.visit import Visit, page
from archivist.errors import Invalid
from archivist.read.visibility import visible
from archivist.records.memory import Kind, Memory, MemoryType, Source, Status
from archivist.records.verdict import Outcome

PAGE: Final = 40
OPTIONS: Final[dict[str, list[str]]] = {
    "type": [str(one) for one in MemoryType],
    "kind": [str(one) for one in Kind],
    "source": [str(one) for one in Source],
    "status": [str(one) for one in Status],
}
OUTCOMES: Final = {
    Outcome.CREATED: "Saved",
    Outcome.UPDATED: "Saved",
    Outcome.UNCHANGED: "Nothing changed",
    Outcome.SUPERSEDED: "Saved",
    Outcome.HELD: "It waits for a decision",
    Outcome.CONFLICT: "It contradicts another record",
    Outcome.EXPIRED: "It is out of use",
    Outcome.REJECTED: "Refused",
}
ACTS: Final = {
    "forget": "Forgotten; it can be restored",
    "restore": "Restored",
    "erase": "Erased",
    "keep": "This one is in force now",
}
LIVE: Final = (Status.ACTIVE, Status.CONFLICT)


@page
async def records(visit: Visit) -> Response:
    """What this person may see, the latest change first; or what answers a search."""
    asked = visit.request.query_params
    query = asked.get("q", "").strip()
    chosen = {name: asked.get(name, "") for name in ("type", "kind", "source", "status")}
    tag, scope = asked.get("tag", "").strip(), asked.get("scope", "").strip()
    statuses = [Status(chosen["status"])] if chosen["status"] in set(Status) else list(LIVE)

    def look() -> tuple[list[Memory], str]:
        if query:
            hits = visit.session.memory.recall(query, limit=50, scopes=[scope] if scope else []).hits
            return [hit.memory for hit in hits if _passes(hit.memory, chosen, tag)], ""
        found = visit.session.memory.list(
            scopes=[scope] if scope else [],
            statuses=statuses,
            tag=tag or None,
            limit=PAGE,
            before=shapes.key_from(asked.get("cursor")),
            type=chosen["type"] or None,
            kind=chosen["kind"] or None,
            source=chosen["source"] or None,
        )
        cursor = shapes.cursor(found.next_key)
        filters = {**chosen, "tag": tag, "scope": scope, "cursor": cursor or ""}
        follow = urlencode({name: value for name, value in filters.items() if value})
        return list(found.items), f"/records?{follow}" if cursor else ""

    found, next_page = await visit.door.run(look)
    filters = [(name, options, chosen[name]) for name, options in OPTIONS.items()]
    scopes = [str(one) for one in visible(visit.session.principal, [])]
    is_filtered = bool(query or tag or scope or any(chosen.values()))
    return visit.page(
        "records.html", query=query, records=found, filters=filters, next_page=next_page, tag=tag, scope=scope,
        scopes=scopes, is_filtered=is_filtered,
    )  # fmt: skip


@page
async def record(visit: Visit) -> Response:
    """One record, whatever its state."""
    id = visit.request.path_params["id"]
    history = await visit.door.run(lambda: visit.session.memory.history(id))
    quotes = await visit.door.run(lambda: [in_surroundings(visit, piece) for piece in history.memory.evidence])
    return visit.page("record.html", record=history.memory, acts=history.acts, chain=history.chain, quotes=quotes)


@page
async def edit(visit: Visit) -> Response:
    """Change a record's words, unless it moved on meanwhile."""
    id = visit.request.path_params["id"]
    fields = await visit.form()
    revision = fields.get("revision", "")
    if not revision.isdecimal():
        raise Invalid("revision", "is required")
    written = await visit.door.run(
        lambda: visit.session.memory.edit(id, text=fields.get("text", ""), expected_revision=int(revision))
    )
    return visit.to(f"/records/{id}", written.detail or OUTCOMES[written.outcome])


@page
async def act(visit: Visit) -> Response:
    """Forget, restore, erase, or decide a conflict in favour of this record."""
    id, verb = visit.request.path_params["id"], visit.request.path_params["verb"]
    acts = {
        "forget": visit.session.memory.forget,
        "restore": visit.session.memory.restore,
        "erase": visit.session.memory.erase,
        "keep": visit.session.memory.settle,
    }
    if verb not in acts:
        raise Invalid("act", f"{verb!r} is none of {', '.join(acts)}")
    await visit.door.run(lambda: acts[verb](id))
    return visit.to(f"/records/{id}", ACTS[verb])


def _passes(memory: Memory, chosen: dict[str, str], tag: str) -> bool:
    return (not tag or tag in memory.tags) and all(
        not value or str(getattr(memory, name)) == value for name, value in chosen.items()
    )


ROUTES: Final = (
    Route("/records", records),
    Route("/records/{id}", record),
    Route("/records/{id}/edit", edit, methods=["POST"]),
    Route("/records/{id}/{verb}", act, methods=["POST"]),
)

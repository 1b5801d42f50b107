"""Knowledge: bring documents in, publish and read them, search them, mount them in a task, decide on proposed sources.

A document that waits is shown to its reviewer alone; a file name and a text are as hostile as any other words.
Source: requirements K3 and K5.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from starlette.datastructures import UploadFile
from starlette.responses import Response
from starlette.routing import Route

from archivist.doors.console.visit import Visit, page
from archivist.errors import ArchivistError, Invalid
from archivist.read.sections import SectionHit
from archivist.records.knowledge import Document
from archivist.services.importing import Imported

HITS: Final = 12
ACTS: Final = {
    "publish": "{name} is published",
    "unpublish": "{name} waits again",
    "delete": "{name} is out of use",
    "erase": "{name} is erased",
}


@dataclass(frozen=True, slots=True)
class Found:
    """A section that answers: its excerpt in pieces, each marked or not."""

    hit: SectionHit
    pieces: tuple[tuple[bool, str], ...]


@page
async def knowledge(visit: Visit) -> Response:
    """The documents, with what a search finds in them, what a task may read, and what is proposed."""
    asked = visit.request.query_params
    query, task = asked.get("q", "").strip(), asked.get("task", "").strip()

    def look() -> dict[str, Any]:
        session = visit.session
        return {
            "documents": session.knowledge.documents(),
            "found": [_marked(hit) for hit in session.knowledge.search(query, HITS).hits] if query else [],
            "mounts": session.tasks.show(task) if task else [],
            "proposals": session.sources.proposals(),
            "scopes": ["", *(f"project:{one.id}" for one in session.projects.list())],
        }

    return visit.page("knowledge.html", query=query, task=task, **await visit.door.run(look))


@page
async def document(visit: Visit) -> Response:
    """One document: its outline, and a page of the section that was chosen."""
    asked = visit.request.query_params
    id, anchor, cursor = visit.request.path_params["id"], asked.get("at", ""), asked.get("cursor")

    def look() -> dict[str, Any]:
        outline = visit.session.knowledge.outline(id)
        is_served = outline.document.served is not None
        chosen = anchor or (outline.sections[0].anchor if outline.sections else "")
        reference = f"{id}#{chosen}" if chosen else id
        return {
            "outline": outline,
            "document": outline.document,
            "anchor": chosen,
            "text": visit.session.knowledge.read(reference, cursor) if is_served else None,
            "draft": None if is_served else visit.session.knowledge.export(id).parsed.text,
        }

    values = await visit.door.run(look)
    following = values["text"].next_cursor if values["text"] else None
    more = f"?{urlencode({'at': values['anchor'], 'cursor': following})}" if following else ""
    return visit.page("document.html", more=more, **values)


@page
async def upload(visit: Visit) -> Response:
    """Import the files that were dropped or picked; each says what became of it. They wait to be published."""
    outcomes: list[Imported] = []
    async with visit.request.form() as form:
        scope = form.get("scope") or None
        if isinstance(scope, UploadFile):
            raise Invalid("scope", "must be text")
        files = [one for one in form.getlist("files") if isinstance(one, UploadFile) and one.filename]
        if not files:
            raise Invalid("files", "none was picked")
        for file in files:
            outcomes.append(await _bring_in(visit, file.filename or "", await file.read(), scope))
    return visit.page("uploaded.html", outcomes=outcomes)


@page
async def act(visit: Visit) -> Response:
    """Publish, unpublish, delete or erase a document."""
    id, verb = visit.request.path_params["id"], visit.request.path_params["verb"]
    service = visit.session.knowledge
    acts: dict[str, Callable[[str], Document]] = {
        "publish": service.publish,
        "unpublish": service.unpublish,
        "delete": service.delete,
        "erase": lambda name: service.delete(name, erase=True),
    }
    if verb not in acts:
        raise Invalid("act", f"{verb!r} is none of {', '.join(acts)}")
    after = await visit.door.run(lambda: acts[verb](id))
    back = "/knowledge" if verb in {"delete", "erase"} else f"/knowledge/{quote(id)}"
    return visit.to(back, ACTS[verb], name=after.name)


@page
async def mount(visit: Visit) -> Response:
    """Let a task read a document, or take it away again; it counts from the task's next message."""
    fields = await visit.form()
    task, name = fields.get("task", "").strip(), fields.get("document", "")
    tasks = visit.session.tasks
    change = tasks.unmount if fields.get("change") == "unmount" else tasks.mount
    await visit.door.run(lambda: change(task, name))
    return visit.to(f"/knowledge?task={quote(task)}", "It counts from the next message")


@page
async def decide(visit: Visit) -> Response:
    """Import what an agent proposed, or turn it away."""
    id, fields = visit.request.path_params["id"], await visit.form()
    if fields.get("to") == "accept":
        report = await visit.door.run(lambda: visit.session.sources.accept(id))
        return visit.to("/knowledge", "{count} files imported; they wait to be published", count=len(report.items))
    await visit.door.run(lambda: visit.session.sources.refuse(id))
    return visit.to("/knowledge", "Turned away")


async def _bring_in(visit: Visit, name: str, content: bytes, scope: str | None) -> Imported:
    try:
        return await visit.door.run(lambda: visit.session.knowledge.add_text(name, content, scope=scope))
    except ArchivistError as exc:
        return Imported(name, "refused", exc.message)


def _marked(hit: SectionHit) -> Found:
    text, at = hit.excerpt.text, 0
    pieces: list[tuple[bool, str]] = []
    for start, end in hit.excerpt.spans:
        pieces += [(False, text[at:start]), (True, text[start:end])]
        at = end
    return Found(hit, (*pieces, (False, text[at:])))


ROUTES: Final = (
    Route("/knowledge", knowledge),
    Route("/knowledge/upload", upload, methods=["POST"]),
    Route("/knowledge/mount", mount, methods=["POST"]),
    Route("/knowledge/proposals/{id}", decide, methods=["POST"]),
    Route("/knowledge/{id}", document),
    Route("/knowledge/{id}/{verb}", act, methods=["POST"]),
)

"""Agent Memory: the libraries, their editor, their status and their projects. Source: requirements U1 to U3, L3 to L5.

What is typed is announced to the service while it is unsaved, so that no job writes over it and a lost window loses
nothing. A save sends the text it began from; where someone was quicker, both versions are shown.
"""

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from archivist.doors.console.pages import markdown
from archivist.doors.console.visit import Visit, page
from archivist.errors import ArchivistError, StaleWrite
from archivist.records.scope import project, user
from archivist.stores.library_port import Backup, KeptEntry
from archivist.views.entry import Entry
from archivist.views.library import render
from archivist.views.preferences import PREFERENCES, Language

OUTCOMES: Final = {
    "unchanged": "Reorganise: nothing to tidy",
    "skipped": "Reorganise: not done, the document was changed meanwhile",
}


@dataclass(frozen=True, slots=True)
class File:
    """One line of the file list; `project` is its id, and "" for the user's own."""

    scope: str
    name: str
    project: str
    in_focus: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a comparison: `kept`, `added` or `removed`."""

    fate: str
    text: str


async def start(request: Request) -> Response:
    """The first page is Agent Memory."""
    return RedirectResponse("/memory", 303)


@page
async def editor(visit: Visit) -> Response:
    """The library that was chosen, the user's own by default; `edits` fetches what was typed and not saved."""
    asked = visit.request.query_params
    return await _editor(visit, asked.get("scope") or _own(visit), fetch=asked.get("edits") == "1")


@page
async def save(visit: Visit) -> Response:
    """Save what was typed; where someone else was quicker, show both versions and keep the typing."""
    fields = await visit.form()
    scope = fields.get("scope") or _own(visit)
    text, revision, base = fields.get("text", ""), fields.get("revision"), fields.get("base_text")
    try:
        saved = await visit.door.run(lambda: visit.session.library.save(text, revision, scope, base_text=base))
    except StaleWrite as exc:
        sides = compare(exc.current_text, text)
        return await _editor(visit, scope, 409, text=exc.merged_text or text, sides=sides)
    except ArchivistError as exc:
        return await _editor(visit, scope, 422, text=text, problem=f"{exc.message}. {exc.hint}".strip())
    if saved.refused:
        refusals = "; ".join(one.detail for one in saved.refused)
        return await _editor(visit, scope, 422, text=text, problem=refusals)
    return visit.to(_address(scope), "Saved")


@page
async def keep(visit: Visit) -> Response:
    """Announce what stands in the editor and is not saved; with nothing changed, that it holds nothing any more."""
    fields = await visit.form()
    scope, text = fields.get("scope") or _own(visit), fields.get("text", "")
    library = visit.session.library
    if text == fields.get("base_text"):
        await visit.door.run(lambda: library.drop_edits(scope))
    else:
        await visit.door.run(lambda: library.keep_edits(text, fields.get("revision", ""), scope))
    return Response(status_code=204)


@page
async def drop(visit: Visit) -> Response:
    """Give up what was typed and not saved."""
    fields = await visit.form()
    scope = fields.get("scope") or _own(visit)
    await visit.door.run(lambda: visit.session.library.drop_edits(scope))
    return visit.to(_address(scope), "Unsaved edits dropped")


@page
async def reorganise(visit: Visit) -> Response:
    """Tidy the document, and show what changed; the state before is kept and can be put back."""
    fields = await visit.form()
    scope = fields.get("scope") or _own(visit)
    tidied = await visit.door.run(lambda: visit.session.library.reorganize(scope))
    if tidied.outcome == "refused":
        return await _editor(visit, scope, 422, problem="; ".join(tidied.problems))
    if tidied.outcome != "done":
        return visit.to(_address(scope), OUTCOMES[tidied.outcome])
    backup = (await visit.door.run(lambda: visit.session.library.backups(scope)))[0]
    changes = compare(_text(backup.before), _text(backup.after))
    return await _editor(visit, scope, changes=changes, tidied=tidied)


@page
async def undo(visit: Visit) -> Response:
    """Put back the document as it was before the last reorganising."""
    fields = await visit.form()
    scope = fields.get("scope") or _own(visit)
    await visit.door.run(lambda: visit.session.library.undo(scope))
    return visit.to(_address(scope), "The document is as it was before")


@page
async def preview(visit: Visit) -> Response:
    """The text being edited, as it will read."""
    fields = await visit.form()
    return HTMLResponse(markdown(fields.get("text", "")))


@page
async def create_project(visit: Visit) -> Response:
    """A new project with its empty Project Knowledge."""
    fields = await visit.form()
    id, title = fields.get("id", "").strip(), fields.get("title", "").strip()
    made = await visit.door.run(lambda: visit.session.projects.create(id, title))
    return visit.to(_address(str(project(made.id))), "Project {name} is made", name=made.id)


@page
async def focus(visit: Visit) -> Response:
    """Put a project in focus, or none."""
    fields = await visit.form()
    id = fields.get("id") or None
    await visit.door.run(lambda: visit.session.projects.set_focus(id))
    scope = fields.get("scope") or _own(visit)
    return visit.to(_address(scope), "{name} is in focus", name=id) if id else visit.to(_address(scope), "No focus")


@page
async def switch(visit: Visit) -> Response:
    """Turn a switch."""
    fields = await visit.form()
    key, on = visit.request.path_params["key"], fields.get("on") == "true"
    await visit.door.run(lambda: visit.session.oversight.switch(key, on))
    return RedirectResponse("/memory", 303)


@page
async def prefer(visit: Visit) -> Response:
    """The first-run preferences: what was chosen becomes rules; skipped, the empty template is made."""
    fields = await visit.form()
    chosen = {one.key: fields[one.key] for one in PREFERENCES if fields.get(one.key)}
    if visit.request.path_params["act"] == "skip":
        await visit.door.run(visit.session.preferences.skip)
        return RedirectResponse("/memory", 303)
    spoken: Language = "zh" if visit.language == "zh" else "en"
    await visit.door.run(lambda: visit.session.preferences.save(chosen, spoken))
    return visit.to("/memory", "Preferences saved as rules")


@page
async def badge(visit: Visit) -> Response:
    """The red dot of the light bulb."""
    return visit.page("_badge.html")


@page
async def count(visit: Visit) -> Response:
    """How many entries wait."""
    return HTMLResponse(str(await visit.door.run(visit.session.proposals.count)))


def compare(before: str, after: str) -> list[Line]:
    """Every line of both texts, in order, with what became of it."""
    old, new = before.splitlines(), after.splitlines()
    lines: list[Line] = []
    for fate, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if fate == "equal":
            lines += [Line("kept", text) for text in old[start:end]]
            continue
        lines += [Line("removed", text) for text in old[start:end]]
        lines += [Line("added", text) for text in new[first:last]]
    return lines


async def _editor(visit: Visit, scope: str, code: int = 200, *, fetch: bool = False, **shown: Any) -> Response:
    def look() -> dict[str, Any]:
        library = visit.session.library
        document = library.show(scope)
        edits = next(iter(library.unsaved(scope)), None)
        backups = library.backups(scope)
        fetched = edits if fetch and edits else None
        is_current = fetched is None or fetched.base_revision == document.revision
        return {
            "libraries": _files(visit),
            "scope": str(document.scope),
            "document": document,
            "status": document.status,
            "revision": fetched.base_revision if fetched else document.revision,
            "base_text": document.text if is_current else None,
            "text": fetched.text if fetched else document.text,
            "edits": edits if edits and not fetched and edits.text != document.text else None,
            "can_undo": any(map(_is_undoable, backups)),
            "due": visit.session.preferences.are_due(),
        }

    values = {"problem": "", "sides": [], "changes": [], "tidied": None, **await visit.door.run(look), **shown}
    return visit.page("editor.html", code, tab="editor", preferences=PREFERENCES, **values)


def _is_undoable(backup: Backup) -> bool:
    return backup.undone_at is None and backup.before != backup.after


def _text(entries: tuple[KeptEntry, ...]) -> str:
    return render([Entry(one.kind, one.text, one.topic) for one in entries])


def _files(visit: Visit) -> list[File]:
    focus = visit.session.projects.focus()
    own = File(_own(visit), visit.session.principal.user, "", in_focus=False)
    return [
        own,
        *(
            File(str(project(one.id)), one.title or one.id, one.id, in_focus=one.id == focus)
            for one in visit.session.projects.list()
        ),
    ]


def _address(scope: str) -> str:
    return f"/memory?scope={quote(scope)}"


def _own(visit: Visit) -> str:
    return str(user(visit.session.principal.user))


ROUTES: Final = (
    Route("/memory", editor),
    Route("/memory/save", save, methods=["POST"]),
    Route("/memory/keep", keep, methods=["POST"]),
    Route("/memory/drop", drop, methods=["POST"]),
    Route("/memory/reorganize", reorganise, methods=["POST"]),
    Route("/memory/undo", undo, methods=["POST"]),
    Route("/memory/preview", preview, methods=["POST"]),
    Route("/projects", create_project, methods=["POST"]),
    Route("/projects/focus", focus, methods=["POST"]),
    Route("/preferences/{act:str}", prefer, methods=["POST"]),
    Route("/switch/{key}", switch, methods=["POST"]),
    Route("/badge", badge),
    Route("/badge/count", count),
)

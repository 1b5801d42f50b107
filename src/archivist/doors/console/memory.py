"""Agent Memory: the libraries, their editor and their status. Source: requirements U1 to U3, L3 to L5."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from archivist.doors.console.pages import environment, markdown
from archivist.doors.console.visit import Visit, page
from archivist.errors import ArchivistError, StaleWrite
from archivist.records.scope import project, user


@dataclass(frozen=True, slots=True)
class File:
    """One line of the file list."""

    scope: str
    name: str
    is_user: bool
    in_focus: bool


async def start(request: Request) -> Response:
    """The first page is Agent Memory."""
    return RedirectResponse("/memory", 303)


@page
async def editor(visit: Visit) -> Response:
    """The library that was chosen, the user's own by default."""
    return await _editor(visit, visit.request.query_params.get("scope") or _own(visit))


@page
async def save(visit: Visit) -> Response:
    """Save what was typed; where someone else was quicker, show both versions and keep the typing."""
    fields = await visit.form()
    scope = fields.get("scope") or _own(visit)
    text, revision = fields.get("text", ""), fields.get("revision")
    try:
        saved = await visit.door.run(lambda: visit.session.library.save(text, revision, scope))
    except StaleWrite as exc:
        return await _editor(visit, scope, 409, text=exc.merged_text or text, problem=f"{exc.message}. {exc.hint}")
    except ArchivistError as exc:
        return await _editor(visit, scope, 422, text=text, problem=f"{exc.message}. {exc.hint}".strip())
    if saved.refused:
        refusals = "; ".join(one.detail for one in saved.refused)
        return await _editor(visit, scope, 422, text=text, problem=refusals)
    return said(f"/memory?scope={quote(scope)}", "Saved")


@page
async def reorganise(visit: Visit) -> Response:
    """Tidy the document; the state before is kept and can be put back."""
    fields = await visit.form()
    scope = fields.get("scope") or _own(visit)
    tidied = await visit.door.run(lambda: visit.session.library.reorganize(scope))
    detail = f": {'; '.join(tidied.problems)}" if tidied.problems else ""
    return said(f"/memory?scope={quote(scope)}", f"Reorganise: {tidied.outcome}{detail}")


@page
async def preview(visit: Visit) -> Response:
    """The text being edited, as it will read."""
    fields = await visit.form()
    return HTMLResponse(markdown(fields.get("text", "")))


@page
async def switch(visit: Visit) -> Response:
    """Turn a switch."""
    fields = await visit.form()
    key, on = visit.request.path_params["key"], fields.get("on") == "true"
    await visit.door.run(lambda: visit.session.oversight.switch(key, on))
    return RedirectResponse("/memory", 303)


@page
async def badge(visit: Visit) -> Response:
    """The red dot of the light bulb."""
    return visit.page("_badge.html")


@page
async def count(visit: Visit) -> Response:
    """How many entries wait."""
    waiting = await visit.door.run(visit.session.proposals.count)
    return HTMLResponse(environment().from_string("{{ n }}").render(n=waiting))


def said(path: str, words: str) -> Response:
    """Go to a page, which then says what was done."""
    joint = "&" if "?" in path else "?"
    return RedirectResponse(f"{path}{joint}said={quote(words)}", 303)


async def _editor(visit: Visit, scope: str, code: int = 200, text: str | None = None, problem: str = "") -> Response:
    document = await visit.door.run(lambda: visit.session.library.show(scope))
    files = await visit.door.run(lambda: _files(visit))
    return visit.page(
        "editor.html",
        code,
        tab="editor",
        libraries=files,
        scope=str(document.scope),
        document=document,
        status=document.status,
        text=document.text if text is None else text,
        problem=problem,
    )


def _files(visit: Visit) -> list[File]:
    focus = visit.session.projects.focus()
    own = File(_own(visit), visit.session.principal.user, is_user=True, in_focus=False)
    return [
        own,
        *(
            File(str(project(one.id)), one.title or one.id, is_user=False, in_focus=one.id == focus)
            for one in visit.session.projects.list()
        ),
    ]


def _own(visit: Visit) -> str:
    return str(user(visit.session.principal.user))


ROUTES: Final = (
    Route("/memory", editor),
    Route("/memory/save", save, methods=["POST"]),
    Route("/memory/reorganize", reorganise, methods=["POST"]),
    Route("/memory/preview", preview, methods=["POST"]),
    Route("/switch/{key}", switch, methods=["POST"]),
    Route("/badge", badge),
    Route("/badge/count", count),
)

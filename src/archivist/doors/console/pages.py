"""Draws templates: escaped by default, strict about missing values; Markdown is rendered without HTML of its own."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from archivist.records.event import Topic
from archivist.text.instructions import reveal_hidden
from archivist.version import __version__

if TYPE_CHECKING:
    from archivist.doors.console.visit import Visit

TEMPLATES: Final = Path(__file__).parent / "templates"

NAVIGATION: Final = (
    ("/chat", "Chat"),
    ("/memory", "Agent Memory"),
    ("/records", "Records"),
    ("/knowledge", "Knowledge"),
    ("/journal", "Journal"),
    ("/context", "Context"),
    ("/activity", "Activity"),
    ("/settings", "Settings"),
)
"""The pages of the title bar, in order."""


@cache
def environment() -> Environment:
    """Templates, made once."""
    made = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters["markdown"] = markdown
    made.filters["when"] = when
    made.filters["revealed"] = reveal_hidden
    return made


def render(visit: "Visit", template: str, code: int, values: Mapping[str, Any]) -> Response:
    """A page for this visit. Every template may use `t`, `visit`, `navigation`, `waiting` and `switches`."""
    request, session = visit.request, visit.session
    shared = {
        "t": visit.say,
        "visit": visit,
        "path": request.url.path,
        "navigation": NAVIGATION,
        "version": __version__,
        "topics": list(Topic),
        "waiting": session.proposals.count(),
        "switches": session.oversight.switches(),
        "partial": request.headers.get("hx-request") == "true",
    }
    text = environment().get_template(template).render({**shared, **values})
    return HTMLResponse(text, code, headers={"Cache-Control": "no-store"})


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")


def markdown(text: str) -> Markup:
    """Markdown as safe HTML: raw HTML is shown as text, and links of unknown schemes are not links."""
    return Markup(_markdown().render(text))


def when(at: datetime | None, zone: Any = None) -> str:
    """An instant in the home's zone, to the minute."""
    return at.astimezone(zone).strftime("%Y-%m-%d %H:%M") if at else ""

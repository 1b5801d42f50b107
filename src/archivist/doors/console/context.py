"""Context: build what an agent would be given; see what the budget went to, where a line is from, what was left out.

Source: requirement O3 and issue 10, page 7.
"""

from typing import Any, Final

from starlette.responses import Response
from starlette.routing import Route

from archivist.doors.console import charts
from archivist.doors.console.visit import Visit, page
from archivist.errors import Invalid
from archivist.records.context import Trace

AGENT: Final = "assistant"


@page
async def context(visit: Visit) -> Response:
    """The form, the latest runs, and the one that was chosen."""
    run = visit.request.query_params.get("run", "")

    def look() -> dict[str, Any]:
        return {
            "latest": visit.session.context.latest(12),
            "trace": visit.session.context.show(run) if run else None,
        }

    return _page(visit, text="", asked={}, **await visit.door.run(look))


@page
async def build(visit: Visit) -> Response:
    """Build one for an agent and a question."""
    fields = await visit.form()
    budget = fields.get("budget", "").strip()
    if budget and not budget.isdecimal():
        raise Invalid("budget", f"{budget!r} is no number of tokens")
    agent, query = fields.get("agent", "").strip() or AGENT, fields.get("query", "").strip()

    def look() -> dict[str, Any]:
        built = visit.session.context.build(
            agent, query, budget_tokens=int(budget) if budget else None, task=fields.get("task", "").strip() or None
        )
        return {"text": built.text, "trace": built.trace, "latest": visit.session.context.latest(12)}

    return _page(visit, asked=fields, **await visit.door.run(look))


def origin(id: str) -> str:
    """The page that shows where a line is from; "" where there is none."""
    kind, _, name = id.partition(":")
    pages = {"memory": f"/records/{name}", "section": f"/knowledge/{name.split('#')[0]}", "workspace": "/journal"}
    return pages.get(kind, "")


def _page(visit: Visit, *, trace: Trace | None, **values: Any) -> Response:
    parts = [(one.name, one.tokens) for one in trace.sections] if trace else []
    bar = charts.bar(parts, trace.budget_tokens) if trace else []
    return visit.page("context.html", trace=trace, bar=bar, origin=origin, agent=AGENT, **values)


ROUTES: Final = (Route("/context", context), Route("/context", build, methods=["POST"]))

"""Settings: which model each role asks, and who may do what."""

from typing import Final

from starlette.responses import Response
from starlette.routing import Route

from archivist.doors.console.visit import Visit, page
from archivist.policy.access import Act, cells
from archivist.services.models import ROLES


@page
async def settings(visit: Visit) -> Response:
    """What is in force."""
    chosen = visit.session.resources.settings().models
    return visit.page(
        "settings.html", models=[(role, chosen.of(role).model) for role in ROLES], policy=cells(), policy_acts=list(Act)
    )


ROUTES: Final = (Route("/settings", settings),)

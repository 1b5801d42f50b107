"""Settings: models and whether they answer, who may do what, tokens, generations, the schedule, and a backup."""

import tempfile
from pathlib import Path
from typing import Any, Final

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from archivist.doors.console.visit import Visit, page
from archivist.errors import ArchivistError, Invalid, NotPermitted
from archivist.policy.access import Act, cells
from archivist.records.principal import Role
from archivist.services.models import ROLES, RoleHealth
from archivist.services.tokens import Issued
from archivist.upkeep.jobs import JOBS, next_due


@page
async def settings(visit: Visit) -> Response:
    """What is in force."""
    return await _page(visit)


@page
async def health(visit: Visit) -> Response:
    """Ask every configured model one tiny question."""
    app = visit.door.app
    answers = await visit.door.run(lambda: app.models.check() + [one.check() for one in app.specialists])
    return await _page(visit, answers=answers)


@page
async def create_token(visit: Visit) -> Response:
    """A new token; its secret is shown on this page and nowhere again."""
    fields = await visit.form()
    days, agent = fields.get("days", "").strip(), fields.get("agent", "").strip()
    if days and not days.isdecimal():
        raise Invalid("days", f"{days!r} is no number of days")
    tokens = visit.session.tokens
    issued = await visit.door.run(
        lambda: tokens.create(agent=agent or None, label=fields.get("label", ""), days=int(days) if days else None)
    )
    return await _page(visit, issued=issued)


@page
async def revoke(visit: Visit) -> Response:
    """End a token at once."""
    id = visit.request.path_params["id"]
    await visit.door.run(lambda: visit.session.tokens.revoke(id))
    return visit.to("/settings", "Revoked")


@page
async def generation(visit: Visit) -> Response:
    """Take up what the files say now, or go back to the generation before."""
    generations = visit.session.generations
    acts = {"reload": generations.reload, "rollback": generations.roll_back}
    verb = visit.request.path_params["verb"]
    if verb not in acts:
        raise Invalid("act", f"{verb!r} is none of {', '.join(acts)}")
    await visit.door.run(acts[verb])
    return visit.to("/settings", "Switched")


@page
async def backup(visit: Visit) -> Response:
    """The whole home as one checked copy. Everybody's words are in it, so an administrator's alone."""
    if not (visit.session.principal.is_person and visit.session.principal.has_role(Role.ADMINISTRATOR)):
        raise NotPermitted(visit.session.principal.name, "take a backup of the home")
    folder = tempfile.TemporaryDirectory(prefix="archivist-backup-")
    file = Path(folder.name) / "home.db"
    await visit.door.run(lambda: visit.door.app.store.copy_to(file))
    name = f"archivist-{visit.session.resources.clock():%Y%m%d-%H%M}.db"
    return FileResponse(file, filename=name, background=BackgroundTask(folder.cleanup))


async def _page(visit: Visit, answers: list[RoleHealth] | None = None, issued: Issued | None = None) -> Response:
    def look() -> dict[str, Any]:
        session, resources = visit.session, visit.session.resources
        chosen = resources.settings().models
        return {
            "models": [(role, chosen.of(role).model) for role in ROLES],
            "specialists": [(one.kind, one.name) for one in visit.door.app.specialists],
            "uses": visit.door.app.models.meter(),
            "tokens": session.tokens.list(),
            "now": resources.clock(),
            "in_force": session.generations.in_force(),
            "generations": session.generations.latest(8),
            "jobs": [(name, next_due(resources, name)) for name in JOBS],
        }

    try:
        values = await visit.door.run(look)
    except ArchivistError as exc:
        raise NotPermitted(visit.session.principal.name, f"see the settings: {exc.message}") from exc
    is_administrator = visit.session.principal.has_role(Role.ADMINISTRATOR)
    return visit.page(
        "settings.html", answers=answers, issued=issued, policy=cells(), policy_acts=list(Act),
        is_administrator=is_administrator, **values,
    )  # fmt: skip


ROUTES: Final = (
    Route("/settings", settings),
    Route("/settings/health", health, methods=["POST"]),
    Route("/settings/tokens", create_token, methods=["POST"]),
    Route("/settings/tokens/{id}/revoke", revoke, methods=["POST"]),
    Route("/settings/generations/{verb}", generation, methods=["POST"]),
    Route("/settings/backup", backup, methods=["POST"]),
)

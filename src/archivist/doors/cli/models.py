"""Commands on models: which role uses which, and what they used."""

import click

from archivist.doors.cli.common import Asked, command
from archivist.services.models import ROLES


@command()
@click.option("--days", type=click.IntRange(1, 366), default=7, show_default=True)
def models(asked: Asked, days: int) -> int:
    """Which model each role asks, and what was used, by local day. `archivist doctor` tells whether they answer."""
    with asked.app() as app:
        settings = app.resources.settings().models
        roles = {role: settings.of(role).model for role in ROLES}
        specialists = {one.kind: one.name for one in app.specialists}
        uses = app.models.meter(days)
    used = [
        {
            "day": use.day.isoformat(),
            "role": use.role,
            "model": use.model,
            "requests": use.requests,
            "input_tokens": use.input_tokens,
            "output_tokens": use.output_tokens,
            "dollars": round(use.dollars, 6),
            "failures": use.failures,
        }
        for use in uses
    ]
    budget = {"tokens": settings.max_tokens_per_day, "dollars": settings.max_dollars_per_day}

    def human() -> None:
        from archivist.doors.cli import output

        asks = [(role, name or "works without a model") for role, name in roles.items()]
        output.table(("role", "model"), asks + [(kind, name or "switched off") for kind, name in specialists.items()])
        if used:
            output.say("")
            output.table(tuple(used[0]), [tuple(str(value) for value in row.values()) for row in used])
        if any(value is not None for value in budget.values()):
            limits = ", ".join(f"{value:,} {unit}" for unit, value in budget.items() if value is not None)
            output.say(f"budget a day: {limits}", "dim")

    asked.answer({"roles": roles, **specialists, "used": used, "budget_per_day": budget}, human)
    return 0

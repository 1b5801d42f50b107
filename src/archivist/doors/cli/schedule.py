"""Commands on the system's own scheduler: install, show, remove."""

import sys
from datetime import time
from pathlib import Path

import click

from archivist.doors.cli.common import Asked, with_asked
from archivist.errors import Invalid
from archivist.upkeep.jobs import JOBS, next_due
from archivist.upkeep.schedule import cron_of
from archivist.upkeep.timers import KINDS, timer_of
from archivist.views.schedule_units import DailyJob

LABEL = "io.archivist.nightly"
KIND = click.option("--with", "kind", type=click.Choice(KINDS), help="systemd, launchd or cron; this system's own.")


@click.group()
def schedule() -> None:
    """Let the system run the nights: install, show, remove."""


@schedule.command(epilog="\b\nExample: archivist schedule install --print")
@KIND
@click.option("--print", "only_print", is_flag=True, help="Show what would be installed, and install nothing.")
@with_asked
def install(asked: Asked, kind: str | None, only_print: bool) -> int:
    """Have the nightly job run every day at its time; installing again replaces it."""
    job = _job(asked)
    timer = timer_of(kind)
    if not only_print:
        timer.install(job)

    def human() -> None:
        if only_print:
            for place, text in timer.files(job).items():
                click.secho(f"# {place}", dim=True)
                click.echo(text)
        else:
            click.echo(f"installed with {timer.name}: every day at {job.at:%H:%M}")

    answer = {"with": timer.name, "at": f"{job.at:%H:%M}", "installed": not only_print, "files": timer.files(job)}
    asked.answer(answer, human)
    return 0


@schedule.command()
@KIND
@with_asked
def show(asked: Asked, kind: str | None) -> int:
    """Whether the system runs the nights, and when each job is due next."""
    timer = timer_of(kind)
    installed = timer.is_installed(LABEL)
    with asked.app() as app:
        due = {name: next_due(app.resources, name) for name in JOBS}

    def human() -> None:
        from archivist.doors.cli import output

        output.say(f"{timer.name}: {'installed' if installed else 'not installed; archivist schedule install'}")
        output.table(("job", "next"), [(name, output.when(at)) for name, at in due.items()])

    jobs = [{"job": name, "next_at": at.isoformat().replace("+00:00", "Z")} for name, at in due.items()]
    asked.answer({"with": timer.name, "installed": installed, "jobs": jobs}, human)
    return 0


@schedule.command()
@KIND
@with_asked
def remove(asked: Asked, kind: str | None) -> int:
    """Take the nightly job out of the system's scheduler."""
    timer = timer_of(kind)
    removed = timer.remove(LABEL)
    line = "removed" if removed else "it was not installed"
    asked.answer({"with": timer.name, "removed": removed}, lambda: click.echo(line))
    return 0


def _job(asked: Asked) -> DailyJob:
    """What the system is to run: this very program on this very home."""
    with asked.app() as app:
        home = app.home
        cron = cron_of(app.resources.settings().workspace.consolidation.at).split()
    if not (cron[0].isdecimal() and cron[1].isdecimal() and cron[2:] == ["*", "*", "*"]):
        raise Invalid("workspace.consolidation.at", "must be a time of day, for a timer of the system")
    program = Path(sys.argv[0]).resolve()
    start = (str(program),) if program.name == "archivist" else (sys.executable, "-m", "archivist")
    command = (*start, "upkeep", "run", "--home", str(home.resolve() if home else ""), "--as", asked.user)
    return DailyJob(LABEL, command, time(int(cron[1]), int(cron[0])))

"""Commands on a workspace and its nights: consolidate, status, archive, sync, upkeep."""

import time
from datetime import datetime
from typing import Any

import click
from rich.text import Text

from archivist.doors import shapes_workspace as shapes
from archivist.doors.cli.common import Asked, command, with_asked
from archivist.doors.cli.journal import DAY
from archivist.errors import Invalid
from archivist.upkeep.status import WorkspaceStatus
from archivist.write.shelving import Synced

FAILED = 1
WATCH_S = 2.0
"""How often a watched shelf is looked at: a look without changes reads no file."""


@command()
@click.option("--as-of", type=DAY, metavar="DAY", help="The last day of the week to read; today by default.")
def consolidate(asked: Asked, as_of: datetime | None) -> int:
    """Distil the last days into MEMORY.md, and say what came into and went out of every stage."""
    with asked.session() as session:
        run = session.upkeep.consolidate(as_of.date() if as_of else None)

    def human() -> None:
        from archivist.doors.cli import output

        if run.stages:
            output.table(
                ("stage", "in", "out", "left behind"),
                [
                    (one.name, str(one.came_in), str(one.went_out), _some(one.dropped))
                    for one in run.stages
                ],
            )  # fmt: skip
        output.outcome(run.outcome, f"wrote {run.wrote}" if run.wrote else run.reason)

    asked.answer(shapes.night(run), human)
    return FAILED if run.outcome == "failed" else 0


@command()
@click.argument("days", type=click.IntRange(1, 3650), required=False)
@click.option("--restore", type=DAY, metavar="DAY", help="Bring this day's note back instead.")
def archive(asked: Asked, days: int | None, restore: datetime | None) -> int:
    """Move notes older than DAYS days to the archive: kept, readable on demand, no longer loaded."""
    if days is not None and restore is not None:
        raise Invalid("restore", "brings one day back; give no number of days with it")
    with asked.session() as session:
        if restore is not None:
            session.upkeep.unarchive(restore.date())
            answer: dict[str, Any] = {"restored": restore.date().isoformat(), "archived": []}
            line = f"restored {restore.date()}"
        else:
            moved = [day.isoformat() for day in session.upkeep.archive(days)]
            answer = {"restored": None, "archived": moved}
            line = f"archived {', '.join(moved)}" if moved else "nothing is old enough"
    asked.answer(answer, lambda: click.echo(line))
    return 0


@command()
@click.option("--accept-deletions", is_flag=True, help="Also forget where every file went at once.")
@click.option("--watch", is_flag=True, help="Go on, and do it whenever something changes, until Ctrl-C.")
def sync(asked: Asked, accept_deletions: bool, watch: bool) -> int:
    """Take in fragments edited by hand, and write back records that changed; doing it again does nothing."""
    with asked.session() as session:
        done = session.workspaces.sync(accept_deletions=accept_deletions)
        _tell_sync(asked, done)
        while watch:
            time.sleep(WATCH_S)
            if done := session.workspaces.sync():
                _tell_sync(asked, done)
    return 0


def _tell_sync(asked: Asked, done: Synced) -> None:
    def human() -> None:
        from archivist.doors.cli import output

        rows = [("taken in", name, "") for name in done.taken]
        rows += [("changed", name, "") for name in done.changed]
        rows += [("renamed", new, f"was {old}") for old, new in done.renamed]
        rows += [("forgotten", name, "its file went, or says so") for name in done.forgotten]
        rows += [("written", name, "brought up to its record") for name in done.written]
        rows += [("conflict", name, "file and record were both changed; both are kept") for name in done.conflicts]
        rows += [("held", name, f"waits for you as {id}") for name, id in done.held.items()]
        rows += [("rejected", name, why) for name, why in done.refused.items()]
        rows += [("skipped", name, why) for name, why in done.skipped.items()]
        if rows:
            output.table(("", "file", "why"), [(output.word(what), name, why) for what, name, why in rows])
        else:
            output.say("nothing changed", "dim")
        if done.missing:
            output.say(
                f"{len(done.missing)} files went all at once; their records were kept. If that is meant: "
                "archivist sync --accept-deletions",
                "yellow",
            )

    asked.answer(shapes.synced(done), human)


@command()
def status(asked: Asked) -> int:
    """How the workspace stands: files, notes, what the nights brought, and what to look at."""
    with asked.session() as session:
        found = session.upkeep.status()
    asked.answer(shapes.status(found), lambda: _draw(found))
    return 0


@click.group()
def upkeep() -> None:
    """The timed jobs: run what is due, or one of them at once."""


@upkeep.command("run")
@click.argument("job", required=False)
@with_asked
def run_(asked: Asked, job: str | None) -> int:
    """Do everything that is due, or JOB at once: consolidate, archive, scan, brief, expire, retention, tidy."""
    with asked.session() as session:
        runs = session.upkeep.run(job)

    def human() -> None:
        from archivist.doors.cli import output

        if runs:
            output.table(
                ("job", "workspace", "outcome", "in", "out", ""),
                [
                    (
                        one.job, one.workspace, output.word(one.brought.outcome), str(one.brought.came_in),
                        str(one.brought.went_out), one.brought.detail,
                    )
                    for one in runs
                ],
            )  # fmt: skip
        else:
            output.say("nothing is due", "dim")

    asked.answer({"runs": [shapes.done(one) for one in runs]}, human)
    return FAILED if any(one.brought.outcome == "failed" for one in runs) else 0


def _draw(found: WorkspaceStatus) -> None:
    """The table of the source, and more of it."""
    from archivist.doors.cli import output

    whose = f"project {found.known.project}" if found.known.project else found.known.owner
    output.say(f"{found.known.path}  ({whose})", "bold")
    output.table(
        ("", "core file", "bytes", "changed"),
        [(_tick(file.changed_at is not None), file.name, f"{file.size:,}", output.when(file.changed_at) or "not there")
         for file in found.core],
    )  # fmt: skip
    output.say("")
    output.table(
        ("", "day note", "bytes", ""),
        [
            (_tick(True), note.day.isoformat(), f"{note.size:,}", shapes.mark_of((found.today - note.day).days))
            for note in found.notes
        ],
        title="" if found.notes else "no day note is online",
    )
    output.say(f"{found.archived} in the archive", "dim")
    output.say(
        f"today: {found.sessions} sessions, {found.todos_open} to-dos open, {found.todos_done} done\n"
        f"fragments: {found.fragments} files, {found.records} records, {found.waiting} waiting, {found.refused} refused"
    )
    output.say("")
    output.table(
        ("job", "last run", "outcome", "in", "out", "next"),
        [
            (
                state.job, output.when(state.last.started_at) if state.last else "never",
                output.word(state.last.outcome) if state.last else "", str(state.last.came_in) if state.last else "",
                str(state.last.went_out) if state.last else "", output.when(state.next_at),
            )
            for state in found.jobs
        ],
    )  # fmt: skip
    for warning in found.warnings:
        output.say(f"! {warning}", "yellow")


def _tick(there: bool) -> Text:
    return Text("✓", "green") if there else Text("·", "dim")


def _some(dropped: tuple[str, ...], limit: int = 3) -> str:
    lines = [text.split("\n", 1)[0] for text in dropped[:limit]]
    more = f" and {len(dropped) - limit} more" if len(dropped) > limit else ""
    return "; ".join(line if len(line) <= 40 else line[:39] + "…" for line in lines) + more

"""Commands on the day notes: add, show, brief, done, backfill, ask, profile."""

from datetime import date, datetime

import click

from archivist.doors import shapes_workspace as shapes
from archivist.doors.cli.common import Asked, text_argument, with_asked
from archivist.services.journal import Noted
from archivist.views.day_note import Section

DAY = click.DateTime(["%Y-%m-%d"])
REFUSED = 1


@click.group()
def journal() -> None:
    """Day notes: note work at once, start a session, ask what was done."""


@journal.command(epilog='\b\nExample: archivist journal add "Retries back off now" --for payments')
@click.argument("text")
@click.option(
    "--section", type=click.Choice([str(section) for section in Section]), default="work", show_default=True,
    help="Where in the note it stands.",
)  # fmt: skip
@click.option("--for", "for_project", metavar="P", default="", help="Whose work it is; the project in focus otherwise.")
@click.option("--day", type=DAY, metavar="DAY", help="An earlier day; today by default.")
@with_asked
def add(asked: Asked, text: str, section: str, for_project: str, day: datetime | None) -> int:
    """Note TEXT in today's file. TEXT of - reads standard input."""
    with asked.session() as session:
        noted = session.journal.add(text_argument(text), section, for_project, _date(day))
    return _tell(asked, noted, "noted")


@journal.command()
@click.argument("day", type=DAY, required=False, metavar="[DAY]")
@with_asked
def show(asked: Asked, day: datetime | None) -> int:
    """The note of a DAY such as 2026-11-30, today by default; an archived one as well."""
    with asked.session() as session:
        which, text = session.journal.show(_date(day))

    def human() -> None:
        click.echo(text or f"nothing was noted on {which}", nl=not text.endswith("\n"))

    asked.answer({"day": which.isoformat(), "text": text}, human)
    return 0


@journal.command()
@click.option("--limit", type=click.IntRange(20, 2000), default=200, show_default=True, help="Characters or words.")
@with_asked
def brief(asked: Asked, limit: int) -> int:
    """What a session starts with: who works here, what goes on, what is open."""
    with asked.session() as session:
        text = session.journal.brief(limit)
    asked.answer({"brief": text}, lambda: click.echo(text or "nothing yet; archivist init --workspace DIR"))
    return 0


@journal.command()
@click.argument("todo")
@with_asked
def done(asked: Asked, todo: str) -> int:
    """Check a to-do off; a part of its words is enough where only one open to-do has them."""
    with asked.session() as session:
        noted = session.journal.done(todo)
    return _tell(asked, noted, "done")


@journal.command()
@click.argument("summary", default="-")
@click.option("--dry-run", is_flag=True, help="Only say what the notes lack.")
@click.option("--for", "for_project", metavar="P", default="", help="Whose work it is.")
@with_asked
def backfill(asked: Asked, summary: str, dry_run: bool, for_project: str) -> int:
    """Note what a session's SUMMARY says was done and the notes lack; - (the default) reads standard input."""
    with asked.session() as session:
        answer = session.journal.backfill(text_argument(summary), write=not dry_run, project=for_project)

    def human() -> None:
        for text in answer.missing:
            click.echo(f"{'missing' if dry_run else 'noted'}: {text}")
        if not answer.missing:
            click.echo("the notes hold all of it")

    asked.answer({"missing": list(answer.missing), "noted": [shapes.noted(one) for one in answer.noted]}, human)
    return REFUSED if any(one.refused for one in answer.noted) else 0


@journal.command()
@click.argument("question")
@click.option("--limit", type=click.IntRange(20, 5000), default=300, show_default=True, help="Characters or words.")
@with_asked
def ask(asked: Asked, question: str, limit: int) -> int:
    """What the notes say about QUESTION, the archive included, each line with its day."""
    with asked.session() as session:
        answer = session.journal.ask(question, limit)
    days = [day.isoformat() for day in answer.days]
    asked.answer({"answer": answer.text, "days": days}, lambda: click.echo(answer.text))
    return 0


@journal.command()
@with_asked
def profile(asked: Asked) -> int:
    """Which fields of the profile followed a changed preference, with the values before."""
    with asked.session() as session:
        changes = session.workspaces.profile_changes()

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("changed", "field", "before", "now"),
            [(output.when(one.at), one.field, one.old, one.new) for one in changes],
        )

    asked.answer({"changes": [shapes.profile_change(one) for one in changes]}, human)
    return 0


def _tell(asked: Asked, noted: Noted, word: str) -> int:
    def human() -> None:
        if noted.refused:
            click.secho(f"not written: {noted.decision.detail}", fg="red", err=True)
        else:
            click.echo(f"{word} in {noted.path}")

    asked.answer(shapes.noted(noted), human)
    return REFUSED if noted.refused else 0


def _date(day: datetime | None) -> date | None:
    return day.date() if day else None

"""Commands on projects: create, list, focus, members, and who belongs to one."""

import click

from archivist.doors import shapes_library as shapes
from archivist.doors.cli.common import Asked, with_asked


@click.group()
def project() -> None:
    """Projects: memory that several users share, and nobody else sees."""


@project.command()
@click.argument("id")
@click.option("--title", default="", help="A name for people; the id by default.")
@with_asked
def create(asked: Asked, id: str, title: str) -> int:
    """Make a project with its empty Project Knowledge; you are its first member."""
    with asked.session() as session:
        made = session.projects.create(id, title)
    asked.answer({"project": shapes.project(made)}, lambda: click.echo(f"made project {made.id}"))
    return 0


@project.command("list")
@with_asked
def list_(asked: Asked) -> int:
    """The projects you belong to; the one in focus is marked."""
    with asked.session() as session:
        found = session.projects.list()
        focus = session.principal.project

    def human() -> None:
        from archivist.doors.cli import output

        rows = [("▸" if one.id == focus else "", one.id, one.title, output.when(one.created_at)) for one in found]
        if rows:
            output.table(("", "project", "title", "made"), rows)
        else:
            output.say("none yet: archivist project create ID", "dim")

    asked.answer({"projects": [shapes.project(one) for one in found], "focus": focus}, human)
    return 0


@project.command()
@click.argument("id", required=False)
@click.option("--clear", is_flag=True, help="Work in no project.")
@with_asked
def focus(asked: Asked, id: str | None, clear: bool) -> int:
    """Work in project ID when a command names none; without ID, say which one that is."""
    with asked.session() as session:
        if id is not None or clear:
            session.projects.set_focus(None if clear else id)
        now = session.projects.focus()
    asked.answer({"focus": now}, lambda: click.echo(f"in focus: {now}" if now else "no project is in focus"))
    return 0


@project.command()
@click.argument("id")
@with_asked
def members(asked: Asked, id: str) -> int:
    """Who belongs to a project."""
    with asked.session() as session:
        found = session.projects.members(id)

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("user", "since", "let in by"), [(one.user, output.when(one.added_at), one.added_by) for one in found]
        )

    asked.answer({"members": [shapes.member(one) for one in found]}, human)
    return 0


@project.command("add-member")
@click.argument("id")
@click.argument("member", metavar="USER")
@with_asked
def add_member(asked: Asked, id: str, member: str) -> int:
    """Let USER see and write the memory of a project."""
    with asked.session() as session:
        added = session.projects.add_member(id, member)
    said = f"{member} belongs to {id} now" if added else f"{member} belonged to {id} already"
    asked.answer({"project": id, "user": member, "added": added}, lambda: click.echo(said))
    return 0


@project.command("remove-member")
@click.argument("id")
@click.argument("member", metavar="USER")
@with_asked
def remove_member(asked: Asked, id: str, member: str) -> int:
    """Take USER out of a project; what they wrote there stays."""
    with asked.session() as session:
        removed = session.projects.remove_member(id, member)
    said = f"{member} is out of {id}" if removed else f"{member} did not belong to {id}"
    asked.answer({"project": id, "user": member, "removed": removed}, lambda: click.echo(said))
    return 0

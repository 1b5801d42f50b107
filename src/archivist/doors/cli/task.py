"""Commands on the knowledge set of a task."""

import click

from archivist.doors import shapes_knowledge as shapes
from archivist.doors.cli.common import Asked, with_asked
from archivist.records.knowledge import Mount


@click.group()
def task() -> None:
    """Which documents a task may read; a change counts from the next message on."""


@task.command()
@click.argument("task_id", metavar="TASK")
@click.argument("docs", nargs=-1, required=True)
@with_asked
def mount(asked: Asked, task_id: str, docs: tuple[str, ...]) -> int:
    """Let TASK read these documents too."""
    with asked.session() as session:
        found = session.tasks.mount(task_id, *docs)
    return _show(asked, task_id, found)


@task.command()
@click.argument("task_id", metavar="TASK")
@click.argument("docs", nargs=-1)
@with_asked
def unmount(asked: Asked, task_id: str, docs: tuple[str, ...]) -> int:
    """Take documents away from TASK; without DOCS, all."""
    with asked.session() as session:
        found = session.tasks.unmount(task_id, *docs)
    return _show(asked, task_id, found)


@task.command()
@click.argument("task_id", metavar="TASK")
@with_asked
def show(asked: Asked, task_id: str) -> int:
    """What TASK may read."""
    with asked.session() as session:
        found = session.tasks.show(task_id)
    return _show(asked, task_id, found)


def _show(asked: Asked, task_id: str, found: list[Mount]) -> int:
    def human() -> None:
        from archivist.doors.cli import output

        if found:
            for one in found:
                output.line(f"{one.document.state:<11}  {one.document.name}")
                title, scope = one.document.title, one.document.scope
                output.line(f"{'':<11}  {title}, {scope}, since {output.when(one.since)}", "dim")
        else:
            output.say(f"nothing is mounted in {task_id}", "dim")

    asked.answer(shapes.mounts(task_id, found), human)
    return 0

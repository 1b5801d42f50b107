"""The command that sets up a coding assistant, or takes archivist out of it again."""

import os
from pathlib import Path

import click

from archivist.app import default_user
from archivist.doors.assistants.files import Change, carry_out
from archivist.doors.assistants.hosts import HOSTS, Surroundings
from archivist.doors.cli.common import Asked, command


@command(epilog="\b\nExample: archivist install claude-code")
@click.argument("assistant", type=click.Choice(list(HOSTS)))
@click.option("--uninstall", is_flag=True, help="Take it out; everything else in the files stays.")
@click.option("--here", is_flag=True, help="In the files of this project instead of yours.")
@click.option("--dir", "folder", type=click.Path(path_type=Path, file_okay=False), help="The project, by default here.")
@click.option("--dry-run", is_flag=True, help="Only say what would change.")
def install(asked: Asked, assistant: str, uninstall: bool, here: bool, folder: Path | None, dry_run: bool) -> int:
    """Set up an assistant: recall before each prompt, and proposals after each turn.

    Its files are read, changed in one place and written back, with a copy beside them; files with comments in their
    JSON are left as they are.
    """
    around = Surroundings(
        home=Path.home(),
        project=(folder or Path.cwd()).absolute(),
        environment=os.environ,
        options=_options(asked),
        in_project=here or folder is not None,
    )
    changes = HOSTS[assistant](around, uninstall)
    if not dry_run:
        for change in changes:
            carry_out(change)
    touched = [change for change in changes if change.is_needed]

    def human() -> None:
        for change in touched:
            click.echo(f"{_verb(change, dry_run)}  {change.path}")
        if not touched:
            click.echo("nothing to change: it is not there" if uninstall else "nothing to change: it is set up")

    files = [{"path": str(change.path), "removed": change.text is None} for change in touched]
    asked.answer({"assistant": assistant, "installed": not uninstall, "changed": files, "dry_run": dry_run}, human)
    return 0


def _options(asked: Asked) -> tuple[str, ...]:
    """What was said here about where and who holds for every later call."""
    home = str(asked.home.absolute()) if asked.home else None
    user = asked.user if asked.user != default_user() else None
    said = (("--home", home), ("--as", user), ("--project", asked.project))
    return tuple(word for name, value in said if value for word in (name, value))


def _verb(change: Change, dry_run: bool) -> str:
    verb = "remove" if change.text is None else "make" if change.before is None else "change"
    return f"would {verb}" if dry_run else {"remove": "removed", "make": "made", "change": "changed"}[verb]

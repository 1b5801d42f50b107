"""The command behind the hooks of coding assistants. `entry` runs it without this module; here is its help."""

from pathlib import Path

import click

from archivist.doors.hooks.dialects import Dialect, Event

NAMES = click.Choice([*(str(event) for event in Event), "drain"])


@click.command(epilog="\b\nInstall them with: archivist install claude-code")
@click.argument("event", type=NAMES)
@click.option("--home", type=click.Path(path_type=Path), help="The home folder (or ARCHIVIST_HOME).")
@click.option("--as", "user", metavar="USER", help="Whose memory.")
@click.option("--project", metavar="P", help="The project in focus.")
@click.option(
    "--for", "dialect", type=click.Choice([str(one) for one in Dialect]), help="Told from the input otherwise."
)
def hook(event: str, home: Path | None, user: str | None, project: str | None, dialect: str | None) -> None:
    """What a coding assistant calls at the turns of a session; reads its JSON on standard input, never fails.

    session-start and user-prompt-submit answer with what is remembered; stop, pre-compact and session-end keep what was
    said and read it in the background; drain takes up what is left.
    """
    from archivist.doors.hooks.run import run

    given = (("--home", str(home) if home else None), ("--as", user), ("--project", project), ("--for", dialect))
    run([event, *(word for name, value in given if value for word in (name, value))])

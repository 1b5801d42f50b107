"""Commands that write records as files, and read them: mirror, import."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from archivist.doors.cli.common import Asked, command
from archivist.doors.cli.transfer import OTHERS, import_home
from archivist.services.portability import Imported
from archivist.session import Session

REFUSED = 1
IMPORTS: Final[dict[str, Callable[[Session, Path], Imported]]] = {
    "markdown": lambda session, path: session.files.import_markdown(path),
    **OTHERS,
}
"""What can be imported, by the first word of the command."""


@command(epilog="\b\nExample: archivist mirror ~/memory-as-files")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def mirror(asked: Asked, folder: Path) -> int:
    """Write every record you may see to DIR as Markdown; only what changed, and what went is taken away."""
    with asked.session() as session:
        done = session.files.mirror(folder)

    def human() -> None:
        click.echo(f"{len(done.written)} written, {len(done.removed)} removed, {done.unchanged} as they were")
        for name in done.edited:
            click.echo(f"left alone, since it was edited there: {name} (archivist import markdown takes it in)")

    answer = {"written": done.written, "removed": done.removed, "edited": done.edited, "unchanged": done.unchanged}
    asked.answer(answer, human)
    return 0


@command("import")
@click.argument("source", metavar="FROM", type=click.Choice([*IMPORTS, "archivist"]))
@click.argument("path", type=click.Path(path_type=Path))
def import_(asked: Asked, source: str, path: Path) -> int:
    """Read records from PATH; reading it again changes nothing. FROM says of which kind it is.

    What other tools remember waits in the queue until you decide. `archivist` reads an export of a whole home into a
    new one.
    """
    if source == "archivist":
        return import_home(asked, path)
    with asked.session() as session:
        done = IMPORTS[source](session, path)

    def human() -> None:
        click.echo(f"{len(done.created)} new, {len(done.updated)} changed, {done.unchanged} as they were")
        for name, id in done.held.items():
            click.echo(f"waits for you as {id}: {name}")
        for name in done.conflicts:
            click.echo(f"contradicts another record; decide with archivist keep: {name}")
        for name, why in done.refused.items():
            click.secho(f"not taken: {name}: {why}", fg="yellow")

    answer = {
        "created": done.created,
        "updated": done.updated,
        "unchanged": done.unchanged,
        "held": [{"file": name, "proposal": id} for name, id in done.held.items()],
        "conflicts": done.conflicts,
        "refused": [{"file": name, "reason": why} for name, why in done.refused.items()],
    }
    asked.answer(answer, human)
    return REFUSED if done.refused and not (done.created or done.updated or done.unchanged) else 0

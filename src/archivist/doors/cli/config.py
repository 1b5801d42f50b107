"""Settings, switches and the access policy."""

import click

from archivist.app import load_settings
from archivist.doors.cli.common import Asked, with_asked
from archivist.doors.shapes import moment
from archivist.home import home_folder
from archivist.policy.access import Act, cells
from archivist.services.generations import Switched
from archivist.services.oversight import SWITCHES
from archivist.settings import to_builtin
from archivist.stores.charter_files import read_charters


@click.group()
def config() -> None:
    """Settings, switches and the access policy."""


@config.command()
@with_asked
def show(asked: Asked) -> int:
    """The settings in force: environment over file over default, the switches as they stand, and the generation."""
    with asked.session() as session:
        now = session.generations.in_force()
        plain = to_builtin(now.settings)
        switches = session.oversight.switches()

    def human() -> None:
        import yaml

        click.echo(yaml.safe_dump(plain, allow_unicode=True, sort_keys=False), nl=False)
        for key, on in switches.items():
            click.echo(f"# {key} stands at {str(on).lower()}")
        click.echo(f"# generation {now.number}; charters: {', '.join(now.charters) or 'none'}")
        if now.waiting:
            click.echo(f"# changed in the file, waiting for archivist config reload: {', '.join(now.waiting)}")

    answer = {
        "settings": plain,
        "switches": switches,
        "generation": now.number,
        "charters": list(now.charters),
        "waiting": list(now.waiting),
    }
    asked.answer(answer, human)
    return 0


@config.command()
@with_asked
def check(asked: Asked) -> int:
    """Check the settings file, the environment and the charters, without opening the database."""
    home = home_folder(asked.home)
    load_settings(home)
    read_charters(home / "config")
    asked.answer({"ok": True}, lambda: click.echo("settings and charters are fine"))
    return 0


@config.command()
@with_asked
def reload(asked: Asked) -> int:
    """Prepare what the files say now as the next generation, check it, and switch. What is wrong changes nothing."""
    with asked.session() as session:
        switched = session.generations.reload()
    return _switched(asked, switched)


@config.command()
@with_asked
def rollback(asked: Asked) -> int:
    """Make the configuration that was in force before the next generation. No record disappears by it."""
    with asked.session() as session:
        switched = session.generations.roll_back()
    return _switched(asked, switched)


@config.command()
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True)
@with_asked
def generations(asked: Asked, limit: int) -> int:
    """The generations there were, the newest first."""
    with asked.session() as session:
        found = session.generations.latest(limit)

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("generation", "state", "by", "since"),
            [(str(one.number), output.word(one.state), one.by, output.when(one.at)) for one in found],
        )

    rows = [{"generation": one.number, "state": one.state, "by": one.by, "at": moment(one.at)} for one in found]
    asked.answer({"generations": rows}, human)
    return 0


def _switched(asked: Asked, switched: Switched) -> int:
    number = switched.generation.number

    def human() -> None:
        from archivist.doors.cli import output

        if not switched.changes:
            output.say(f"nothing differs; generation {number} stays in force", "dim")
            return
        output.table(
            ("key", "before", "now"), [(change.key, change.before, change.after) for change in switched.changes]
        )
        output.say(f"generation {number} is in force", "green")

    changes = [{"key": one.key, "before": one.before, "after": one.after} for one in switched.changes]
    asked.answer({"generation": number, "changes": changes}, human)
    return 0


@config.command("set")
@click.argument("key", type=click.Choice(SWITCHES))
@click.argument("value", type=click.Choice(["true", "false"]))
@with_asked
def set_(asked: Asked, key: str, value: str) -> int:
    """Turn a switch, for every process that uses this home."""
    with asked.session() as session:
        session.oversight.switch(key, value == "true")
        switches = session.oversight.switches()
    asked.answer({"switches": switches}, lambda: click.echo(f"{key} is {value}"))
    return 0


@config.command()
@with_asked
def policy(asked: Asked) -> int:
    """Who may do what, where: the whole access matrix."""
    rows = [
        {"actor": cell.actor, "holding": cell.holding, **{act: cell.rights[act] for act in Act}} for cell in cells()
    ]

    def human() -> None:
        from archivist.doors.cli import output

        output.table(("who", "what", *Act), [tuple(str(value) for value in row.values()) for row in rows])

    asked.answer({"policy": rows}, human)
    return 0

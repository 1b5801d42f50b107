"""Settings, switches and the access policy."""

import click

from archivist.app import load_settings
from archivist.doors.cli.common import Asked, with_asked
from archivist.policy.access import Act, cells
from archivist.services.oversight import SWITCHES
from archivist.settings import to_builtin


@click.group()
def config() -> None:
    """Settings, switches and the access policy."""


@config.command()
@with_asked
def show(asked: Asked) -> int:
    """The settings in force: environment over file over default, and the switches as they stand."""
    with asked.app() as app:
        plain = to_builtin(app.resources.settings())
        switches = asked.acting(app).oversight.switches()

    def human() -> None:
        import yaml

        click.echo(yaml.safe_dump(plain, allow_unicode=True, sort_keys=False), nl=False)
        for key, on in switches.items():
            click.echo(f"# {key} stands at {str(on).lower()}")

    asked.answer({"settings": plain, "switches": switches}, human)
    return 0


@config.command()
@with_asked
def check(asked: Asked) -> int:
    """Check the settings file and the environment, without opening the database."""
    load_settings(asked.home)
    asked.answer({"ok": True}, lambda: click.echo("settings are fine"))
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

"""Turns every error into a message and an exit code. The one place of this door that catches what nobody expected."""

import json
import os
import sys
import traceback
from itertools import pairwise
from pathlib import Path

import click

from archivist.errors import ArchivistError, Invalid, SettingsError
from archivist.home import home_folder

DONE, REFUSED, USAGE, INTERRUPTED = 0, 1, 2, 130


def guarded(cli: click.Group, arguments: list[str] | None) -> int:
    """Run `cli` and return its exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    as_json = "--json" in given
    try:
        result = cli.main(args=arguments, prog_name="archivist", standalone_mode=False)
        return result if isinstance(result, int) else DONE
    except ArchivistError as exc:
        _tell(exc, as_json)
        return USAGE if isinstance(exc, Invalid | SettingsError) else REFUSED
    except click.exceptions.Exit as exc:
        return exc.exit_code
    except click.Abort:
        click.echo("stopped" if sys.stdin.isatty() else "stopped: nobody was there to answer; see --yes", err=True)
        return INTERRUPTED
    except click.ClickException as exc:
        if as_json:
            click.echo(json.dumps({"error": {"code": "usage", "message": exc.format_message(), "hint": ""}}))
        exc.show()
        return USAGE
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as exc:
        return _unexpected(exc, _home(given))


def _tell(exc: ArchivistError, as_json: bool) -> None:
    from archivist.doors import shapes

    if as_json:
        click.echo(json.dumps(shapes.error(exc), ensure_ascii=False))
    click.secho(f"error: {exc.message}", fg="red", err=True)
    if exc.hint:
        click.echo(f"  {exc.hint}", err=True)


def _home(given: list[str]) -> Path:
    """The home of the command that failed, which may be the reason why no option was read."""
    named = [value for option, value in pairwise(given) if option == "--home"]
    named += [word.removeprefix("--home=") for word in given if word.startswith("--home=")]
    return home_folder(named[-1] if named else None)


def _unexpected(exc: Exception, home: Path) -> int:
    """A fault of ours: the trace goes to a file, since a memory's words may stand in it; the person gets the way on."""
    path = home / "last-error.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(traceback.format_exception(exc)), "utf-8")
        where = f"; the details are in {path}"
    except OSError:
        where = ""
    click.secho(f"error: archivist failed ({type(exc).__name__}){where}", fg="red", err=True)
    click.echo("  nothing half-done was kept; please report this", err=True)
    return REFUSED

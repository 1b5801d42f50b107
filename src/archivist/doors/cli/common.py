"""What every command shares: the options that say who asks and where, opening the home, and printing."""

import functools
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from archivist.app import Archivist, default_user, open_app
from archivist.records.principal import Role
from archivist.session import Session


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, where, and how the answer is to look."""

    home: Path | None
    user: str
    project: str | None
    workspace: str | None
    role: Role
    as_json: bool

    @contextmanager
    def app(self) -> Iterator[Archivist]:
        """The home, opened for one command."""
        with open_app(self.home) as app:
            yield app
            app.hand_on()

    @contextmanager
    def session(self, agent: str | None = None, task: str | None = None) -> Iterator[Session]:
        """What the asker (or an agent of theirs) may ask for."""
        with self.app() as app:
            yield self.acting(app, agent, task)

    def acting(self, app: Archivist, agent: str | None = None, task: str | None = None) -> Session:
        """The asker's session in an open home; in the project they focused on, where none is named."""
        return app.acting_as(
            self.user,
            project=self.project or app.focus_of(self.user),
            workspace=self.workspace,
            agent=agent,
            task=task,
            role=self.role,
        )

    def acting_for(self, target: str | None) -> "Asked":
        """The same asker, with the project of `target` in reach: who names a project at this door may use it."""
        kind, _, id = (target or "").partition(":")
        return replace(self, project=id) if kind == "project" and id and self.project is None else self

    def answer(self, answer: Any, human: Callable[[], None]) -> None:
        """Print JSON where it was asked for, else whatever `human` prints."""
        if self.as_json:
            click.echo(json.dumps(answer, ensure_ascii=False))
        else:
            human()


def command(name: str | None = None, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """A command that takes the shared options and gets them as its first argument, an `Asked`."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        made: click.Command = click.command(name, cls=click.Command, **settings)(with_asked(function))
        return made

    return decorate


def with_asked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the shared options to a command function."""

    @click.option("--home", type=click.Path(path_type=Path), help="The home folder (or ARCHIVIST_HOME).")
    @click.option("--as", "user", metavar="USER", help="Act as this user.")
    @click.option("--project", metavar="P", help="The project in focus.")
    @click.option("--workspace", metavar="W", help="The workspace.")
    @click.option("--role", type=click.Choice([str(role) for role in Role]), hidden=True)
    @click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
    @functools.wraps(function)
    def wrapped(
        home: Path | None,
        user: str | None,
        project: str | None,
        workspace: str | None,
        role: str | None,
        as_json: bool,
        **arguments: Any,
    ) -> Any:
        asked = Asked(
            home=home,
            user=user or default_user(),
            project=project or os.environ.get("ARCHIVIST_PROJECT") or None,
            workspace=workspace or os.environ.get("ARCHIVIST_WORKSPACE") or None,
            role=Role(role or os.environ.get("ARCHIVIST_ROLE") or Role.ADMINISTRATOR),
            as_json=as_json,
        )
        return function(asked, **arguments)

    return wrapped


def text_argument(text: str) -> str:
    """The words of an argument; `-` reads standard input.

    Raises:
        Invalid: standard input is not UTF-8 text.
    """
    if text != "-":
        return text
    from archivist.errors import Invalid

    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise Invalid("standard input", f"is not UTF-8 text (byte {exc.start + 1})") from exc

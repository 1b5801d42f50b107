"""Commands that let others in: serve, and the tokens."""

from typing import TYPE_CHECKING

import click
import msgspec

from archivist.doors import shapes
from archivist.doors.cli.common import Asked, command, with_asked
from archivist.errors import Invalid
from archivist.records.principal import Role

if TYPE_CHECKING:
    from archivist.doors.http.app import Face


@command()
@click.option("--host", help="Where to listen; 127.0.0.1 by default. Any other address needs a token first.")
@click.option("--port", type=click.IntRange(0, 65535), help="8765 by default; 0 takes a free one.")
def serve(asked: Asked, host: str | None, port: int | None) -> int:
    """Serve until Ctrl-C or SIGTERM, and run the timed jobs meanwhile. The API's description stands at /api/v1/docs."""
    try:
        from archivist.doors.console.app import console_face
        from archivist.doors.http import server
    except ImportError as exc:
        raise Invalid("serve", f"needs {exc.name}", hint="pip install 'archivist[server]'") from None
    from archivist.upkeep.scheduler import Scheduler

    with asked.app() as app:
        settings = app.resources.settings().server
        chosen = msgspec.structs.replace(
            settings, host=host or settings.host, port=settings.port if port is None else port
        )

        def ready(url: str) -> None:
            if asked.as_json:
                shown = {"url": url, "docs": f"{url}/api/v1/docs", "owner": asked.user}
                click.echo(msgspec.json.encode(shown).decode())
            else:
                click.echo(f"archivist serves {url}  (API: {url}/api/v1/docs)")
                click.echo(f"{asked.user} needs no token from this machine, as long as nobody else has one")

        with Scheduler(app.resources):
            server.serve(app, chosen, asked.user, ready, [console_face(), *_mcp_face()])
    return 0


def _mcp_face() -> "list[Face]":
    """MCP beside the API, where its extra is installed."""
    try:
        from archivist.doors.http.mcp_face import mcp_face
    except ImportError:
        return []
    return [mcp_face()]


@click.group()
def token() -> None:
    """Tokens for the HTTP door: create, list, revoke."""


@token.command(epilog="\b\nExample: archivist token create --agent planner --project-access atlas --days 90")
@click.option("--for", "for_user", metavar="USER", help="Whom it lets in; yourself by default.")
@click.option(
    "--as-role", "as_role", type=click.Choice([str(role) for role in Role]), default="member", show_default=True
)
@click.option("--agent", help="It acts as this agent of the user: it proposes and never approves.")
@click.option(
    "--project-access", "projects", multiple=True, metavar="P", help="Narrow it to these of the user's projects."
)
@click.option("--workspace-access", "workspace_access", metavar="W")
@click.option("--label", default="", help="What it is for.")
@click.option("--days", type=click.IntRange(1, 3650), help="It ends after so many days; never by default.")
@with_asked
def create(
    asked: Asked,
    for_user: str | None,
    as_role: str,
    agent: str | None,
    projects: tuple[str, ...],
    workspace_access: str | None,
    label: str,
    days: int | None,
) -> int:
    """Make a token. Its secret is shown once and not kept."""
    with asked.session() as session:
        issued = session.tokens.create(
            for_user,
            role=Role(as_role),
            agent=agent,
            projects=projects,
            workspace=workspace_access,
            label=label,
            days=days,
        )

    def human() -> None:
        click.echo(issued.secret)
        until = f"until {issued.token.expires_at:%Y-%m-%d}" if issued.token.expires_at else "until it is revoked"
        click.secho(f"{_acts_as(issued.token.user, issued.token.agent)}, {as_role}, {until}", dim=True, err=True)
        click.secho(f"end it with: archivist token revoke {issued.token.id}", dim=True, err=True)

    asked.answer({"token": shapes.token(issued.token), "secret": issued.secret}, human)
    return 0


@token.command("list")
@with_asked
def list_(asked: Asked) -> int:
    """Tokens, newest first, without their secrets."""
    with asked.session() as session:
        found = session.tokens.list()
        now = session.resources.clock()

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("id", "acts as", "role", "label", "last used", "state"),
            [
                (
                    one.id,
                    _acts_as(one.user, one.agent),
                    str(one.role),
                    one.label,
                    output.when(one.last_used_at) if one.last_used_at else "never",
                    "in force" if one.is_live(now) else "revoked" if one.revoked_at else "expired",
                )
                for one in found
            ],
        )

    asked.answer({"tokens": [shapes.token(one) for one in found]}, human)
    return 0


@token.command()
@click.argument("id")
@with_asked
def revoke(asked: Asked, id: str) -> int:
    """End a token at once."""
    with asked.session() as session:
        ended = session.tokens.revoke(id)
    asked.answer({"token": shapes.token(ended)}, lambda: click.echo(f"revoked: {ended.id}"))
    return 0


def _acts_as(user: str, agent: str | None) -> str:
    return f"agent {agent} for {user}" if agent else user

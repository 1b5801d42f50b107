"""The command that serves MCP on standard input and output."""

import logging
import sys

import click

from archivist.doors.cli.common import Asked, command
from archivist.errors import Invalid


@command(epilog="\b\nExample: claude mcp add --scope user archivist -- archivist mcp")
@click.option("--agent", metavar="NAME", help="Who calls; the client's own name by default.")
@click.option("--task", metavar="T", help="The task whose documents are mounted.")
@click.option("--ask", "asks", is_flag=True, help="Let me decide about proposals in my assistant, where it can ask.")
@click.option("--http", "over_http", is_flag=True, help="Serve http://127.0.0.1:PORT/mcp instead, for this machine.")
@click.option("--port", type=click.IntRange(1, 65535), default=8766, show_default=True)
@click.option("--verbose", is_flag=True, help="Tell on standard error what goes on.")
def mcp(
    asked: Asked, agent: str | None, task: str | None, asks: bool, over_http: bool, port: int, verbose: bool
) -> int:
    """Serve the memory to a coding assistant or any MCP client, on standard input and output."""
    try:
        from archivist.doors.mcp.caller import OneUser
        from archivist.doors.mcp.stdio import run_stdio
    except ModuleNotFoundError as exc:
        raise Invalid("mcp", f"needs {exc.name}", hint="pip install 'archivist[mcp]'") from exc
    from archivist.app import open_app

    callers = OneUser(
        lambda: open_app(asked.home),
        asked.user,
        agent=agent,
        project=asked.project,
        workspace=asked.workspace,
        task=task,
    )
    if over_http:
        from archivist.doors.mcp.http import serve_one_user

        click.echo(f"serving http://127.0.0.1:{port}/mcp; ctrl-c stops", err=True)
        serve_one_user(callers, port, asks=asks)
        return 0
    if sys.stdin.isatty():
        click.echo("archivist mcp: waiting for an MCP client on standard input; ctrl-c stops", err=True)
    run_stdio(callers, asks=asks, log_level=logging.INFO if verbose else logging.WARNING)
    return 0

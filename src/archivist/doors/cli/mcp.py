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
@click.option("--verbose", is_flag=True, help="Tell on standard error what goes on.")
def mcp(asked: Asked, agent: str | None, task: str | None, asks: bool, verbose: bool) -> int:
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
    if sys.stdin.isatty():
        click.echo("archivist mcp: waiting for an MCP client on standard input; ctrl-c stops", err=True)
    run_stdio(callers, asks=asks, log_level=logging.INFO if verbose else logging.WARNING)
    return 0

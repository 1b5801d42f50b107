"""The server on standard input and output, for one user. Nothing but the protocol is written to standard output."""

import logging
import sys
import warnings

import anyio
from mcp.server.stdio import stdio_server

from archivist.doors.mcp.caller import OneUser
from archivist.doors.mcp.patience import patient
from archivist.doors.mcp.server import make_server


def run_stdio(callers: OneUser, *, asks: bool = False, log_level: int = logging.WARNING) -> None:
    """Serve until the client closes the stream."""
    logging.basicConfig(stream=sys.stderr, level=log_level, format="archivist mcp: %(message)s", force=True)
    warnings.filterwarnings("ignore", module=r"mcp\..*")
    try:
        anyio.run(_serve, callers, asks)
    finally:
        callers.close()


async def _serve(callers: OneUser, asks: bool) -> None:
    server = make_server(callers, asks=asks)
    async with stdio_server() as streams, patient(*streams) as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())

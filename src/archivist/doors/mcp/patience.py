"""Answers what was asked before the client closed the stream; the library drops calls that still run at its end.

A script that pipes its requests in closes the stream at once, and its last `remember` must not be half done.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest

WAIT_S: Final = 30.0

Incoming = SessionMessage | Exception


class _Open:
    """The requests that have no answer yet."""

    def __init__(self) -> None:
        self._ids: set[object] = set()
        self._changed = anyio.Event()

    def asked(self, message: Incoming) -> None:
        if isinstance(message, SessionMessage) and isinstance(message.message, JSONRPCRequest):
            self._ids.add(message.message.id)

    def answered(self, message: SessionMessage) -> None:
        self._ids.discard(getattr(message.message, "id", None))
        self._changed.set()

    async def none_left(self) -> None:
        with anyio.move_on_after(WAIT_S):
            while self._ids:
                await self._changed.wait()
                self._changed = anyio.Event()


@asynccontextmanager
async def patient(
    read: ReadStream[Incoming], write: WriteStream[SessionMessage]
) -> AsyncIterator[tuple[MemoryObjectReceiveStream[Incoming], MemoryObjectSendStream[SessionMessage]]]:
    """The same two streams, of which the first ends only when everything asked on it was answered on the second."""
    still_open = _Open()
    to_server, incoming = anyio.create_memory_object_stream[Incoming]()
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage]()

    async def carry_in() -> None:
        async with read, to_server:
            async for message in read:
                still_open.asked(message)
                await to_server.send(message)
            await still_open.none_left()

    async def carry_out() -> None:
        async with write:
            async for message in from_server:
                await write.send(message)
                still_open.answered(message)

    async with anyio.create_task_group() as group, incoming, outgoing, from_server:
        group.start_soon(carry_in)
        group.start_soon(carry_out)
        yield incoming, outgoing
        group.cancel_scope.cancel()

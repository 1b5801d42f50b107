"""Calls of asynchronous libraries from plain code, each within a time.

Whoever calls may have an event loop of their own, and several may call at once: the calls run in a loop in a thread
apart. The time is for the whole call, tries and waits of the library between them included.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar
from weakref import finalize

Given = TypeVar("Given")
Farewell = Callable[[], Awaitable[None]]
_Started = SimpleQueue[tuple[asyncio.AbstractEventLoop, asyncio.Event]]


class Caller:
    """A loop in a thread of its own, which ends with this object.

    Args:
        name: of the thread.
        farewell: closes in the loop, at its end, what was opened there.
    """

    def __init__(self, name: str, farewell: Farewell | None = None) -> None:
        started: _Started = SimpleQueue()
        Thread(target=lambda: asyncio.run(_turn(started, farewell)), name=name, daemon=True).start()
        self._loop, ending = started.get()
        finalize(self, _end, self._loop, ending)

    def call(self, made: Coroutine[Any, Any, Given], timeout_s: float) -> Given:
        """What the coroutine returns.

        Raises:
            TimeoutError: it took longer, and was cancelled. What it raises itself is handed on.
        """
        future = asyncio.run_coroutine_threadsafe(made, self._loop)
        try:
            return future.result(timeout_s)
        finally:
            future.cancel()


async def _turn(started: _Started, farewell: Farewell | None) -> None:
    ending = asyncio.Event()
    started.put((asyncio.get_running_loop(), ending))
    await ending.wait()
    if farewell is not None:
        with suppress(Exception):  # what cannot be closed is let go
            await farewell()


def _end(loop: asyncio.AbstractEventLoop, ending: asyncio.Event) -> None:
    with suppress(RuntimeError):  # it has ended already
        loop.call_soon_threadsafe(ending.set)

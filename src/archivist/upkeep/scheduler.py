"""The loop inside `archivist serve`: does what is due, hands events on, and survives whatever a job does.

One loop a process; several processes share the work through the claims of `leases`. The loop sleeps on an event, so
that stopping does not wait for it. Source: requirement W7.
"""

import logging
import threading
from collections.abc import Callable
from typing import Final, Self

from archivist.upkeep.dispatch import dispatch
from archivist.upkeep.jobs import run_due
from archivist.upkeep.means import Means

EVERY_S: Final = 20.0
_LOG: Final = logging.getLogger(__name__)


class Scheduler:
    """Runs while its `with` block runs; it ends before the home is closed."""

    def __init__(self, means: Means, every_s: float = EVERY_S) -> None:
        self._means = means
        self._every_s = every_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="archivist-upkeep", daemon=True)

    def start(self) -> None:
        """Begin in a thread of its own."""
        self._thread.start()

    def stop(self, timeout_s: float = 10.0) -> None:
        """End after the job in hand."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def tick(self) -> None:
        """One round. The one place where every error is caught: it is logged, and the loop goes on."""
        for act in (dispatch, run_due):
            self._guarded(act)

    def _guarded(self, act: Callable[[Means], object]) -> None:
        try:
            act(self._means)
        except Exception:
            _LOG.exception("upkeep failed; it is tried again in %g s", self._every_s)

    def _loop(self) -> None:
        while not self._stopping.is_set():
            self.tick()
            self._stopping.wait(self._every_s)

"""A lock between writers of one folder, processes and threads alike; the system frees it when its holder dies."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from archivist.errors import StoreBusy, StoreReadOnly

LOCK_NAME = ".archivist.lock"
_PAUSE_S = 0.01


@contextmanager
def locked(root: Path, timeout_s: float) -> Iterator[None]:
    """Hold the one lock of `root`; not to be taken again by its holder.

    Raises: StoreBusy when another holds it for longer than `timeout_s`; StoreReadOnly when `root` cannot be written.
    """
    try:
        handle = os.open(root / LOCK_NAME, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as exc:
        raise StoreReadOnly(f"cannot lock the workspace: {exc.strerror}") from exc
    try:
        deadline = time.monotonic() + timeout_s
        while not _try_lock(handle):
            if time.monotonic() >= deadline:
                raise StoreBusy(f"another process writes the workspace for more than {timeout_s:g} s")
            time.sleep(_PAUSE_S)
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

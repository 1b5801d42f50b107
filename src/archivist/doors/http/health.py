"""Whether the server lives, whether it can do its work, and what it has done.

`healthz` says that the process answers. `readyz` says that the store takes a write: one that is read-only, full,
damaged or locked up is not ready, whatever else still works.
"""

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from archivist.doors.http import problems
from archivist.doors.http.door import Door
from archivist.doors.http.meters import MEDIA_TYPE
from archivist.doors.http.problems import Refusal
from archivist.errors import ArchivistError
from archivist.version import __version__

CHECK: Final = "ready_check"


async def healthz(request: Request) -> Response:
    """The process answers."""
    return Response(msgspec.json.encode({"status": "ok", "version": __version__}), media_type="application/json")


async def readyz(request: Request) -> Response:
    """The store takes a write."""
    door: Door = request.app.state.door
    if door.draining.is_set():
        return problems.document(503, "draining", "the server is about to stop")
    try:
        await door.run(lambda: _write(door))
    except ArchivistError as exc:
        return problems.document(503, exc.code, _without_path(door, exc.message), exc.hint)
    return Response(msgspec.json.encode({"status": "ready"}), media_type="application/json")


async def metrics(request: Request) -> Response:
    """Counters as Prometheus text, for whoever may come in."""
    door: Door = request.app.state.door
    try:
        counters = await door.run(lambda: door.admit(request).session.oversight.counters())
    except Refusal as refusal:
        return problems.of_refusal(refusal)
    except ArchivistError as exc:
        return problems.of_error(exc)
    return PlainTextResponse(door.meters.text(counters, door.streams), media_type=MEDIA_TYPE)


def _write(door: Door) -> None:
    with door.app.store.transaction() as tx:
        tx.ledger.set_meta(CHECK, door.app.resources.clock().isoformat())


def _without_path(door: Door, message: str) -> str:
    """The message without the place of the file, which is nobody's business who has no token."""
    return message.replace(str(door.app.store.path), "the store")

"""The events of a home: a page of JSON, or a stream that goes on where a reader left off.

A stream that broke is opened again with `Last-Event-ID`, as browsers do by themselves, and misses nothing. Each frame's
id is the number of the last event looked at, so that a reader who may see little still moves on.
"""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from archivist.doors import shapes
from archivist.doors.http import problems
from archivist.doors.http.body import query_of
from archivist.doors.http.door import Door
from archivist.doors.http.problems import Refusal
from archivist.errors import ArchivistError
from archivist.session import Session

STREAM: Final = "text/event-stream"
POLL_S: Final = 0.2
SAY_ALIVE_EVERY_S: Final = 15.0
BATCH: Final = 100
MAX_NUMBER: Final = (1 << 63) - 1


class Which(Struct, forbid_unknown_fields=True):
    """Events behind `after`; a stream ends after what there is where `follow` is false."""

    after: Annotated[int, Meta(ge=0, le=MAX_NUMBER)] | None = None
    limit: Annotated[int, Meta(ge=1, le=1000)] = 100
    follow: bool = True


async def events(request: Request) -> Response:
    """JSON where the caller accepts nothing else, a stream otherwise."""
    door: Door = request.app.state.door
    try:
        query = query_of(request.query_params, Which)
        visitor = await door.run(lambda: door.admit(request))
        oversight = visitor.session.oversight
        if request.headers.get("accept", "").startswith("application/json"):
            found, last = await door.run(lambda: oversight.feed(query.after or 0, query.limit))
            body = {"events": [shapes.event(one) for one in found], "last": last}
            return Response(msgspec.json.encode(body), media_type="application/json")
        after = _start(request, query)
        if after is None:
            after = await door.run(lambda: _newest(visitor.session)) if query.follow else 0
        if door.streams >= door.settings.max_streams:
            raise Refusal(429, "too_many_streams", "too many event streams are open", headers={"Retry-After": "5"})
    except Refusal as refusal:
        return problems.of_refusal(refusal)
    except ArchivistError as exc:
        return problems.of_error(exc)
    return StreamingResponse(
        _frames(request, door, visitor.session, after, query.follow),
        media_type=STREAM,
        headers={"X-Accel-Buffering": "no"},
    )


def frame(event: shapes.Json, last: int) -> str:
    """One event as a frame. A consumer picks topics by the `event` field."""
    return f"id: {last}\nevent: {event['topic']}\ndata: {msgspec.json.encode(event).decode()}\n\n"


def _start(request: Request, query: Which) -> int | None:
    """Where a stream starts: behind the last event the reader had, or where the query says.

    Raises:
        Refusal: Last-Event-ID is none of ours.
    """
    last = request.headers.get("last-event-id")
    if last is None:
        return query.after
    if not last.isdecimal() or not last.isascii() or len(last) > 18:
        raise Refusal(422, "invalid", "Last-Event-ID is not the number of an event", facts={"field": "Last-Event-ID"})
    return int(last)


def _newest(session: Session) -> int:
    with session.resources.store.reading() as tx:
        return tx.events.last_number()


async def _frames(request: Request, door: Door, session: Session, after: int, follow: bool) -> AsyncIterator[str]:
    door.streams += 1
    quiet_s = 0.0
    try:
        yield f"retry: 2000\nid: {after}\n\n"
        while not door.draining.is_set():
            found, seen = await door.run(partial(session.oversight.feed, after, BATCH))
            for event in found:
                yield frame(shapes.event(event), event.number)
            if found:
                after, quiet_s = max(seen, after), 0.0
                continue
            after = max(seen, after)
            if not follow or await request.is_disconnected():
                return
            if quiet_s >= SAY_ALIVE_EVERY_S:
                yield f": alive\nid: {after}\n\n"
                quiet_s = 0.0
            quiet_s += POLL_S
            await _rest(door)
    finally:
        door.streams -= 1


async def _rest(door: Door) -> None:
    """Wait for the next look, or for the server to stop."""
    try:
        async with asyncio.timeout(POLL_S):
            await door.draining.wait()
    except TimeoutError:
        return

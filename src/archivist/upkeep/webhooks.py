"""Tells other programs what happened: one POST an event, signed, without bodies, in order, at least once.

The signature is that of the widest use: `Archivist-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA256 with the shared secret
over `<seconds>.<body>`; who receives it refuses old seconds and compares in constant time. `Archivist-Event` carries
the number, by which a repeated delivery is known. Redirects are not followed. Source: issue 3, E1; docs/events.md.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from typing import Final
from urllib.request import HTTPRedirectHandler, Request, build_opener

from archivist.clock import Clock
from archivist.records.event import Consumer, Event, Topic
from archivist.settings import WebhookSettings

SIGNATURE: Final = "Archivist-Signature"
NUMBER: Final = "Archivist-Event"

Post = Callable[[Request, float], int]
"""Sends a request within so many seconds and returns the status; raises OSError where it cannot."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def post(request: Request, timeout_s: float) -> int:
    """Over the network. Raises: OSError for anything but a 2xx answer in time."""
    with build_opener(_NoRedirects).open(request, timeout=timeout_s) as answer:
        return int(answer.status)


def consumers_of(hooks: tuple[WebhookSettings, ...], clock: Clock, send: Post = post) -> Mapping[str, Consumer]:
    """One consumer a webhook, named after its address: a changed secret keeps its place, a new address starts now."""
    return {f"webhook:{hook.url}": _consumer(hook, clock, send) for hook in hooks}


def signature(secret: str, seconds: int, body: bytes) -> str:
    """What the header says for this body at this second."""
    mac = hmac.new(secret.encode(), str(seconds).encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"t={seconds},v1={mac}"


def body_of(event: Event) -> bytes:
    """The event as it is sent: facts and references."""
    plain = {
        "number": event.number,
        "at": event.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "topic": event.topic,
        "subject": event.subject,
        "scope": str(event.scope) if event.scope else None,
        "source_event": event.source_event,
        "facts": dict(event.facts),
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()


def _consumer(hook: WebhookSettings, clock: Clock, send: Post) -> Consumer:
    def deliver(event: Event) -> None:
        body = body_of(event)
        seconds = int(clock().timestamp())
        request = Request(hook.url, body, {"Content-Type": "application/json", NUMBER: str(event.number)})
        if hook.secret:
            request.add_header(SIGNATURE, signature(hook.secret, seconds, body))
        status = send(request, hook.timeout_s)
        if not 200 <= status < 300:
            raise ConnectionError(f"answered {status}")

    topics = frozenset(Topic(topic) for topic in hook.topics) or frozenset(Topic)
    return Consumer(topics, deliver, from_start=False)

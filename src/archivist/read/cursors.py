"""Page cursors: where reading goes on, bound to one version and one reader, and signed so that no other can be made.

A cursor that is broken, somebody else's or of another document is refused; one whose document has changed since is
refused as stale. None is ever answered with page one.
"""

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass

import msgspec

from archivist.errors import CursorInvalid

_SIGNATURE_BYTES = 12


@dataclass(frozen=True, slots=True)
class Place:
    """Where the next page begins: characters into a section of a version of a document."""

    document: str
    version: int
    anchor: str
    offset: int


_decode_place = msgspec.json.Decoder(Place).decode


def seal(place: Place, reader: str, key: str) -> str:
    """A cursor for this place that only `reader` can use."""
    body = msgspec.json.encode(place)
    return base64.urlsafe_b64encode(_sign(body, reader, key) + body).decode().rstrip("=")


def unseal(cursor: str, reader: str, key: str) -> Place:
    """The place behind a cursor.

    Raises:
        CursorInvalid: it is broken, or was made for another reader.
    """
    try:
        blob = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        canonical = base64.urlsafe_b64encode(blob).decode().rstrip("=") == cursor
    except (binascii.Error, ValueError):
        raise CursorInvalid("it is broken") from None
    signature, body = blob[:_SIGNATURE_BYTES], blob[_SIGNATURE_BYTES:]
    if not canonical or not hmac.compare_digest(signature, _sign(body, reader, key)):
        raise CursorInvalid("it is broken, or was made for somebody else")
    return _decode_place(body)


def _sign(body: bytes, reader: str, key: str) -> bytes:
    message = len(reader).to_bytes(4, "big") + reader.encode("utf-8", "surrogatepass") + body
    return hmac.new(key.encode(), message, hashlib.sha256).digest()[:_SIGNATURE_BYTES]

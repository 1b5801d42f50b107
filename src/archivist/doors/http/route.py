"""The shape of a route: what it takes, what it answers and the service it calls. The table of all of them is the door.

The same records make the routing and the OpenAPI document, so the two cannot say different things.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from archivist.doors.http.cursors import Seal
from archivist.doors.shapes import Json
from archivist.errors import Invalid
from archivist.records.principal import Role
from archivist.session import Session

PREFIX: Final = "/api/v1"
IfMatch = Literal["ignored", "optional", "required"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a route answers: JSON, its status, and the tag of the state it shows."""

    body: Json
    status: int = 200
    etag: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Call:
    """One request on its way to a service: who asks, and what stood in its headers."""

    session: Session
    seal: Seal
    if_match: str | None = None
    """The tag without its quotes; None where the header was absent or `*`."""
    naming: Callable[[str], Session] = field(repr=False, kw_only=True)
    """The same asker in this project, which is made where nobody has made it yet and the asker may."""

    def revision(self) -> int | None:
        """The revision the caller has read, for a record that counts them.

        Raises:
            Invalid: the tag is not one that this door gives out.
        """
        if self.if_match is None:
            return None
        if not self.if_match.isdecimal() or len(self.if_match) > 18:
            raise Invalid("If-Match", f"{self.if_match!r} is not the ETag of a record")
        return int(self.if_match)

    def reaching(self, scope: str | None) -> Session:
        """The asker's session for an act in `scope`; a project that is named for the first time is made."""
        kind, _, id = (scope or "").partition(":")
        return self.naming(id) if kind == "project" and id else self.session


@dataclass(frozen=True, slots=True)
class Route:
    """One row of the table. `act` is called in a thread with the call, the path's parts, and `body` and `query`."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    act: Callable[..., Answer]
    summary: str
    answer: type[msgspec.Struct]
    noun: str
    body: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] | None = None
    statuses: tuple[int, ...] = (200,)
    role: Role = Role.READER
    if_match: IfMatch = "ignored"
    once: bool = False
    """Takes an Idempotency-Key."""
    example: Mapping[str, Any] | None = None
    """A body that works when pasted."""
    media_type: str = "application/json"

    @property
    def name(self) -> str:
        """A name for generated clients, such as `memories_recall`."""
        return f"{self.noun}_{self.act.__name__.rstrip('_')}"

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the path's parts, in order."""
        return tuple(piece.partition("}")[0].partition(":")[0] for piece in self.path.split("{")[1:])


def only_given(struct: msgspec.Struct) -> dict[str, Any]:
    """The fields that were given, for a service's keyword arguments."""
    return {name: value for name, value in msgspec.structs.asdict(struct).items() if value is not msgspec.UNSET}

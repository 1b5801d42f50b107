"""The shape of a tool: its name, what it takes, what it answers, and the one service call behind it.

Arguments are checked as the published schema says: an unknown name, a wrong type or a number out of range is an error
that names it, and nothing is done. Source: case HM-03.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from archivist.errors import Invalid
from archivist.session import Session

Json = dict[str, Any]
Given = TypeVar("Given", bound=msgspec.Struct)

Text = Annotated[str, Meta(min_length=1)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Need(Enum):
    """What must be there for a tool to be offered."""

    NOTHING = auto()
    MEMORY = auto()  # the switch is on
    DOCUMENTS = auto()  # at least one is mounted for the task, or may be read


class Effect(Enum):
    """What a call may change, as the protocol's hints put it."""

    READS = auto()
    ADDS = auto()
    CHANGES = auto()  # may take something out of use


@dataclass(frozen=True, slots=True)
class Tool(Generic[Given]):
    """One tool. `answer` is the JSON schema of what `call` returns."""

    name: str
    title: str
    description: str
    arguments: type[Given]
    answer: Json
    call: Callable[[Session, Given], Json]
    need: Need = Need.MEMORY
    effect: Effect = Effect.READS
    is_idempotent: bool = False
    is_long: bool = False

    def checked(self, given: Mapping[str, Any]) -> Given:
        """The arguments, typed.

        Raises:
            Invalid: names the argument that is unknown, missing, mistyped or out of range.
        """
        try:
            return msgspec.convert(given, self.arguments, strict=True)
        except msgspec.ValidationError as exc:
            problem, _, where = str(exc).partition(" - at ")
            raise Invalid(where.strip("`").removeprefix("$.") or "arguments", problem) from exc

    def arguments_schema(self) -> Json:
        """What it takes, as JSON schema with the object at the root."""
        (root,), parts = msgspec.json.schema_components([self.arguments], ref_template="#/$defs/{name}")
        schema: Json = dict(parts.pop(root["$ref"].rpartition("/")[2]))
        schema.pop("title", None)
        schema.pop("description", None)
        return schema | ({"$defs": parts} if parts else {})

"""The shelf: records as texts with names; list, read, write, delete, and nothing else.

A folder, an object store and a table can each be one, with the same recall and upkeep above. A `version` names the
content that was read, so that a change made outside is noticed before it is overwritten; a `mark` is cheaper, comes
with the listing, and changes whenever the content may have.
Source: requirement M8.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Protocol

from archivist.errors import AlreadyExists, NotFound, StaleWrite
from archivist.stores.workspace.names import safe_name, same_name

NEW = ""
"""Expected version of a text that must not be there yet."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A text on the shelf, as listed."""

    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class Inventory:
    """Everything on the shelf by name, and what lies there but is no record, with the reason."""

    texts: tuple[Shelved, ...]
    skipped: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text that was read, and the version it had."""

    name: str
    text: str
    version: str


class Shelf(Protocol):
    """Where records lie as texts. Every method raises Invalid for a name that is not safe."""

    def list(self) -> Inventory:
        """Everything on the shelf, by name."""
        ...

    def read(self, name: str) -> Sheet:
        """One text. Raises: NotFound."""
        ...

    def write(self, name: str, text: str, *, expected: str | None = None) -> str:
        """Put `text` there and return its version.

        Args:
            expected: the version the text has now; `NEW` when there is none; None to write in any case.
        Raises: StaleWrite with the present text, AlreadyExists.
        """
        ...

    def delete(self, name: str, *, expected: str | None = None) -> None:
        """Take a text off the shelf. Raises: NotFound, StaleWrite."""
        ...


def version_of(text: str) -> str:
    """The version of a content: equal texts have equal versions, on every shelf."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def check_expected(name: str, present: str | None, expected: str | None) -> None:
    """Refuse a change of a text that is `present` (None: not there) other than `expected`."""
    if expected is None or (present is None and expected == NEW):
        return
    if present is None:
        raise NotFound("text", name)
    if expected == NEW:
        raise AlreadyExists("text", name, version_of(present)[:12])
    if version_of(present) != expected:
        raise StaleWrite("text", name, expected[:12], version_of(present)[:12], present)


class InMemoryShelf:
    """A shelf that is gone with the process: for tests and trials."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def list(self) -> Inventory:
        """See `Shelf`."""
        return Inventory(tuple(Shelved(name, version_of(text)) for name, text in sorted(self._texts.items())))

    def read(self, name: str) -> Sheet:
        """See `Shelf`."""
        text = self._texts.get(safe_name(name))
        if text is None:
            raise NotFound("text", name)
        return Sheet(safe_name(name), text, version_of(text))

    def write(self, name: str, text: str, *, expected: str | None = None) -> str:
        """See `Shelf`."""
        name = safe_name(name)
        check_expected(name, self._texts.get(name), expected)
        twin = next((there for there in self._texts if there != name and same_name(there) == same_name(name)), None)
        if twin:
            raise AlreadyExists("text", name, twin)
        self._texts[name] = text
        return version_of(text)

    def delete(self, name: str, *, expected: str | None = None) -> None:
        """See `Shelf`."""
        name = safe_name(name)
        if name not in self._texts:
            raise NotFound("text", name)
        check_expected(name, self._texts[name], expected)
        del self._texts[name]

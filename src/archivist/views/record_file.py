"""One memory as a Markdown file: a front matter of fields, a blank line, the text.

Three dialects are read: our own, CodeBuddy's `.mdc` (`enabled`, `updatedAt`) and Claude Code's auto memory
(`metadata.type`, `modified`). A `RecordFile` keeps every field as it was typed and in its order, also those we do not
know, so `parse(render(file)) == file` and another tool's keys survive us. What the fields mean is read by `meaning`;
a value that cannot be read becomes a notice and never an error, and no field of a file grants anything: the record
does. Source: requirements M2, W1, P3; integrations.md, section 3; seeds/003, 3.6.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar

from archivist.errors import Invalid
from archivist.records.memory import Kind, Memory, MemoryType, Source, Status
from archivist.records.scope import Scope
from archivist.text import frontmatter
from archivist.text.frontmatter import Fields, Plain, Value

T = TypeVar("T")

_PLACES: dict[str, tuple[tuple[str, ...], ...]] = {
    "type": (("type",), ("metadata", "type")),
    "updatedAt": (("updatedAt",), ("modified",), ("updated_at",), ("updated",)),
    "createdAt": (("createdAt",), ("created_at",), ("created",)),
    "lastActiveAt": (("lastActiveAt",), ("last_active_at",)),
    "lastRecalledAt": (("lastRecalledAt",), ("last_recalled_at",)),
    "recallCount": (("recallCount",), ("recall_count",)),
}
"""Where a field may stand, our own place first."""

_BREAK = re.compile(r"\r\n|\r")
_YES, _NO = {"true", "yes", "on", "1"}, {"false", "no", "off", "0"}


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file taken apart; `body` has `\\n` line ends and no blank lines around it."""

    fields: Fields
    body: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a file says of its record; None or empty where it says nothing, or nothing readable (see `notices`)."""

    name: str = ""
    description: str = ""
    type: MemoryType | None = None
    kind: Kind | None = None
    scope: Scope | None = None
    source: Source | None = None
    status: Status | None = None
    enabled: bool = True
    topic: str = ""
    tags: tuple[str, ...] = ()
    recall_count: int = 0
    created_at: datetime | None = None
    updated_at: datetime | None = None
    last_active_at: datetime | None = None
    last_recalled_at: datetime | None = None
    notices: tuple[str, ...] = ()


def parse(text: str) -> RecordFile:
    """The file's fields (none where it has no front matter) and its text."""
    parts = frontmatter.split(text)
    return RecordFile(dict(parts.fields or {}), _plain(parts.body))


def render(file: RecordFile) -> str:
    """The file's text; the inverse of `parse`."""
    body = _plain(file.body)
    return frontmatter.join(file.fields or None, f"\n{body}\n" if file.fields else f"{body}\n")


def show(memory: Memory) -> RecordFile:
    """A record as a file of our own dialect."""
    return RecordFile({key: value for key, value in _fields_of(memory).items() if value}, _plain(memory.text))


def refresh(file: RecordFile, memory: Memory) -> RecordFile:
    """The file brought up to the record: its text, and of the fields those that the file has; no other is touched."""
    fields = dict(file.fields)
    for key, value in _fields_of(memory).items():
        if place := _place(fields, key):
            _put(fields, place, value)
    return RecordFile(fields, _plain(memory.text))


def meaning(file: RecordFile) -> Meaning:
    """What the fields say, in whichever dialect."""
    reader = _FieldReader(file.fields)
    return Meaning(
        name=reader.text("name"),
        description=reader.text("description"),
        type=reader.read("type", MemoryType),
        kind=reader.read("kind", Kind),
        scope=reader.read("scope", Scope.parse),
        source=reader.read("source", Source),
        status=reader.read("status", Status),
        enabled=reader.read("enabled", _truth) is not False,
        topic=reader.text("topic"),
        tags=reader.words("tags"),
        recall_count=reader.read("recallCount", _count) or 0,
        created_at=reader.read("createdAt", _instant),
        updated_at=reader.read("updatedAt", _instant),
        last_active_at=reader.read("lastActiveAt", _instant),
        last_recalled_at=reader.read("lastRecalledAt", _instant),
        notices=tuple(reader.notices),
    )


def _plain(text: str) -> str:
    lines = _BREAK.sub("\n", text).split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1].strip():
        del lines[-1]
    return "\n".join(lines)


def _fields_of(memory: Memory) -> dict[str, Value]:
    return {
        "name": memory.name,
        "description": memory.description,
        "type": str(memory.type),
        "kind": str(memory.kind),
        "scope": str(memory.scope),
        "topic": memory.topic,
        "tags": list(memory.tags),
        "source": str(memory.source),
        "status": str(memory.status),
        "enabled": Plain("true" if memory.status is Status.ACTIVE else "false"),
        "createdAt": _written(memory.created_at),
        "updatedAt": _written(memory.updated_at),
        "lastActiveAt": _written(memory.last_active_at),
        "recallCount": Plain(memory.recall_count),
        "lastRecalledAt": _written(memory.last_recalled_at) if memory.last_recalled_at else "",
    }


def _written(instant: datetime) -> Plain:
    return Plain(instant.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"))


def _place(fields: Fields, key: str) -> tuple[str, ...] | None:
    """Where the file has the field; None where it has not."""
    return next((place for place in _PLACES.get(key, ((key,),)) if _at(fields, place) is not None), None)


def _at(fields: Fields, place: tuple[str, ...]) -> Value | None:
    first, *rest = place
    value = fields.get(first)
    if not rest:
        return value
    return _at(value, tuple(rest)) if isinstance(value, Mapping) else None


def _put(fields: dict[str, Value], place: tuple[str, ...], value: Value) -> None:
    first, *rest = place
    if rest:
        inner = fields[first]
        assert isinstance(inner, Mapping)
        fields[first] = inner = dict(inner)
        _put(inner, tuple(rest), value)
    else:
        fields[first] = value


@dataclass(slots=True)
class _FieldReader:
    """Reads one field after another and notes what it could not read."""

    fields: Fields
    notices: list[str] = field(default_factory=list)

    def text(self, key: str) -> str:
        return self.read(key, lambda value: " ".join(value.split())) or ""

    def words(self, key: str) -> tuple[str, ...]:
        """A list, or words between commas."""
        value = self._value(key)
        parts = value if isinstance(value, list) else re.split(r"[,，、]", value) if isinstance(value, str) else []
        return tuple(part.strip().removeprefix("#") for part in parts if isinstance(part, str) and part.strip())

    def read(self, key: str, reading: Callable[[str], T]) -> T | None:
        value = self._value(key)
        if value is None or value == "":
            return None
        try:
            return reading(_text_of(value))
        except (ValueError, Invalid):
            self.notices.append(f"{key}: {value!r} could not be read and was left as it is")
            return None

    def _value(self, key: str) -> Value | None:
        place = _place(self.fields, key)
        return _at(self.fields, place) if place else None


def _text_of(value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return str(value)


def _truth(text: str) -> bool:
    if text.casefold() not in _YES | _NO:
        raise ValueError(text)
    return text.casefold() in _YES


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 12:
        raise ValueError(text)
    return int(text)


def _instant(text: str) -> datetime:
    """An instant in UTC; one without a zone is taken as UTC."""
    instant = datetime.fromisoformat(text)
    try:
        return instant.astimezone(UTC) if instant.tzinfo else instant.replace(tzinfo=UTC)
    except OverflowError:
        raise ValueError(text) from None

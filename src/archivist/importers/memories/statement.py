"""One statement of another tool, and how its files are read."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from archivist.errors import Invalid
from archivist.records.memory import Kind, MemoryType

Files = Sequence[tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class Statement:
    """What was remembered there. `id` is the tool's own, or stands for the content; `at` is when it was written."""

    text: str
    id: str
    at: datetime | None = None
    type: MemoryType = MemoryType.USER
    kind: Kind = Kind.INFO
    description: str = ""
    topic: str = ""
    tags: tuple[str, ...] = ()


def text_of(name: str, data: bytes) -> str:
    """The file as text.

    Raises:
        Invalid: it is not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise Invalid(name, f"is not UTF-8 text (byte {exc.start + 1})") from exc


def json_of(name: str, data: bytes) -> Any:
    """The file as JSON.

    Raises:
        Invalid: it is none.
    """
    try:
        return json.loads(text_of(name, data))
    except (ValueError, RecursionError) as exc:
        raise Invalid(name, f"is not JSON: {exc}") from exc


def rows_of(name: str, data: bytes) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each line of JSON that is an object, with its place.

    Raises:
        Invalid: a line is no JSON object; names it.
    """
    for number, line in enumerate(text_of(name, data).splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as exc:
            raise Invalid(f"{name} line {number}", f"is not JSON: {exc}") from exc
        if not isinstance(row, Mapping):
            raise Invalid(f"{name} line {number}", "is no JSON object")
        yield f"{name} line {number}", row


def content_id(*parts: str) -> str:
    """An id for what has none: equal content, equal id."""
    return sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def words(value: object) -> tuple[str, ...]:
    """The texts of a list; anything else is none."""
    return tuple(str(one) for one in value if isinstance(one, str)) if isinstance(value, list | tuple) else ()

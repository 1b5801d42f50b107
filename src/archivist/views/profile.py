"""USER.md, the profile: its fields, read wherever they stand, and one field changed where it stands.

A field is a row of a two-column table (`| 注释语言 | 中文 |`), a bullet (`- **注释语言**: 中文`) or a plain line
(`Comment language: English`). A person made this file: a change replaces the value and nothing else.
Source: the layered workspace (003), 3.2; requirement W5.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archivist.errors import Invalid
from archivist.text.plain_line import plain_line
from archivist.views.day_note import heading_lines

_ROW = re.compile(r"^\s*\|(?P<name>[^|]+)\|[ \t]*(?P<value>(?:[^|\\]|\\.)*?)[ \t]*\|\s*$")
_BULLET = re.compile(
    r"^\s*(?:[-*+][ \t]+)?"
    r"(?:\*\*(?P<bold>[^*]+?)[:：]?\*\*[ \t]*[:：]?|(?P<bare>[^\s:：|#>`*-][^:：|`*]{0,30}?)[ \t]*[:：])"
    r"(?:[ \t]+|(?<=：))(?P<value>\S.*?)[ \t]*$"
)
_RULE = re.compile(r"^\s*\|[\s:|-]+\|\s*$")


@dataclass(frozen=True, slots=True)
class Field:
    """One field and the place of its value in the text."""

    name: str
    value: str
    start: int
    end: int


def read_fields(text: str) -> dict[str, str]:
    """Every field of the profile by its name as written; the last one wins where a name stands twice."""
    return {field.name: field.value for field in _fields(text)}


def value_of(text: str, name: str) -> str | None:
    """The value of the field `name`, whatever its width, case or marks."""
    found = _find(text, name)
    return found.value if found else None


def set_field(text: str, name: str, value: str) -> str:
    """`text` with the value of `name` replaced where it stands, or a bullet added at the end when there is none.

    Raises: Invalid when name or value is empty or holds a line break.
    """
    name, value = name.strip(), value.strip()
    for field, given in (("name", name), ("value", value)):
        if not given or "\n" in given or "\r" in given:
            raise Invalid(field, "must be one line that is not empty")
    found = _find(text, name)
    if found is None:
        line_end = "\r\n" if "\r\n" in text else "\n"
        gap = "" if not text or text.endswith("\n") else line_end
        return f"{text}{gap}- **{name}**: {value}{line_end}"
    in_table = text[: found.start].rsplit("\n", 1)[-1].lstrip().startswith("|")
    return text[: found.start] + (value.replace("|", "\\|") if in_table else value) + text[found.end :]


def _find(text: str, name: str) -> Field | None:
    matches = [field for field in _fields(text) if plain_line(field.name) == plain_line(name)]
    return matches[-1] if matches else None


def _fields(text: str) -> Iterator[Field]:
    lines = text.split("\n")
    headings = heading_lines(lines)
    offset = 0
    for at, line in enumerate(lines):
        bare = line.rstrip("\r")
        heads_table = at + 1 < len(lines) and bool(_RULE.match(lines[at + 1]))
        found = _ROW.match(bare) or _BULLET.match(bare)
        if found and at not in headings and not heads_table and not _RULE.match(bare):
            names = found.groupdict()
            name = next(given for key in ("name", "bold", "bare") if (given := names.get(key)))
            yield Field(name.strip(" *"), found["value"], offset + found.start("value"), offset + found.end("value"))
        offset += len(line) + 1

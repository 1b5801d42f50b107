"""One entry of a library document, and the one form in which its text is kept.

The form is what makes `parse(render(entries)) == entries` hold: line ends are `\\n`, blank lines are empty, nothing
stands around the text, and a text that would read as "topic with facts" carries a blank line after its first line.
Nothing else of a text is touched: code, tables, nested lists and trailing blanks inside stay as they were typed.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from archivist.records.memory import Kind

PLACEHOLDER = "(none yet)"
"""Stands in a part that has no entries; it is no statement, and reading drops it."""

_PLACEHOLDERS = {PLACEHOLDER, "none yet", "(none)", "（暂无）", "(暂无)", "（暫無）", "(暫無)", "暂无"}
_LAYOUT = re.compile(r"[-*_=\s]*")
_CHILD = re.compile(r"(?P<indent> *)[-*+•](?P<gap>[ \t]+|$)")
_BREAK = re.compile(r"\r\n|\r")


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement; its position is its place in the sequence.

    `topic` is a label for look-up, `""` for none. `id` names the record behind it, and is never shown in the text.
    """

    kind: Kind
    text: str
    topic: str = ""
    id: str | None = None


def normal_entries(entries: Iterable[Entry]) -> list[Entry]:
    """The entries as a document shows them: rules before infos, each in its normal form, without empty ones."""
    kept = [normal for entry in entries if (normal := normal_entry(entry)).text]
    return [entry for kind in Kind for entry in kept if entry.kind is kind]


@lru_cache(4096)
def normal_entry(entry: Entry) -> Entry:
    """The entry in its normal form; its text is empty where it says nothing (a rule line, a placeholder)."""
    text, topic = normal_text(entry.text), normal_text(" ".join(entry.topic.replace("\ufeff", "").split()))
    first, _, rest = text.partition("\n")
    if not topic and children_of(rest.split("\n")):
        text = f"{first}\n\n{rest}"
    return replace(entry, text=text, topic=topic)


def normal_text(text: str) -> str:
    """The text with plain line ends and nothing around it; empty where it states nothing."""
    lines = _BREAK.sub("\n", text.replace("\ufeff", "")).split("\n")
    text = "\n".join(line if line.strip() else "" for line in lines).strip()
    return "" if _LAYOUT.fullmatch(text) or text.casefold() in _PLACEHOLDERS else text


def children_of(lines: Sequence[str]) -> list[str]:
    """The items of a list that fills all the lines; empty where it does not, or where its first line is blank."""
    first = _CHILD.match(lines[0])
    if not first:
        return []
    base = len(first["indent"])
    items: list[list[str]] = []
    for line in lines:
        marker = _CHILD.match(line)
        if marker and len(marker["indent"]) == base:
            width = marker.end()
            items.append([line[width:]])
        elif not line or line.startswith(" " * (base + 2)):
            items[-1].append(outdent(line, width))
        else:
            return []
    return ["\n".join(item) for item in items]


def outdent(line: str, width: int) -> str:
    """The line without its first `width` columns of white space, or without as much as it has; a tab stops at fours."""
    if line.startswith(" " * width):
        return line[width:]
    bare = line.lstrip(" \t")
    indent = len(line[: len(line) - len(bare)].expandtabs(4))
    return " " * max(0, indent - width) + bare

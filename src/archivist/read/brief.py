"""The digest a session starts with: who works here, what goes on, what is open; about 200 characters or words.

By rule, from the layers as they are: conduct and profile first, then the long-term memory, then the notes of today and
yesterday. A layer that says little leaves its room to the next.
Source: the layered workspace (003), 4.1 and 4.2 (memory-indexer); requirements W2 and W3.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from archivist.text.length import is_chinese, reading_length, shorten
from archivist.text.plain_line import plain_line
from archivist.views.day_note import DayNote
from archivist.views.day_note import parse as parse_note
from archivist.views.digest import parse as parse_digest
from archivist.views.profile import read_fields

_LABELS = {
    "identity": ("身份", "Identity"),
    "preferences": ("偏好", "Preferences"),
    "projects": ("项目", "Projects"),
    "highlights": ("要点", "Highlights"),
    "today": ("今天", "Today"),
    "yesterday": ("昨天", "Yesterday"),
    "decisions": ("决策", "Decisions"),
    "todos": ("待办", "To-dos"),
}
_SHARE = 0.34
"""Of the room that is left, what one part may take before the others had their turn."""
_ITEM_LIMIT = 40
_MARKS = re.compile(r"\*\*|`|^\s*(?:[-*+>]|\d+[.)])\s+|^(?:✅|☑\ufe0f?|✔\ufe0f?)\s*(?:\[[^\]]+\]\s+)?")


@dataclass(frozen=True, slots=True)
class _Part:
    label: str
    items: tuple[str, ...]


def brief(layers: Mapping[str, str], limit_words: int = 200) -> str:
    """The digest of `layers`, at most `limit_words` long; "" when they say nothing.

    Args:
        layers: texts by `conduct`, `profile`, `digest`, `today` and `yesterday`; any may be missing.
        limit_words: Chinese characters, and words of other scripts.
    """
    column = 0 if is_chinese("\n".join(layers.values())) else 1
    told: set[str] = set()
    parts = [_Part(_LABELS[key][column], _unique(items, told)) for key, items in _parts(layers)]
    chosen = _choose(parts, limit_words)
    mark, gap = ("：", "；") if column == 0 else (": ", "; ")
    return "\n".join(f"{part.label}{mark}{gap.join(items)}" for part, items in zip(parts, chosen, strict=True) if items)


def _parts(layers: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    digest = parse_digest(layers.get("digest", ""))
    today, yesterday = (parse_note(layers.get(key, ""), date.min) for key in ("today", "yesterday"))
    decided = [entry.text for note in (today, yesterday) for entry in _decisions(note)]
    open_todos = [todo.text for note in (today, yesterday) for todo in _todos(note) if not todo.done]
    done = {plain_line(todo.text) for note in (today, yesterday) for todo in _todos(note) if todo.done}
    return [
        ("identity", _identity(layers.get("conduct", ""))),
        ("preferences", [f"{name}={value}" for name, value in read_fields(layers.get("profile", "")).items()]),
        ("projects", [f"{row.name} [{row.last_active:%m-%d}] {row.work}" for row in digest.projects]),
        ("today", _points(today)),
        ("yesterday", _points(yesterday)),
        ("decisions", decided + [line.text for line in digest.decisions]),
        ("todos", [text for text in open_todos + [line.text for line in digest.todos] if plain_line(text) not in done]),
        ("highlights", [line.text for line in digest.highlights]),
    ]


def _identity(conduct: str) -> list[str]:
    """The first lines of the charter that are neither heading, table nor quotation."""
    lines = (_MARKS.sub("", line).strip() for line in conduct.split("\n") if line.strip())
    return [line for line in lines if line and line[0] not in "#|<-=!`"][:4]


def _points(note: DayNote) -> list[str]:
    work = [text for session in note.sessions for text in ((session.title,) if session.title else session.work[:1])]
    return [entry.text for entry in note.highlights] or work


def _decisions(note: DayNote) -> list["_Said"]:
    said = [_Said(text) for session in note.sessions for text in session.decisions]
    return said + [_Said(entry.text) for entry in note.decisions]


@dataclass(frozen=True, slots=True)
class _Said:
    text: str
    done: bool = False


def _todos(note: DayNote) -> list[_Said]:
    todos = [*(todo for session in note.sessions for todo in session.todos), *note.todos]
    return [_Said(todo.text, todo.done) for todo in todos]


def _unique(items: Sequence[str], told: set[str]) -> tuple[str, ...]:
    """The items as they are shown, without those that an earlier part tells; `told` takes them in."""
    lines = []
    for item in items:
        line = shorten(_MARKS.sub("", item), _ITEM_LIMIT).rstrip("。.;；！! ")
        if (key := plain_line(line)) and key not in told:
            told.add(key)
            lines.append(line)
    return tuple(lines)


def _choose(parts: Sequence[_Part], limit: int) -> list[list[str]]:
    """What of each part is shown: in a first round its share of the room, in a second what room is left."""
    chosen: list[list[str]] = [[] for _ in parts]
    room = limit
    for greedy in (False, True):
        for part, shown in zip(parts, chosen, strict=True):
            share = room if greedy else max(room * _SHARE, limit / 12)
            for item in part.items[len(shown) :]:
                cost = reading_length(item) + (0 if shown else reading_length(part.label))
                if cost > min(share, room):
                    break
                shown.append(item)
                room -= cost
                share -= cost
    return chosen

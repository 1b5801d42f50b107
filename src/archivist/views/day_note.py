"""The day note `daily-memories/YYYY-MM-DD.md`: what was done on one local day, as a person reads and edits it.

`render` and `parse` are a pair: `parse(render(note)) == note`. Parsing is tolerant and loses nothing: what it does not
know (a part, a field, a paragraph) is kept verbatim and rendered again. A file that exists is never rendered anew, it
is edited in place (`views.day_note_edit`), so that a person's own layout survives byte for byte.
Headings and field names are read in Chinese and English alike.
Source: the layered workspace (003), 3.5 and 6.1; requirement W6.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Literal

from archivist.text.plain_line import plain_line

Language = Literal["zh", "en"]


class Section(StrEnum):
    """The parts of a day note that archivist knows, in the order they stand in a new one."""

    WORK = "work"
    HIGHLIGHT = "highlight"
    DECISION = "decision"
    TODO = "todo"


HEADINGS: dict[Language, dict[Section, str]] = {
    "zh": {
        Section.WORK: "会话记录",
        Section.HIGHLIGHT: "今日要点",
        Section.DECISION: "决策",
        Section.TODO: "待办",
    },
    "en": {
        Section.WORK: "Sessions",
        Section.HIGHLIGHT: "Highlights",
        Section.DECISION: "Decisions",
        Section.TODO: "To-dos",
    },
}
TITLES: dict[Language, str] = {"zh": "每日记忆", "en": "Daily notes"}
FIELDS: dict[Language, dict[str, str]] = {
    "zh": {"session": "会话", "time": "时间", "project": "项目", "work": "工作内容", "decision": "决策"},
    "en": {"session": "Session", "time": "Time", "project": "Project", "work": "Work", "decision": "Decisions"},
}
_SECTION_NAMES = {
    Section.WORK: "会话记录 会话 工作记录 sessions session-log work-log",
    Section.HIGHLIGHT: "今日要点 要点 核心要点 highlights today's-highlights key-points",
    Section.DECISION: "决策 关键决策 决定 今日决策 重要决策 decisions key-decisions",
    Section.TODO: "待办 待办事项 todo todos to-do to-dos tasks next-steps",
}
_DONE_NAMES = {"已完成", "完成", "完成项", "completed", "done"}
_FIELD_NAMES = {
    "time": "时间 time when",
    "project": "项目 project repository repo",
    "work": "工作内容 内容 任务 工作 work task tasks work-done what-was-done",
    "decision": "决策 决定 关键决策 decision decisions",
    "todo": "待办 待办事项 todo todos to-do to-dos",
    "done": "已完成 完成 completed done",
}
_SECTION_OF = {name.replace("-", " "): part for part, names in _SECTION_NAMES.items() for name in names.split()}
_FIELD_OF = {name.replace("-", " "): field for field, names in _FIELD_NAMES.items() for name in names.split()}

_HEADING = re.compile(r"^(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[^\[\]]+\][ \t]+)*(`{3,}|~{3,})")
"""A code block may open behind a bullet, its check box and its project."""
_BULLET = re.compile(r"^(?:[-*+•][ \t]+|\d{1,9}[.)][ \t]+|\d{1,3}、[ \t]*)(?=\S)")
_EMPTY = re.compile(r"^\s*(?:[-*+•]|\d{1,9}[.)]|[-*_]{3,})?\s*$")
_FIELD = re.compile(
    r"^(?:\*\*(?P<bold>[^*]+?)\s*[:：]?\*\*\s*[:：]?|(?P<bare>[^\s:：*`]{2,12})\s*[:：])(?:\s+|$|(?<=：))"
)
_SESSION = re.compile(r"^(?:会话|session)\s*\d*\s*(?:[:：.、]|-(?=\s))?\s*(?P<title>.*)$", re.IGNORECASE)
_CHECKBOX = re.compile(r"^\[(?P<mark>[ xX])\][ \t]+")
_PROJECT = re.compile(r"^\[(?P<project>(?![ xX]\])(?!\d{4}-\d\d-\d\d\])[^\[\]\n]{1,60})\][ \t]+(?=\S)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Entry:
    """A highlight or a decision; `text` may hold several lines."""

    text: str
    project: str = ""


@dataclass(frozen=True, slots=True)
class Todo:
    """Something to do, or done."""

    text: str
    done: bool = False
    project: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """One stretch of work; `time` and `project` as they were written; `extra` holds unknown blocks verbatim."""

    title: str = ""
    time: str = ""
    project: str = ""
    work: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    todos: tuple[Todo, ...] = ()
    extra: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part that archivist does not know: its heading line ("" before any heading) and its body, verbatim."""

    heading: str
    body: str


@dataclass(frozen=True, slots=True)
class DayNote:
    """Everything one day's note says."""

    day: date
    sessions: tuple[Session, ...] = ()
    highlights: tuple[Entry, ...] = ()
    decisions: tuple[Entry, ...] = ()
    todos: tuple[Todo, ...] = ()
    other: tuple[Part, ...] = ()
    title: str = ""
    """The title line when it is not the usual one."""


# --- reading -----------------------------------------------------------------------------------------------------


def parse(text: str, day: date) -> DayNote:
    """Everything `text` says. `day` is the day of the file's name, which wins over the title's."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    found: dict[Section, list[Block]] = {part: [] for part in Section}
    sessions: list[Session] = []
    done: list[Block] = []
    other: list[Part] = []
    title = ""
    for heading, body in split_at(lines, level=2):
        name = _heading_name(heading)
        section = _SECTION_OF.get(name)
        if section is Section.WORK:
            sessions += _sessions(body)
        elif section is not None:
            below, idle = _blocks_by_project(body)
            found[section] += below
            other += idle
        elif name in _DONE_NAMES:
            below, idle = _blocks_by_project(body)
            done += below
            other += idle
        elif heading.startswith("# ") and not title and not other:
            title = heading
            other += _parts("", body)
        else:
            other += _parts(heading, body)
    return DayNote(
        day=day,
        sessions=tuple(sessions),
        highlights=tuple(_entry(block) for block in found[Section.HIGHLIGHT]),
        decisions=tuple(_entry(block) for block in found[Section.DECISION]),
        todos=tuple(_todo(block) for block in found[Section.TODO]) + tuple(_todo(block, done=True) for block in done),
        other=tuple(other),
        title="" if title in (title_line(day, "zh"), title_line(day, "en")) else title,
    )


def day_in_title(text: str) -> date | None:
    """The day the title line names, if it names one."""
    found = _DAY.search(text.lstrip("\ufeff \t\r\n").split("\n", 1)[0])
    try:
        return date.fromisoformat(found.group()) if found else None
    except ValueError:
        return None


def section_of(heading: str) -> Section | None:
    """Which known part a heading line opens, whatever its emoji, number or bracketed remark."""
    return _SECTION_OF.get(_heading_name(heading))


def field_of(line: str) -> tuple[str, str] | None:
    """(`time`, `project`, `work`, `decision`, `todo` or `done`; value) when a bullet is a field of a session."""
    found = _FIELD.match(line)
    if not found:
        return None
    field = _FIELD_OF.get(_fold_name(found["bold"] or found["bare"]))
    return (field, line[found.end() :].strip()) if field else None


def heading_lines(lines: Sequence[str]) -> dict[int, int]:
    """Line number to level of every heading; a `#` inside a code block is no heading."""
    fenced = _fenced(lines)
    matches = ((at, _HEADING.match(line)) for at, line in enumerate(lines) if at not in fenced)
    return {at: len(match[1]) for at, match in matches if match}


def split_at(lines: Sequence[str], level: int) -> list[tuple[str, list[str]]]:
    """(heading line, body) of every part that opens at `level` or above; a first part without heading has ""."""
    cuts = [at for at, depth in heading_lines(lines).items() if depth <= level]
    parts = [("", list(lines[: cuts[0] if cuts else len(lines)]))]
    for start, end in zip(cuts, [*cuts, len(lines)][1:], strict=True):
        parts.append((lines[start], list(lines[start + 1 : end])))
    return [(heading, body) for heading, body in parts if heading or any(line.strip() for line in body)]


@dataclass(frozen=True, slots=True)
class Block:
    """A bullet with what hangs below it, or a paragraph; `text` without the marker, children unindented by one."""

    text: str
    is_item: bool
    project: str = ""


def blocks(lines: Sequence[str]) -> list[Block]:
    """The outermost bullets and the paragraphs of a part, in order."""
    fenced = _fenced(lines)
    found: list[tuple[list[str], int]] = []  # lines of the block, width of its marker (0: a paragraph)
    gap = True  # a blank line, or the start, stands before
    for at, line in enumerate(lines):
        if not line.strip():
            gap = True
            if found and (found[-1][1] or at in fenced):
                found[-1][0].append("")
            continue
        if _EMPTY.match(line) and at not in fenced:
            gap = True
            continue
        in_item = bool(found and found[-1][1])
        inside = at in fenced and not fenced[at]
        hangs = bool(found) and (inside or not gap or (in_item and line[0] in " \t"))
        bullet = None if inside or (hangs and line[0] in " \t") else _BULLET.match(line.lstrip())
        if bullet:
            found.append(([line.lstrip()[bullet.end() :]], len(bullet.group())))
        elif hangs:
            found[-1][0].append(_unindent(line, found[-1][1]))
        else:
            found.append(([line.lstrip()], 0))
        gap = False
    return [Block("\n".join(body).strip("\n").rstrip(), bool(width)) for body, width in found]


def _fenced(lines: Sequence[str]) -> dict[int, bool]:
    """The lines of closed code blocks by number, and whether one opens a block; an open fence is plain text."""
    inside: dict[int, bool] = {}
    opened = None
    mark = ""
    for at, line in enumerate(lines):
        fence = _FENCE.match(line)
        if not fence:
            continue
        if opened is None:
            opened, mark = at, fence[1]
        elif fence[1].startswith(mark) and not line.strip().strip(mark[0]):
            inside |= {line: line == opened for line in range(opened, at + 1)}
            opened = None
    return inside


def _unindent(line: str, width: int) -> str:
    if width and line.startswith("\t"):
        return line[1:]
    return line[min(width, len(line) - len(line.lstrip(" "))) :]


def _heading_name(heading: str) -> str:
    match = _HEADING.match(heading)
    return _fold_name(match[2]) if match and len(match[1]) == 2 else ""


def _fold_name(name: str) -> str:
    bare = re.sub(r"[(（\[].*$", "", plain_line(name))
    return re.sub(r"[-_\s]+", " ", bare).strip(" :：")


def _parts(heading: str, body: Sequence[str]) -> list[Part]:
    text = "\n".join(body).rstrip("\n")
    text = text if heading else text.lstrip("\n")
    return [Part(heading, text)] if heading or text.strip() else []


def _blocks_by_project(body: Sequence[str]) -> tuple[list[Block], list[Part]]:
    """The blocks of a part, and the subheadings that stand for nothing; a subheading names the project below it."""
    found: list[Block] = []
    idle: list[Part] = []
    for heading, lines in split_at(body, level=6):
        name = heading.lstrip("#").strip()
        project = name if _PROJECT.match(f"[{name}] x") else ""
        below = blocks(lines)
        found += [Block(block.text, block.is_item, project) for block in below]
        is_used = project and not all(_take_project(_CHECKBOX.sub("", block.text))[1] for block in below)
        if heading and not is_used:
            idle.append(Part("", heading))  # to the top, where no part can claim it
    return found, idle


def _entry(block: Block) -> Entry:
    text, project = _take_project(_CHECKBOX.sub("", block.text))
    return Entry(text, project or block.project)


def _todo(block: Block, done: bool = False) -> Todo:
    box = _CHECKBOX.match(block.text)
    text, project = _take_project(block.text[box.end() :] if box else block.text)
    return Todo(text, done or bool(box and box["mark"] in "xX"), project or block.project)


def _take_project(text: str) -> tuple[str, str]:
    found = _PROJECT.match(text)
    return (text[found.end() :], found["project"].strip()) if found else (text, "")


def _sessions(body: Sequence[str]) -> list[Session]:
    return [_session(heading, lines) for heading, lines in split_at(body, level=3)]


def _session(heading: str, lines: Sequence[str]) -> Session:
    name = heading.lstrip("#").strip()
    match = _SESSION.match(name)
    values: dict[str, str] = {}
    work: list[str] = []
    decisions: list[str] = []
    todos: list[Todo] = []
    extra: list[str] = []
    for block in blocks(lines):
        first, _, below = block.text.partition("\n")
        field, value = field_of(first) or ("", "")
        children = [child.text for child in blocks(_dedent(below.split("\n")))]
        if field in ("time", "project") and field not in values and value and not below.strip():
            values[field] = value.strip("`")
        elif field == "work":
            work += _list_value(value, children)
        elif field == "decision":
            decisions += _list_value(value, children)
        elif field in ("todo", "done"):
            todos += [_todo(Block(text, True), done=field == "done") for text in _list_value(value, children)]
        elif _CHECKBOX.match(block.text):
            todos.append(_todo(block))
        elif block.is_item and not _is_unknown_field(first):
            work.append(block.text)
        else:
            extra.append(("- " if block.is_item else "") + _hang(block.text, "  " if block.is_item else ""))
    return Session(
        title=match["title"] if match else name,
        time=values.get("time", ""),
        project=values.get("project", ""),
        work=tuple(work),
        decisions=tuple(decisions),
        todos=tuple(todos),
        extra=tuple(extra),
    )


def _is_unknown_field(line: str) -> bool:
    found = _FIELD.match(line)
    return bool(found and found["bold"])


def _list_value(value: str, children: list[str]) -> list[str]:
    return ([value] if value and value != "..." else []) + children


def _dedent(lines: list[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return [line[margin:] for line in lines]


# --- writing -----------------------------------------------------------------------------------------------------


def render(note: DayNote, language: Language = "zh") -> str:
    """The note as a file, in the form of the source; only parts that hold something are written."""
    names = HEADINGS[language]
    sessions = "\n\n".join(_render_session(at, each, language) for at, each in enumerate(note.sessions, 1))
    parts = [
        note.title or title_line(note.day, language),
        *(_render_part(part) for part in note.other if not part.heading),
        _under(names[Section.WORK], "\n" + sessions if sessions else ""),
        _under(names[Section.HIGHLIGHT], _join(item_line(each.text, each.project) for each in note.highlights)),
        _under(names[Section.DECISION], _join(item_line(each.text, each.project) for each in note.decisions)),
        _under(names[Section.TODO], _join(todo_line(each) for each in note.todos)),
        *(_render_part(part) for part in note.other if part.heading),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def title_line(day: date, language: Language) -> str:
    """The usual first line of a day note."""
    return f"# {day.isoformat()} {TITLES[language]}"


def item_line(text: str, project: str = "", marker: str = "- ") -> str:
    """A bullet; further lines of `text` hang below it, so that none can pass for a heading or a bullet of its own."""
    return marker + _hang((f"[{project}] " if project else "") + text, " " * len(marker))


def todo_line(todo: Todo) -> str:
    """A bullet with a check box."""
    return "- " + _hang(
        f"[{'x' if todo.done else ' '}] " + (f"[{todo.project}] " if todo.project else "") + todo.text, "  "
    )


def _render_session(number: int, session: Session, language: Language) -> str:
    names = FIELDS[language]
    lines = [f"### {names['session']} {number}: {session.title}".rstrip()]
    if session.time:
        lines.append(f"- **{names['time']}**: {session.time}")
    if session.project:
        lines.append(f"- **{names['project']}**: {session.project}")
    for field, items in (("work", session.work), ("decision", session.decisions)):
        if items:
            lines.append(f"- **{names[field]}**:")
            lines += [
                _hang("  " + item_line(text, marker=f"{at}. "), "  ", first="") for at, text in enumerate(items, 1)
            ]
    lines += [todo_line(todo) for todo in session.todos]
    return "\n".join([*lines, *(f"\n{block}" for block in session.extra)])


def _render_part(part: Part) -> str:
    return "\n".join(text for text in (part.heading, part.body) if text)


def _under(heading: str, body: str) -> str:
    return f"## {heading}\n{body}" if body else ""


def _join(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _hang(text: str, indent: str, first: str = "") -> str:
    head, *rest = text.split("\n")
    return "\n".join([first + head, *(indent + line if line.strip() else "" for line in rest)])

"""Edits of a day note in place: add one item, check a to-do off; every other byte of the file stays as it was.

Pure: text in, text out. Headings follow the language the file is written in, and only a new file asks the settings.
Line ends (LF or CRLF) follow the file. Safety between several writers is the file layer's (`stores.workspace.files`).
Source: the layered workspace (003), 3.5 and 4.3; requirement W6.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from archivist.errors import Invalid, NotFound
from archivist.text.plain_line import plain_line
from archivist.views.day_note import (
    FIELDS,
    HEADINGS,
    Language,
    Section,
    Todo,
    field_of,
    heading_lines,
    item_line,
    section_of,
    title_line,
    todo_line,
)

_TODO = re.compile(r"^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(?P<mark>[ xX])\][ \t]+(?P<text>.*)$")
_NUMBER = re.compile(r"^\s+(\d{1,9})[.)]\s")
_TITLE_LENGTH = 40
_ORDER = list(Section)


def append(
    text: str, item: str, section: Section, *, at: datetime, project: str = "", language: Language = "zh"
) -> str:
    """`text` with `item` added to `section`; an empty `text` becomes a new note.

    Work joins the last session when that is of the same project, else it opens a session.

    Args:
        item: may hold several lines; none of them can open a part of its own.
        at: the local time of the work; names the day of a new note.
        language: of the headings, for a file that has none yet.
    Raises: Invalid when `item` is empty.
    """
    item = "\n".join(line.rstrip() for line in item.replace("\r\n", "\n").replace("\r", "\n").strip().split("\n"))
    if not item:
        raise Invalid("text", "is empty")
    page = _Page.of(text, at, language)
    if section is Section.WORK:
        _append_work(page, item, project.strip(), at)
    elif section is Section.TODO:
        page.add_to(section, todo_line(Todo(item, project=project.strip())))
    else:
        page.add_to(section, item_line(item, project.strip()))
    return page.text()


def check_off(text: str, todo: str) -> str:
    """`text` with the to-do checked off that reads `todo`, or is the only open one to contain it.

    Raises: NotFound when no to-do matches; Invalid when several open ones do. One that is done already changes nothing.
    """
    lines = text.split("\n")
    boxes = [(at, found) for at, line in enumerate(lines) if (found := _TODO.match(line.rstrip("\r")))]
    wanted = plain_line(todo)
    exact = [(at, box) for at, box in boxes if wanted and wanted in _readings(box["text"])]
    matches = exact or [(at, box) for at, box in boxes if wanted and wanted in plain_line(box["text"])]
    if not matches:
        raise NotFound("to-do", todo)
    still_open = [(at, box) for at, box in matches if box["mark"] == " "]
    if not still_open:
        return text
    if len(still_open) > 1 and not exact:
        raise Invalid("todo", f"{len(still_open)} open to-dos contain {todo!r}", hint="give more of its words")
    at, box = still_open[0]
    mark = box.start("mark")
    lines[at] = f"{lines[at][:mark]}x{lines[at][mark + 1 :]}"
    return "\n".join(lines)


def language_of(text: str, default: Language) -> Language:
    """The language of the headings in `text`; `default` when it has none that archivist knows."""
    for line in text.split("\n"):
        if section_of(line.rstrip("\r")):
            return "zh" if any("\u4e00" <= letter <= "\u9fff" for letter in line) else "en"
    return default


def _readings(todo: str) -> tuple[str, str]:
    """A to-do as it stands, and without the project in front."""
    return plain_line(todo), plain_line(re.sub(r"^\[[^\]]*\]\s*", "", todo))


@dataclass(slots=True)
class _Page:
    """A file as lines without their ends, while one edit is made."""

    lines: list[str]
    carriage: str
    """What stands before the line feed: nothing, or a carriage return."""
    language: Language

    @classmethod
    def of(cls, text: str, at: datetime, language: Language) -> "_Page":
        if not text.strip("\ufeff \t\r\n"):
            return cls([title_line(at.date(), language), ""], "", language)
        return cls(text.split("\n"), "\r" if "\r\n" in text else "", language_of(text, language))

    def text(self) -> str:
        return "\n".join(self.lines)

    def bare(self) -> list[str]:
        return [line.rstrip("\r") for line in self.lines]

    def insert(self, at: int, new: str) -> None:
        """Put the lines of `new` before line `at`, ended as the file ends its lines."""
        fresh = [line + self.carriage for line in new.split("\n")]
        if at < len(self.lines):
            self.lines[at:at] = fresh
            return
        self.lines[-1] += self.carriage
        self.lines += [*fresh, ""]

    def span(self, section: Section) -> tuple[int, int] | None:
        """First line after the heading of `section`, and the line where the next part begins; the last such part."""
        bare = self.bare()
        cuts = [at for at, depth in heading_lines(bare).items() if depth <= 2]
        found = None
        for start, end in zip(cuts, [*cuts, len(bare)][1:], strict=True):
            if section_of(bare[start]) is section:
                found = (start + 1, end)
        return found

    def end_of(self, start: int, end: int) -> int:
        """The line after the last one between `start` and `end` that is not blank."""
        while end > start and not self.lines[end - 1].strip():
            end -= 1
        return end

    def open(self, section: Section) -> tuple[int, int]:
        """The span of `section`; when the file has none its heading is put where it belongs."""
        if span := self.span(section):
            return span
        later = [self.span(each) for each in _ORDER[_ORDER.index(section) + 1 :]]
        starts = [span[0] - 1 for span in later if span]
        where = min(starts) if starts else self.end_of(0, len(self.lines))
        heading = f"## {HEADINGS[self.language][section]}"
        self.insert(where, f"{heading}\n" if starts else f"\n{heading}")
        span = self.span(section)
        if span is None:  # an open code block swallows every heading after it
            raise Invalid("day note", "a heading cannot be added", hint="close the code block at its end")
        return span

    def add_to(self, section: Section, line: str) -> None:
        start, end = self.open(section)
        self.insert(self.end_of(start, end), line)


def _append_work(page: _Page, item: str, project: str, at: datetime) -> None:
    start, end = page.open(Section.WORK)
    bare = page.bare()
    heads = [at for at, depth in heading_lines(bare).items() if depth == 3 and start <= at < end]
    if heads and _project_of(bare[heads[-1] : end]) == project:
        _continue_session(page, item, heads[-1] + 1, end)
        return
    names = FIELDS[page.language]
    title = item.split("\n", 1)[0]
    title = title if len(title) <= _TITLE_LENGTH else title[: _TITLE_LENGTH - 1] + "…"
    session = [f"### {names['session']} {len(heads) + 1}: {title}"]
    session.append(f"- **{names['time']}**: {at:%Y-%m-%d %H:%M}")
    if project:
        session.append(f"- **{names['project']}**: {project}")
    session.append(f"- **{names['work']}**:\n{_numbered(1, item)}")
    page.insert(page.end_of(start, end), "\n" + "\n".join(session))


def _continue_session(page: _Page, item: str, start: int, end: int) -> None:
    """Add to the work list of the session between two lines, opening one where there is none."""
    bare = page.bare()
    tops = [at for at in range(start, end) if re.match(r"^[-*+] ", bare[at])]
    for at, after in zip(tops, [*tops, end][1:], strict=True):
        if (field_of(bare[at][2:].lstrip()) or ("",))[0] == "work":
            where = page.end_of(at + 1, after)
            page.insert(where, _next_in_list(bare[at + 1 : where], item))
            return
    where = page.end_of(start, end)
    page.insert(where, f"- **{FIELDS[page.language]['work']}**:\n{_numbered(1, item)}")


def _next_in_list(lines: list[str], item: str) -> str:
    numbers = [int(found[1]) for line in lines if (found := _NUMBER.match(line))]
    if not numbers and any(re.match(r"^\s+[-*+] ", line) for line in lines):
        return _indented(item_line(item))
    return _numbered(max(numbers, default=0) + 1, item)


def _numbered(number: int, item: str) -> str:
    return _indented(item_line(item, marker=f"{number}. "))


def _indented(lines: str) -> str:
    return "\n".join("  " + line if line else line for line in lines.split("\n"))


def _project_of(lines: list[str]) -> str:
    for line in lines:
        if re.match(r"^[-*+] ", line) and (found := field_of(line[2:].lstrip())) and found[0] == "project":
            return found[1].strip("`")
    return ""

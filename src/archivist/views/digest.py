"""MEMORY.md, the durable digest: active projects, ranked highlights, decisions by project, open to-dos.

`render` and `parse` are a pair: `parse(render(digest)) == digest`. The file is made by the nightly run, all but what
stands between the two marks: that belongs to a person and is carried over verbatim. A digest that somebody wrote by
hand before archivist came is adopted the same way: what is not in the known form moves between the marks, nothing is
dropped.
Source: the layered workspace (003), 3.4 and 6.3; requirement W7.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from archivist.views.day_note import Language, item_line, split_at

OWN_BEGIN = "<!-- archivist:own -->"
OWN_END = "<!-- /archivist:own -->"

_NAMES: dict[Language, dict[str, str]] = {
    "zh": {
        "title": "# 永久记忆",
        "made": "<!-- 由 archivist 每晚提炼生成；手写内容请放在 archivist:own 标记之间 -->",
        "summary": "## 近期活动摘要",
        "projects": "### 活跃项目",
        "table": "| 项目 | 最近活动 | 主要工作 |",
        "highlights": "### ⭐ 核心要点（优先级排序）",
        "decisions": "## 💡 关键决策记录（按项目分类）",
        "todos": "## 📝 待办事项（未完成）",
        "no_project": "其他",
    },
    "en": {
        "title": "# Long-term memory",
        "made": "<!-- distilled nightly by archivist; write your own text between the archivist:own marks -->",
        "summary": "## Recent activity",
        "projects": "### Active projects",
        "table": "| Project | Last active | Main work |",
        "highlights": "### ⭐ Highlights (by priority)",
        "decisions": "## 💡 Key decisions (by project)",
        "todos": "## 📝 Open to-dos",
        "no_project": "Other",
    },
}
_RULE = "|------|----------|----------|"
_KNOWN = {name: key for names in _NAMES.values() for key, name in names.items()}
_LINE = re.compile(
    r"^[-*] (?:\[ \] )?\*\*\[(?P<day>\d{4}-\d\d-\d\d)\]\*\* (?:\[(?P<project>[^\[\]]+)\] )?(?P<text>.*)$"
)
_OWN = re.compile(rf"{re.escape(OWN_BEGIN)}\n?(.*?)\n?{re.escape(OWN_END)}\n?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ProjectRow:
    """One line of the table of active projects."""

    name: str
    last_active: date
    work: str


@dataclass(frozen=True, slots=True)
class DigestLine:
    """One highlight, decision or to-do and the day it comes from."""

    day: date
    text: str
    project: str = ""


@dataclass(frozen=True, slots=True)
class Digest:
    """What MEMORY.md says; every sequence in the order it is shown."""

    projects: tuple[ProjectRow, ...] = ()
    highlights: tuple[DigestLine, ...] = ()
    decisions: tuple[DigestLine, ...] = ()
    """Those of one project stand together."""
    todos: tuple[DigestLine, ...] = ()
    own: str = ""
    """A person's own part, verbatim."""


def render(digest: Digest, language: Language = "zh") -> str:
    """The digest as a file; the own part comes first, because a person put it there to be read."""
    names = _NAMES[language]
    parts = [names["title"] + "\n" + names["made"]]
    if digest.own:
        parts.append(f"{OWN_BEGIN}\n{digest.own}\n{OWN_END}")
    if digest.projects or digest.highlights:
        parts.append(names["summary"])
    if digest.projects:
        rows = [f"| {_cell(row.name)} | {row.last_active} | {_cell(row.work)} |" for row in digest.projects]
        parts.append("\n".join([names["projects"], names["table"], _RULE, *rows]))
    if digest.highlights:
        parts.append("\n".join([names["highlights"], *(_line(each, with_project=True) for each in digest.highlights)]))
    if digest.decisions:
        parts.append(names["decisions"])
        parts += _decisions_by_project(digest.decisions, names["no_project"])
    if digest.todos:
        parts.append(
            "\n".join([names["todos"], *(_line(each, box="[ ] ", with_project=True) for each in digest.todos)])
        )
    return "\n\n".join(parts) + "\n"


def parse(text: str) -> Digest:
    """What a MEMORY.md says. Lines and parts in any other form than `render` writes are a person's: they become own."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    own = [found.strip("\n") for found in _OWN.findall(text)]
    rest = _OWN.sub("", text)
    projects: list[ProjectRow] = []
    lines: dict[str, list[DigestLine]] = {"highlights": [], "decisions": [], "todos": []}
    part = ""
    for heading, body in split_at(rest.split("\n"), level=6):
        key = _KNOWN.get(heading)
        belongs = key is not None or (part == "decisions" and heading.startswith("### "))
        if key is not None:
            part = key
        elif not belongs:
            part = ""
        strange = [] if belongs or not heading else [heading]
        for at, line in enumerate(body):
            if part == "projects" and (row := _row(line)):
                projects.append(row)
            elif part in lines and (item := _read_item(body, at, heading if part == "decisions" and not key else "")):
                lines[part].append(item)
            elif not _is_frame(line) and not (part in lines and _hangs(body, at)):
                strange.append(line)
        if any(line.strip() for line in strange):
            own.append("\n".join(strange).strip("\n"))
    return Digest(
        projects=tuple(projects),
        highlights=tuple(lines["highlights"]),
        decisions=tuple(lines["decisions"]),
        todos=tuple(lines["todos"]),
        own="\n\n".join(part for part in own if part.strip()),
    )


def language_of(text: str, default: Language) -> Language:
    """The language a MEMORY.md is written in; `default` when it has no heading of ours."""
    for language, names in _NAMES.items():
        if any(names[key] in text for key in ("summary", "decisions", "todos", "title")):
            return language
    return default


def _decisions_by_project(decisions: Sequence[DigestLine], no_project: str) -> list[str]:
    groups: dict[str, list[str]] = {}
    for each in decisions:
        groups.setdefault(each.project, []).append(_line(each))
    return ["\n".join([f"### {project or no_project}", *lines]) for project, lines in groups.items()]


def _line(line: DigestLine, box: str = "", with_project: bool = False) -> str:
    project = f"[{line.project}] " if with_project and line.project else ""
    return item_line(f"{box}**[{line.day}]** {project}{line.text}")


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _row(line: str) -> ProjectRow | None:
    cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
    try:
        return ProjectRow(cells[0], date.fromisoformat(cells[1]), cells[2]) if len(cells) == 3 else None
    except ValueError:
        return None


def _read_item(body: Sequence[str], at: int, heading: str) -> DigestLine | None:
    """The item that begins on line `at`, with the lines that hang below it; `heading` names its project."""
    found = _LINE.match(body[at])
    if not found:
        return None
    below = []
    for line in body[at + 1 :]:
        if not (line.startswith("  ") or not line.strip()):
            break
        below.append(line[2:])
    text = "\n".join([found["text"], *below]).rstrip("\n ")
    project = heading.removeprefix("### ").strip()
    if project in (names["no_project"] for names in _NAMES.values()):
        project = ""
    try:
        return DigestLine(date.fromisoformat(found["day"]), text, project or found["project"] or "")
    except ValueError:
        return None


def _hangs(body: Sequence[str], at: int) -> bool:
    """Whether line `at` belongs to an item above it."""
    for line in reversed(body[: at + 1]):
        if _LINE.match(line):
            return True
        if line.strip() and not line.startswith("  "):
            return False
    return False


def _is_frame(line: str) -> bool:
    """A line that `render` draws around the content: comment, head and rule of the table."""
    return line in _KNOWN or line == _RULE or re.fullmatch(r"\|[-|\s:]+\|", line.strip()) is not None

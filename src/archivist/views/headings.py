"""What the headings of a library document mean, and of which kind a statement is where no heading says so.

The two parts are `Rules` and `Info`. The earlier form had four or five sections (constraints, preferences, process,
definitions, background), and a still earlier one had `Notes`; each is read as one of the two parts, notes entry by
entry. Both languages, both scripts of Chinese. Source: requirement L1; seeds/001, 15.1 and 15.2.
"""

import re

from archivist.records.memory import Kind

_RULE_NAMES = {
    "rule", "rules", "constraint", "constraints", "preference", "preferences", "process", "processes", "workflow",
    "规则", "規則", "约束", "約束", "限制", "偏好", "流程",
}  # fmt: skip
_INFO_NAMES = {
    "info", "information", "definition", "definitions", "background", "fact", "facts", "context", "glossary", "terms",
    "信息", "資訊", "资讯", "定义", "定義", "背景", "事实", "事實", "术语", "術語",
}  # fmt: skip
_NOTE_NAMES = {"note", "notes", "笔记", "筆記", "备注", "備註"}
_PRESENT_NAMES = {"rule", "rules", "info", "规则", "規則", "信息", "資訊", "资讯"}
_JOINTS = {"and", "和", "与", "與", "及"}

_HEADING = re.compile(r"(#{1,6})(?:[ \t]+(.*))?")
_WORD = re.compile(r"[^\W_]+")
_DOCUMENT_TITLE = re.compile(
    r"(?:(?:user|project) knowledge|(?:knowledge )?library|(?:用户|用戶|项目|項目)知[识識](?:库|庫)?)(?:\s*[:：].*)?",
    re.IGNORECASE,
)
_BINDING = re.compile(
    r"\b(?:must|always|never|should|shall|prefers?|avoid|do not|don't|make sure|ask (?:me )?before)\b"
    r"|必[须須]|不要|不得|不准|禁止|一律|[总總]是|[请請]|务必|務必|[应應][该該当當]|[优優]先|偏好|先[问問]",
    re.IGNORECASE,
)


def read_heading(line: str) -> tuple[int, str] | None:
    """Level and title of a line that is an ATX heading; closing hashes do not belong to the title."""
    heading = _HEADING.fullmatch(line.strip(" \t"))
    if not heading:
        return None
    title = heading[2] or ""
    bare = title.rstrip("#")
    return len(heading[1]), bare.rstrip() if not bare or bare[-1] in " \t" else title


def is_part(title: str, nested: bool = False) -> bool:
    """Whether the heading opens one of the two parts, under its own name or an earlier one.

    Nested inside a part, an earlier name (`Glossary` under `Info`) is a topic like any other.
    """
    names = _names(title)
    known = (_PRESENT_NAMES,) if nested else (_RULE_NAMES, _INFO_NAMES, _NOTE_NAMES)
    return bool(names) and any(names <= part for part in known)


def kind_of_part(title: str) -> Kind | None:
    """The kind of every entry in a part; None for notes, whose entries are of either kind."""
    if _names(title) <= _NOTE_NAMES:
        return None
    return Kind.RULE if _names(title) <= _RULE_NAMES else Kind.INFO


def is_document_title(title: str) -> bool:
    """Whether a first heading only names the document: `User Knowledge`, `项目知识：Atlas`."""
    return bool(_DOCUMENT_TITLE.fullmatch(title))


def kind_by_cue(text: str) -> Kind:
    """A statement that tells what to do or not to do is a rule; anything else is an info."""
    return Kind.RULE if _BINDING.search(text) else Kind.INFO


def _names(title: str) -> set[str]:
    return set(_WORD.findall(title.casefold())) - _JOINTS

"""Stage 2: what the notes say, as items: projects, decisions, to-dos, highlights, work, what was completed."""

import re
from collections.abc import Iterator, Sequence

from archivist.upkeep.consolidation.item import POINTS, Item, Kind
from archivist.views.day_note import DayNote, Session, Todo

_DECISION = re.compile(
    r"^(?:\*\*)?(?:决策|决定|decision|decided)(?:\*\*)?\s*[:：](?:\*\*)?\s*(?P<text>\S.*)$", re.I | re.S
)
_LEAD = re.compile(
    r"(?:\*\*)?(?:\[?\d{4}-\d\d-\d\d\]?)?(?:\*\*)?[:：]?\s*(?P<tick>✅|☑\ufe0f?|✔\ufe0f?)?\s*"
    r"(?:\[(?P<project>(?![ xX]\])[^\[\]\n]{1,60})\]\s+(?=\S))?"
)


def extract_items(notes: Sequence[DayNote]) -> list[Item]:
    """Every item of the notes, in their order."""
    return [item for note in notes for item in _of_note(note)]


def project_name(written: str) -> str:
    """The short name of a project: the last part of a path or address, else the name as it is written."""
    bare = written.strip().strip("`\"'").rstrip("/\\")
    return re.split(r"[/\\]", bare)[-1].removesuffix(".git") if bare else ""


def _of_note(note: DayNote) -> Iterator[Item]:
    for session in note.sessions:
        yield from _of_session(note, session)
    for entry in note.highlights:
        yield _item(Kind.HIGHLIGHT, entry.text, note, entry.project)
    for entry in note.decisions:
        yield _item(Kind.DECISION, entry.text, note, entry.project)
    for todo in note.todos:
        yield _of_todo(todo, note, "")


def _of_session(note: DayNote, session: Session) -> Iterator[Item]:
    if project := project_name(session.project):
        work = session.title or (session.work[0] if session.work else "")
        yield Item(Kind.PROJECT, work.split("\n", 1)[0], note.day, project)
    for text in session.work:
        yield _item(Kind.TASK, text, note, session.project)
    for text in session.decisions:
        yield _item(Kind.DECISION, text, note, session.project)
    for todo in session.todos:
        yield _of_todo(todo, note, session.project)


def _of_todo(todo: Todo, note: DayNote, project: str) -> Item:
    return _item(Kind.COMPLETED if todo.done else Kind.TODO, todo.text, note, todo.project or project)


def _item(kind: Kind, text: str, note: DayNote, project: str) -> Item:
    """The item without the date, tick and project in front; a point that calls itself decided or done is that."""
    dressed = _LEAD.match(text)
    if dressed and dressed.end() < len(text):
        ticked, project = bool(dressed["tick"]), dressed["project"] or project
        text = text[dressed.end() :]
        kind = Kind.COMPLETED if ticked and kind in POINTS else kind
    if kind in POINTS and (decision := _DECISION.match(text)):
        kind, text = Kind.DECISION, decision["text"]
    return Item(kind, text, note.day, project_name(project))

"""Tables and colour for people. Imported only when something is printed for one."""

import os
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from archivist.records.memory import Memory
from archivist.records.proposal import Proposal
from archivist.records.verdict import Step

STYLES = {
    "created": "green", "updated": "green", "superseded": "yellow", "unchanged": "dim", "held": "yellow",
    "conflict": "magenta", "rejected": "red", "pass": "green", "reject": "red", "hold": "yellow", "merge": "cyan",
    "supersede": "yellow", "contradict": "magenta", "active": "green", "forgotten": "dim", "expired": "dim",
    "erased": "dim", "pending": "yellow", "applied": "green", "dismissed": "dim", "failed": "red",
}  # fmt: skip


UNSEEN_WIDTH = 200
"""Columns of a pipe or file: a name cut in two cannot be copied."""


def console() -> Console:
    """A console on standard output, with no markup read from what people wrote; wide where no window sets its width."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else UNSEEN_WIDTH
    return Console(highlight=False, markup=False, soft_wrap=False, width=width)


def say(text: str, style: str = "") -> None:
    """One line or paragraph."""
    console().print(Text(text, style=style))


def line(text: str, style: str = "") -> None:
    """One line that is not wrapped, so that what stands in it can be copied."""
    console().print(Text(text, style=style), soft_wrap=True)


def table(columns: Sequence[str], rows: Iterable[Sequence[str | Text]], title: str = "") -> None:
    """A table that wraps, and says nothing in colour alone; "none" where there is no row."""
    rows = list(rows)
    if not rows:
        say("none", "dim")
        return
    drawn = Table(title=escape(title) or None, box=None, pad_edge=False, header_style="bold", title_justify="left")
    for column in columns:
        drawn.add_column(column, overflow="fold")
    for row in rows:
        drawn.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
    console().print(drawn)


def word(outcome: str) -> Text:
    """A state or outcome in its colour."""
    return Text(str(outcome), style=STYLES.get(str(outcome), ""))


def when(at: datetime | None) -> str:
    """An instant in the machine's own time, to the minute."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M") if at else ""


def memories(found: Sequence[Memory]) -> None:
    """Records as a table."""
    table(
        ("name", "scope", "type", "kind", "status", "statement"),
        [
            (one.name, str(one.scope), one.type, one.kind, word(one.status), _short(one.text))
            for one in found
        ],
    )  # fmt: skip


def memory(one: Memory) -> None:
    """One record, whole."""
    console().print(Text(one.text))
    facts = [
        ("name", one.name), ("id", one.id), ("scope", str(one.scope)), ("type", f"{one.type}, {one.kind}"),
        ("delivery", one.delivery), ("status", one.status), ("description", one.description), ("topic", one.topic),
        ("tags", ", ".join(one.tags)), ("value", one.value or ""),
        ("source", f"{one.source}, by {one.created_by}"), ("approved by", one.approved_by or ""),
        ("evidence", "; ".join(f"“{piece.quote}” ({piece.witness})" for piece in one.evidence)),
        ("confidence", f"{one.confidence:.2f}, importance {one.importance:.2f}"),
        ("recalled", f"{one.recall_count} times {when(one.last_recalled_at)}".strip()),
        ("changed", f"{when(one.updated_at)}, revision {one.revision}, created {when(one.created_at)}"),
        ("expires", when(one.expires_at)), ("replaces", one.supersedes or ""),
    ]  # fmt: skip
    table(("", ""), [(Text(name, style="dim"), str(value)) for name, value in facts if value])


def proposals(entries: Sequence[Proposal]) -> None:
    """The queue as a table."""
    table(
        ("id", "state", "for", "kind", "statement", "evidence"),
        [
            (
                entry.id, word(entry.status), _goes_to(entry), entry.candidate.kind, _short(entry.candidate.text),
                _short("; ".join(f"“{piece.quote}”" for piece in entry.candidate.evidence), 60),
            )
            for entry in entries
        ],
    )  # fmt: skip


def trail(steps: Sequence[Step]) -> None:
    """Every gate's answer, in order."""
    table(("gate", "answer", "why"), [(step.gate, word(step.verdict), step.detail or step.reason) for step in steps])


def outcome(what: str, text: str) -> None:
    """An outcome and what it is about."""
    console().print(word(what) + Text(f"  {text}"))


def _goes_to(entry: Proposal) -> str:
    return "pick project" if entry.needs_project else str(entry.candidate.scope)


def _short(text: str, limit: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"

"""What flows through the stages: one thing that was noted, and what a stage did with it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Kind(StrEnum):
    """What a noted thing is. Source: the layered workspace (003), 5.2, first stage."""

    PROJECT = "project"
    DECISION = "decision"
    TODO = "todo"
    HIGHLIGHT = "highlight"
    COMPLETED = "completed"
    TASK = "task"


POINTS = (Kind.HIGHLIGHT, Kind.COMPLETED, Kind.TASK)
"""The kinds that compete for a place among the ranked highlights, the more telling first."""


@dataclass(frozen=True, slots=True)
class Item:
    """One noted thing; for `Kind.PROJECT`, `text` says what was worked on."""

    kind: Kind
    text: str
    day: date
    project: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """What came into a stage and what left it; `dropped` says which texts stayed behind, so that it can be read."""

    name: str
    came_in: int
    went_out: int
    dropped: tuple[str, ...] = ()

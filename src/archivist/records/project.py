"""A project: a name that several users share memory under, and no one else."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Project:
    """One project. Its memory is that of the scope `project:ID`, readable by its members only."""

    id: str
    title: str
    created_at: datetime
    created_by: str


@dataclass(frozen=True, slots=True)
class Membership:
    """That a user belongs to a project, and who said so."""

    user: str
    added_at: datetime
    added_by: str

"""The projects of a store: who belongs to which, and which one a user works in."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from archivist.records.project import Membership, Project


class Projects(Protocol):
    """Projects, their members, and each user's focus."""

    def add(self, project: Project) -> bool:
        """Make a project without members; False when there is one of that id."""
        ...

    def get(self, id: str) -> Project | None:
        """The project of that id."""
        ...

    def of(self, user: str) -> list[Project]:
        """The projects a user belongs to, by id."""
        ...

    def members(self, id: str) -> Sequence[Membership]:
        """Who belongs to a project, by name; empty for one that is not there."""
        ...

    def add_member(self, id: str, user: str, by: str, at: datetime) -> bool:
        """Let a user in; False when they belonged to it already."""
        ...

    def remove_member(self, id: str, user: str) -> bool:
        """Take a user out, and out of their focus; False when they did not belong to it."""
        ...

    def focus(self, user: str) -> str | None:
        """The project the user works in when nothing else is said."""
        ...

    def set_focus(self, user: str, id: str | None) -> None:
        """Put a project in focus, or none."""
        ...

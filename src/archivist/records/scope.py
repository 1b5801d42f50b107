"""Whose a thing is: a kind and an id, compared as a pair, never as a prefix, path or pattern.

What an agent notes for one user, and what belongs to one user's task, is that user's alone: such a scope also has a
`holder`, the user. It is filled in from who acts and never typed, so `agent:planner` means the asker's own planner.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from archivist.errors import Invalid
from archivist.records.identifiers import clean_id


class ScopeKind(StrEnum):
    """From the narrowest to the widest audience."""

    TASK = "task"
    AGENT = "agent"
    USER = "user"
    PROJECT = "project"
    WORKSPACE = "workspace"
    SYSTEM = "system"


_KINDS = {str(kind): kind for kind in ScopeKind}
HELD = frozenset({ScopeKind.AGENT, ScopeKind.TASK})


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """`user:alice`, `project:atlas`, `system`: the last has no id, all others need one."""

    kind: ScopeKind
    id: str = ""
    holder: str = ""

    @classmethod
    def of(cls, kind: ScopeKind, id: str = "", holder: str = "") -> Self:
        """A checked scope.

        Raises:
            Invalid: the id is missing, malformed, or given for `system`.
        """
        if kind is ScopeKind.SYSTEM:
            if id:
                raise Invalid("scope", f"'system' takes no id, got {id!r}")
            return cls(kind)
        return cls(kind, clean_id(f"{kind} id", id), holder)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `kind:id`; everything after the first colon is the id, colons included.

        Raises:
            Invalid: unknown kind or malformed id; says what is allowed.
        """
        word, _, id = text.partition(":")
        kind = _KINDS.get(word)
        if kind is None:
            allowed = ", ".join(known if known == ScopeKind.SYSTEM else f"{known}:ID" for known in ScopeKind)
            raise Invalid("scope", f"{text!r} is not a scope; write one of {allowed}")
        return cls.of(kind, id)

    def held_by(self, user: str) -> Self:
        """This scope as `user` means it: an agent's or a task's becomes the one of that user."""
        return replace(self, holder=user) if self.kind in HELD else self

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}" if self.id else str(self.kind)


SYSTEM = Scope(ScopeKind.SYSTEM)


def user(id: str) -> Scope:
    """The scope of one person."""
    return Scope.of(ScopeKind.USER, id)


def project(id: str) -> Scope:
    """The scope of one project."""
    return Scope.of(ScopeKind.PROJECT, id)


def agent(id: str, holder: str) -> Scope:
    """The private scope of one agent working for one user."""
    return Scope.of(ScopeKind.AGENT, id, holder)


def workspace(id: str) -> Scope:
    """The scope of everybody in one workspace."""
    return Scope.of(ScopeKind.WORKSPACE, id)


def task(id: str, holder: str) -> Scope:
    """The scope of one user's task; lives and dies with it."""
    return Scope.of(ScopeKind.TASK, id, holder)

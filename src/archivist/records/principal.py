"""Who acts: a person, an agent working for a person, or archivist's own upkeep. Never a bare string."""

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What a person may do beyond reading; each includes the ones before it."""

    READER = "reader"
    MEMBER = "member"
    REVIEWER = "reviewer"
    ADMINISTRATOR = "administrator"


RANK = {role: rank for rank, role in enumerate(Role)}


@dataclass(frozen=True, slots=True)
class Principal:
    """One who acts.

    `agent` set means an agent acts on behalf of `user`: it proposes and never approves. `upkeep` set means a job of
    archivist itself acts, under the job's name. Neither set means the person acts in person.
    `projects` lists the projects whose memory this principal may see; `project` is the one in focus.
    """

    user: str
    role: Role = Role.MEMBER
    agent: str | None = None
    upkeep: str | None = None
    project: str | None = None
    projects: frozenset[str] = field(default_factory=frozenset)
    workspace: str | None = None
    task: str | None = None

    @property
    def is_person(self) -> bool:
        """A human being acts, at the command line, in the console, or with a personal token."""
        return self.agent is None and self.upkeep is None

    @property
    def name(self) -> str:
        """How the audit trail calls this actor."""
        if self.upkeep is not None:
            return f"upkeep:{self.upkeep}"
        return f"agent:{self.agent} for user:{self.user}" if self.agent is not None else f"user:{self.user}"

    def has_role(self, least: Role) -> bool:
        """Whether this principal's role is `least` or above."""
        return RANK[self.role] >= RANK[least]

"""A token: lets a program act as one principal over HTTP. Its secret is shown once, when it is made, and never kept."""

from dataclasses import dataclass
from datetime import datetime

from archivist.records.principal import Role


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `agent` set means it acts as that agent of `user`; `expires_at` None means until it is revoked."""

    id: str
    user: str
    role: Role
    created_by: str
    created_at: datetime
    agent: str | None = None
    projects: tuple[str, ...] = ()
    workspace: str | None = None
    label: str = ""
    expires_at: datetime | None = None
    last_used_at: datetime | None = None
    revoked_at: datetime | None = None

    def is_live(self, now: datetime) -> bool:
        """Whether it lets anybody in at `now`."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

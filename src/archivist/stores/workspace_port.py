"""What the home knows of layered folders and of the runs of timed jobs: the tables as protocols, and their records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from archivist.stores.workspace.layers import WorkspaceLayout


@dataclass(frozen=True, slots=True)
class WorkspaceFolder:
    """A folder that was adopted; `project` is "" for the one a user has besides those of projects.

    `fragments` is the address of an object store, or "" where the fragments lie in the folder itself.
    """

    seq: int
    owner: str
    project: str
    path: str
    fragments: str
    layout: WorkspaceLayout
    adopted_at: datetime
    scanned_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ShelfEntry:
    """One text on a shelf: what was last seen of it, and the record it stands for.

    `revision` is that of the record when both were equal; `rival` the other record where both were changed;
    `proposal` the queue entry that waits; `reason` says why there is no record, never the words.
    """

    name: str
    mark: str
    version: str
    memory: str | None = None
    revision: int = 0
    rival: str | None = None
    proposal: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProfileChange:
    """One field of the profile that followed a record; both values are "" once the record was erased."""

    field: str
    old: str
    new: str
    memory: str
    at: datetime


@dataclass(frozen=True, slots=True)
class JobRun:
    """One run of a job. `came_in` and `went_out` are its yield; an unfinished run has no outcome."""

    job: str
    key: str
    started_at: datetime
    finished_at: datetime | None
    outcome: str
    came_in: int
    went_out: int
    detail: str


@dataclass(frozen=True, slots=True)
class KeptBrief:
    """The digest a model made of a folder's layers. `of` is their fingerprint; "" for text: it made none that holds."""

    of: str
    text: str


class Workspaces(Protocol):
    """The adopted folders and what lies on their shelves."""

    def put(
        self, owner: str, project: str, path: str, fragments: str, layout: WorkspaceLayout, at: datetime
    ) -> WorkspaceFolder:
        """Know a folder as this user's, for this project; one known before is moved to the new path."""
        ...

    def of(self, owner: str, project: str = "") -> WorkspaceFolder | None:
        """The folder of this user for exactly this project."""
        ...

    def all(self) -> list[WorkspaceFolder]:
        """Every folder of the home, in the order of adoption."""
        ...

    def scanned(self, folder: int, at: datetime) -> None:
        """Note that the shelf was looked at."""
        ...

    def entries(self, folder: int) -> list[ShelfEntry]:
        """Everything known of the shelf."""
        ...

    def put_entry(self, folder: int, entry: ShelfEntry) -> None:
        """Write one entry, over the one of the same name."""
        ...

    def drop_entry(self, folder: int, name: str) -> None:
        """Know nothing more of one text."""
        ...

    def drop_entries(self, folder: int) -> None:
        """Know nothing more of the whole shelf; the records stay."""
        ...

    def moved_on(self, folder: int) -> list[ShelfEntry]:
        """Entries whose record was changed since, or that wait for a decision."""
        ...

    def brief(self, folder: int) -> KeptBrief | None:
        """The digest a model made last."""
        ...

    def keep_brief(self, folder: int, brief: KeptBrief) -> None:
        """Keep it in place of the one before."""
        ...

    def drop_briefs(self) -> None:
        """Forget what models made of folders: it may hold words that have to go, and is soon made anew."""
        ...

    def add_profile_change(self, folder: int, change: ProfileChange) -> None:
        """Keep the value a field had before."""
        ...

    def profile_changes(self, folder: int) -> list[ProfileChange]:
        """Every change of the profile, oldest first."""
        ...

    def blank_profile_changes(self, memory: str) -> None:
        """Empty the values that an erased record led to."""
        ...


class JobRuns(Protocol):
    """The runs of timed jobs, and who may do one."""

    def claim(self, key: str, job: str, folder: int | None, now: datetime, until: datetime) -> int | None:
        """Take a run until `until`; its number, or None when it is done or another has it."""
        ...

    def finish(self, run: int, at: datetime, outcome: str, came_in: int, went_out: int, detail: str) -> None:
        """Note how a run ended."""
        ...

    def latest(self, job: str, folder: int | None, limit: int) -> Sequence[JobRun]:
        """The newest runs first."""
        ...

    def last_done(self, job: str, folder: int | None) -> datetime | None:
        """When the newest finished run began."""
        ...

    def prune(self, before: datetime) -> int:
        """Forget runs that ended before; the newest of each job stays. Returns how many went."""
        ...

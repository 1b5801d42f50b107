"""How a workspace stands: its files, its notes, what the nights brought, and what a person should look at.

A run that had nothing to do is no success: several in a row are a warning, and so is a night that no timer came for.
Source: the layered workspace (003), 7.3; requirement W9.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import takewhile
from typing import Final

from archivist.errors import ArchivistError
from archivist.stores.base import Transaction
from archivist.stores.workspace.layers import Layer
from archivist.stores.workspace.opened import OpenWorkspace
from archivist.stores.workspace_port import JobRun, WorkspaceFolder
from archivist.upkeep.folder_jobs import ARCHIVE, CONSOLIDATE, SCAN
from archivist.upkeep.jobs import next_due, owed
from archivist.upkeep.leases import FAILED
from archivist.upkeep.means import Means
from archivist.upkeep.nightly import IDLE
from archivist.views.day_note import DayNote, parse

CORE: Final = (Layer.CONDUCT, Layer.PROFILE, Layer.CONFIGURATION, Layer.DIGEST)
LATE: Final = timedelta(hours=1)
"""How long after its time a night may still be on its way."""


@dataclass(frozen=True, slots=True)
class CoreFile:
    """A file of one of the first layers; no `changed_at` when it is not there."""

    layer: Layer
    name: str
    size: int
    changed_at: datetime | None


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A day note that is online."""

    day: date
    size: int


@dataclass(frozen=True, slots=True)
class JobState:
    """The latest run of a job, if it ever ran, and when it is due next."""

    job: str
    last: JobRun | None
    next_at: datetime


@dataclass(frozen=True, slots=True)
class WorkspaceStatus:
    """Everything `archivist status` shows."""

    known: WorkspaceFolder
    today: date
    core: tuple[CoreFile, ...]
    notes: tuple[NoteFile, ...]
    archived: int
    sessions: int
    todos_open: int
    todos_done: int
    fragments: int
    records: int
    waiting: int
    refused: int
    jobs: tuple[JobState, ...]
    idle_nights: int
    warnings: tuple[str, ...]


def status_of(means: Means, opened: OpenWorkspace) -> WorkspaceStatus:
    """How this workspace stands now; reads and changes nothing."""
    known, today = opened.known, means.today()
    days = opened.days.online()
    note = parse(opened.days.read(today), today)
    with means.store.reading() as tx:
        entries = tx.workspaces.entries(known.seq)
        jobs = tuple(_state(means, tx, job, known) for job in (CONSOLIDATE, ARCHIVE, SCAN))
        idle = _idle_nights(tx.job_runs.latest(CONSOLIDATE, known.seq, 60))
    todos = [todo.done for session in note.sessions for todo in session.todos] + [todo.done for todo in note.todos]
    kinds = Counter(_kind(entry.memory, entry.proposal, entry.rival) for entry in entries)
    return WorkspaceStatus(
        known=known,
        today=today,
        core=tuple(_core(opened, layer) for layer in CORE),
        notes=tuple(NoteFile(day, _size(opened, opened.days.name_of(day))) for day in reversed(days)),
        archived=len(opened.days.archived()),
        sessions=len(note.sessions),
        todos_open=todos.count(False),
        todos_done=todos.count(True),
        fragments=len(entries),
        records=kinds["record"],
        waiting=kinds["waiting"],
        refused=sum(bool(entry.reason) and entry.memory is None and entry.proposal is None for entry in entries),
        jobs=jobs,
        idle_nights=idle,
        warnings=tuple(_warnings(means, opened, note, jobs, idle, kinds["conflict"])),
    )


def _warnings(
    means: Means, opened: OpenWorkspace, note: DayNote, jobs: Sequence[JobState], idle: int, conflicts: int
) -> list[str]:
    said = []
    if idle >= means.settings().workspace.idle_nights_warned:
        latest = max(opened.days.online(), default=None)
        since = f"the last note is of {latest}" if latest else "there is no note at all"
        said.append(f"{idle} nights in a row had nothing to distil: {since}; is anybody writing day notes?")
    for state in jobs:
        if state.last is not None and state.last.outcome == FAILED:
            said.append(f"the last run of {state.job} failed: {state.last.detail}")
    due = owed(means, CONSOLIDATE, opened.known)
    if due is not None and means.clock() - due > LATE:
        local = due.astimezone(means.zone)
        said.append(f"the night of {local:%Y-%m-%d %H:%M} was not run; install a timer: archivist schedule install")
    if conflicts:
        said.append(f"{conflicts} fragments and their records were both changed; decide with: archivist keep NAME")
    return said


def _state(means: Means, tx: Transaction, job: str, known: WorkspaceFolder) -> JobState:
    latest = tx.job_runs.latest(job, known.seq, 1)
    return JobState(job, latest[0] if latest else None, next_due(means, job))


def _idle_nights(runs: Sequence[JobRun]) -> int:
    """On how many nights in a row, up to now, there was nothing to do; several runs of one day are one night."""
    idle = takewhile(lambda run: run.outcome in IDLE, (run for run in runs if run.finished_at))
    return len({run.started_at.date() for run in idle})


def _core(opened: OpenWorkspace, layer: Layer) -> CoreFile:
    name = opened.layout.name_of(layer)
    try:
        found = opened.folder.locate(name).stat()
    except (ArchivistError, OSError):
        return CoreFile(layer, name, 0, None)
    return CoreFile(layer, name, found.st_size, datetime.fromtimestamp(found.st_mtime, opened.known.adopted_at.tzinfo))


def _size(opened: OpenWorkspace, name: str) -> int:
    try:
        return opened.folder.locate(name).stat().st_size
    except (ArchivistError, OSError):
        return 0


def _kind(memory: str | None, proposal: str | None, rival: str | None) -> str:
    if rival is not None:
        return "conflict"
    if proposal is not None:
        return "waiting"
    return "record" if memory is not None else "none"

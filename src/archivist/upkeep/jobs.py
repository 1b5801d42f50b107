"""Every timed job, when it is due, and doing what is due. A new job is one line in `JOBS`.

A job of folders runs for each folder by itself. A run is named by the local minute it was due at, so that the
scheduler inside `serve` and the system's own timer, or two of either, do one night once; a night that was missed is
owed once. Source: requirements W7 and W9; field case CO-06.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from archivist.errors import ArchivistError, NotFound
from archivist.settings import Settings
from archivist.stores.workspace.opened import OpenWorkspace, open_workspace
from archivist.stores.workspace_port import WorkspaceFolder
from archivist.upkeep import briefing, folder_jobs, home_jobs
from archivist.upkeep.leases import FAILED, Yield, once
from archivist.upkeep.means import Means
from archivist.upkeep.schedule import missed, next_run, run_key


@dataclass(frozen=True, slots=True)
class Job:
    """One job: when it is due, and what it does, to the home or (`to_folder`) to each workspace."""

    at: Callable[[Settings], str]
    to_home: Callable[[Means], Yield] | None = None
    to_folder: Callable[[Means, OpenWorkspace], Yield] | None = None


def _consolidate(means: Means, opened: OpenWorkspace) -> Yield:
    principal = folder_jobs.upkeep_for(opened.known, folder_jobs.CONSOLIDATE)
    run = folder_jobs.consolidate_folder(means, opened, principal, means.today())
    return folder_jobs.yield_of(run)


def _archive(means: Means, opened: OpenWorkspace) -> Yield:
    principal = folder_jobs.upkeep_for(opened.known, folder_jobs.ARCHIVE)
    moved = folder_jobs.archive_folder(means, opened, principal, means.settings().workspace.archive_after_days)
    return Yield("moved" if moved else "nothing_old", len(moved), len(moved))


JOBS: Final[dict[str, Job]] = {
    folder_jobs.CONSOLIDATE: Job(lambda settings: settings.workspace.consolidation.at, to_folder=_consolidate),
    folder_jobs.ARCHIVE: Job(lambda settings: settings.workspace.archive_at, to_folder=_archive),
    folder_jobs.SCAN: Job(lambda settings: "*/5 * * * *", to_folder=folder_jobs.scan_folder),
    briefing.BRIEF: Job(lambda settings: "*/10 * * * *", to_folder=briefing.brief_folder),
    home_jobs.EXPIRE: Job(lambda settings: "*/10 * * * *", to_home=home_jobs.expire_records),
    home_jobs.RETENTION: Job(lambda settings: "03:30", to_home=home_jobs.let_go),
    home_jobs.TIDY: Job(lambda settings: "03:45", to_home=home_jobs.tidy_index),
}
FOLDER_JOBS: Final = tuple(name for name, job in JOBS.items() if job.to_folder)


@dataclass(frozen=True, slots=True)
class Done:
    """One run that was made; `workspace` is the folder's path, "" for a job of the home."""

    job: str
    workspace: str
    brought: Yield


def run_due(means: Means) -> list[Done]:
    """Do everything that is due now and was not done."""
    return [done for name in JOBS for done in _run(means, name, by_hand=False)]


def run_now(means: Means, name: str) -> list[Done]:
    """Do one job at once, due or not. Raises: NotFound when there is none of that name."""
    if name not in JOBS:
        raise NotFound("job", name, hint=f"there are {', '.join(JOBS)}")
    return list(_run(means, name, by_hand=True))


def owed(means: Means, name: str, known: WorkspaceFolder | None) -> datetime | None:
    """The moment this job was due and has not run since; None when nothing is owed."""
    with means.store.reading() as tx:
        last = tx.job_runs.last_done(name, known.seq if known else None)
    if known is not None:
        last = max(last, known.adopted_at) if last else known.adopted_at
    now = means.clock()
    return now if last is None else missed(JOBS[name].at(means.settings()), last, now, means.zone)


def next_due(means: Means, name: str) -> datetime:
    """When the job is due next."""
    return next_run(JOBS[name].at(means.settings()), means.clock(), means.zone)


def _run(means: Means, name: str, *, by_hand: bool) -> list[Done]:
    with means.store.reading() as tx:
        folders = tx.workspaces.all()
    targets: list[WorkspaceFolder | None] = [*folders] if JOBS[name].to_folder else [None]
    found = [(known, _run_one(means, name, known, by_hand)) for known in targets]
    return [Done(name, known.path if known else "", brought) for known, brought in found if brought]


def _run_one(means: Means, name: str, known: WorkspaceFolder | None, by_hand: bool) -> Yield | None:
    due = means.clock() if by_hand else owed(means, name, known)
    if due is None:
        return None
    whose = f"{name}:{known.seq}" if known else name
    key = f"{whose}:by-hand:{means.new_id()}" if by_hand else run_key(whose, due, means.zone)
    job = JOBS[name]

    def act() -> Yield:
        if job.to_home is not None:
            return job.to_home(means)
        assert known is not None, "a job is of the home or of folders"
        assert job.to_folder is not None, "a job is of the home or of folders"
        try:
            return job.to_folder(means, open_workspace(known, means.zone))
        except ArchivistError as exc:
            return Yield(FAILED, detail=exc.message)

    return once(means, name, key, known.seq if known else None, act)

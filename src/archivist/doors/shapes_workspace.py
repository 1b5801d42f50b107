"""How workspaces, notes and nights look in JSON at every door. Source: the contract of the doors."""

from archivist.doors.shapes import Json, moment
from archivist.services.journal import Noted
from archivist.services.workspaces import AdoptedFolder
from archivist.stores.workspace_port import JobRun, ProfileChange
from archivist.upkeep.consolidation.item import Stage
from archivist.upkeep.jobs import Done
from archivist.upkeep.nightly import NightRun
from archivist.upkeep.status import CoreFile, JobState, WorkspaceStatus
from archivist.write.shelving import Synced


def adopted(answer: AdoptedFolder) -> Json:
    """A folder that is now known."""
    return {
        "workspace": answer.known.path,
        "project": answer.known.project or None,
        "adopted": not answer.created,
        "layers": [str(layer) for layer in answer.present],
        "fragments": synced(answer.synced),
    }


def synced(answer: Synced) -> Json:
    """What one look at the fragments did."""
    return {
        "taken": answer.taken,
        "changed": answer.changed,
        "renamed": [{"from": old, "to": new} for old, new in answer.renamed],
        "forgotten": answer.forgotten,
        "written": answer.written,
        "conflicts": answer.conflicts,
        "held": [{"file": name, "proposal": id} for name, id in answer.held.items()],
        "refused": [{"file": name, "reason": why} for name, why in answer.refused.items()],
        "skipped": [{"file": name, "reason": why} for name, why in answer.skipped.items()],
        "missing": answer.missing,
    }


def noted(answer: Noted) -> Json:
    """A note that was written, or the reason it was not."""
    return {
        "day": answer.day.isoformat(),
        "path": answer.path or None,
        "reason": answer.decision.reason if answer.refused else "",
        "detail": answer.decision.detail if answer.refused else "",
    }


def night(run: NightRun) -> Json:
    """A consolidation: what came into and went out of every stage, and the file it wrote."""
    return {
        "outcome": run.outcome,
        "stages": [stage(one) for one in run.stages],
        "wrote": run.wrote or None,
        "reason": run.reason,
    }


def stage(one: Stage) -> Json:
    """One stage; `dropped` are the lines that stayed behind."""
    return {"name": one.name, "in": one.came_in, "out": one.went_out, "dropped": list(one.dropped)}


def done(one: Done) -> Json:
    """One run of a job."""
    return {
        "job": one.job,
        "workspace": one.workspace or None,
        "outcome": one.brought.outcome,
        "in": one.brought.came_in,
        "out": one.brought.went_out,
        "detail": one.brought.detail,
    }


def status(answer: WorkspaceStatus) -> Json:
    """How a workspace stands."""
    return {
        "workspace": answer.known.path,
        "project": answer.known.project or None,
        "today": answer.today.isoformat(),
        "core": [core(file) for file in answer.core],
        "notes": [
            {"day": note.day.isoformat(), "bytes": note.size, "mark": mark_of((answer.today - note.day).days)}
            for note in answer.notes
        ],
        "archived": answer.archived,
        "sessions": answer.sessions,
        "todos": {"open": answer.todos_open, "done": answer.todos_done},
        "fragments": {
            "files": answer.fragments,
            "records": answer.records,
            "waiting": answer.waiting,
            "refused": answer.refused,
        },
        "scanned_at": moment(answer.known.scanned_at),
        "jobs": [job(state) for state in answer.jobs],
        "idle_nights": answer.idle_nights,
        "warnings": list(answer.warnings),
    }


def core(file: CoreFile) -> Json:
    """One of the first layers."""
    return {
        "layer": file.layer,
        "name": file.name,
        "present": file.changed_at is not None,
        "bytes": file.size,
        "changed_at": moment(file.changed_at),
    }


def job(state: JobState) -> Json:
    """A job's latest run and its next."""
    return {"job": state.job, "next_at": moment(state.next_at), "last": run(state.last) if state.last else None}


def run(one: JobRun) -> Json:
    """One run that is written down."""
    return {
        "started_at": moment(one.started_at),
        "finished_at": moment(one.finished_at),
        "outcome": one.outcome,
        "in": one.came_in,
        "out": one.went_out,
        "detail": one.detail,
    }


def profile_change(change: ProfileChange) -> Json:
    """A field of the profile that followed a preference."""
    return {
        "field": change.field,
        "old": change.old,
        "new": change.new,
        "record": change.memory,
        "at": moment(change.at),
    }


def mark_of(days_ago: int) -> str:
    """What a note's day is to today: `today`, `yesterday`, or nothing."""
    return {0: "today", 1: "yesterday"}.get(days_ago, "")

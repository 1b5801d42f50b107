"""What is done to a workspace by time: consolidate its notes, archive the old ones, look at its fragments.

Each is also done by hand at the command line; then a person is the actor, and the run is written down the same way.
Source: the layered workspace (003), 5; requirements W7 and W8.
"""

from datetime import date
from typing import Final

from archivist.policy.sensitive import masked_text
from archivist.records.principal import Principal, Role
from archivist.stores.workspace.opened import OpenWorkspace
from archivist.stores.workspace_port import WorkspaceFolder
from archivist.text.length import is_chinese
from archivist.upkeep.consolidation.settings import rules_from
from archivist.upkeep.leases import Yield, once
from archivist.upkeep.means import Means
from archivist.upkeep.nightly import IDLE, NightRun, run_night
from archivist.write.commit import record
from archivist.write.shelf_writing import sync_fragments

CONSOLIDATE: Final = "consolidate"
ARCHIVE: Final = "archive"
SCAN: Final = "scan"


def upkeep_for(known: WorkspaceFolder, job: str) -> Principal:
    """Archivist itself, at work for the owner of a folder."""
    projects = frozenset({known.project} if known.project else ())
    return Principal(known.owner, Role.MEMBER, upkeep=job, project=known.project or None, projects=projects)


def owner_of(known: WorkspaceFolder) -> Principal:
    """The owner in person: what stands in their files is their act."""
    projects = frozenset({known.project} if known.project else ())
    return Principal(known.owner, Role.MEMBER, project=known.project or None, projects=projects)


def consolidate_folder(means: Means, opened: OpenWorkspace, principal: Principal, today: date) -> NightRun:
    """Distil the last days into the digest; audited and counted, with or without yield."""
    settings = means.settings()
    latest = max(opened.days.online(), default=today)
    chinese = is_chinese(opened.days.read(latest)) if settings.language == "auto" else settings.language == "zh"
    rules = rules_from(settings.workspace.consolidation, "zh" if chinese else "en")
    sensitive = settings.memory.sensitive
    run = run_night(opened, today, rules, lambda text: masked_text(text, sensitive))
    with means.store.transaction() as tx:
        subject = f"workspace:{opened.known.seq}"
        record(tx, means.pen(principal), CONSOLIDATE, run.outcome, subject, detail=run.reason)
        if run.outcome in IDLE:
            tx.ledger.count("consolidation_idle_runs")
    return run


def consolidate_by_hand(means: Means, opened: OpenWorkspace, principal: Principal, today: date) -> NightRun:
    """The same at once, for who asks; it counts as the night's run when the night was due before."""
    runs: list[NightRun] = []

    def act() -> Yield:
        runs.append(consolidate_folder(means, opened, principal, today))
        return yield_of(runs[0])

    once(means, CONSOLIDATE, _by_hand(means, CONSOLIDATE, opened.known), opened.known.seq, act)
    return runs[0] if runs else NightRun("failed", (), reason="see archivist status")


def yield_of(run: NightRun) -> Yield:
    """What is written down of a run."""
    return Yield(run.outcome, run.came_in, run.went_out, run.reason)


def archive_folder(means: Means, opened: OpenWorkspace, principal: Principal, keep_days: int) -> list[date]:
    """Move the notes older than that to the archive; the days that were moved."""
    moved = opened.days.archive(means.today(), keep_days)
    if moved:
        with means.store.transaction() as tx:
            detail = ", ".join(day.isoformat() for day in moved[:20])
            subject = f"workspace:{opened.known.seq}"
            record(tx, means.pen(principal), ARCHIVE, "moved", subject, detail=f"{len(moved)} notes: {detail}")
            tx.ledger.count("archived_notes", len(moved))
    return moved


def restore_note(means: Means, opened: OpenWorkspace, principal: Principal, day: date) -> None:
    """Bring one note back from the archive. Raises: NotFound."""
    opened.days.restore(day)
    with means.store.transaction() as tx:
        record(tx, means.pen(principal), ARCHIVE, "restored", f"workspace:{opened.known.seq}", detail=day.isoformat())


def scan_folder(means: Means, opened: OpenWorkspace) -> Yield:
    """Take in what was done to the fragments, as their owner's act."""
    owner = owner_of(opened.known)
    done = sync_fragments(means.store, opened, lambda: means.pen(owner), lambda tx: means.view(tx, owner))
    changes = len(done.taken) + len(done.changed) + len(done.renamed) + len(done.forgotten)
    detail = f"{len(done.missing)} files are gone, their records were kept" if done.missing else ""
    return Yield("changed" if done else "unchanged", changes, len(done.written), detail)


def _by_hand(means: Means, job: str, known: WorkspaceFolder) -> str:
    return f"{job}:{known.seq}:by-hand:{means.new_id()}"

"""The nightly run on a folder: its day notes become MEMORY.md, and only a digest that was proved replaces the old one.

Before anything is replaced the new text is read again: it says what was distilled, it keeps the person's own part, and
what left the digest is named. The old text stays as `.bak`, the change as `.diff`. An empty or broken result changes
nothing and is a failure that is told. What a person typed past the gates (a key in a day note) is masked on the way.
Source: the layered workspace (003), 5; requirements W7 and W9; field case OP-02.
"""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from archivist.errors import Invalid
from archivist.stores.workspace.opened import OpenWorkspace
from archivist.upkeep.consolidation.item import Stage
from archivist.upkeep.consolidation.pipeline import Consolidated, Outcome, consolidate
from archivist.upkeep.consolidation.settings import ConsolidationSettings
from archivist.views.day_note import parse as parse_note
from archivist.views.digest import Digest, parse

BACKUP, CHANGE = ".bak", ".diff"
UNCHANGED, FAILED = "unchanged", "failed"
IDLE = frozenset({str(Outcome.NO_NOTES), str(Outcome.NOTHING_NOTED)})
"""Outcomes of a run that had nothing to do: one is quiet, several in a row are a warning."""


@dataclass(frozen=True, slots=True)
class NightRun:
    """What a run did. `wrote` is the digest's name, "" when the file is as it was; `reason` says why."""

    outcome: str
    stages: tuple[Stage, ...]
    wrote: str = ""
    reason: str = ""
    change: str = ""

    @property
    def came_in(self) -> int:
        """What the first stage got."""
        return self.stages[0].came_in if self.stages else 0

    @property
    def went_out(self) -> int:
        """Lines of the digest."""
        return self.stages[-1].went_out if self.outcome not in IDLE and self.stages else 0


Distil = Callable[[str], Consolidated]
"""The present MEMORY.md to the new one."""


def run_night(
    workspace: OpenWorkspace, today: date, rules: ConsolidationSettings, masked: Callable[[str], str]
) -> NightRun:
    """Consolidate the notes up to `today`, those that went to the archive early among them."""
    first = today - timedelta(days=rules.window_days - 1)
    there = {*workspace.days.online(), *workspace.days.archived()}
    days = sorted(day for day in there if first <= day <= today)
    notes = [parse_note(masked(workspace.days.read(day)), day) for day in days]
    return replace_digest(workspace, lambda current: consolidate(notes, today, rules, current))


def replace_digest(workspace: OpenWorkspace, distil: Distil) -> NightRun:
    """Put what `distil` makes of the digest in its place, once it is proved; the folder is locked meanwhile."""
    name = workspace.layout.digest
    with workspace.folder.lock():
        try:
            current = workspace.folder.read_or(name)
        except Invalid as exc:
            return NightRun(FAILED, (), reason=f"{name}: {exc.problem}; it was left as it is")
        made = distil(current)
        if made.outcome is not Outcome.DISTILLED:
            return NightRun(str(made.outcome), made.stages, reason=_IDLE_REASONS[made.outcome])
        if problem := fault_of(made, current):
            return NightRun(FAILED, made.stages, reason=f"{problem}; {name} was left as it is")
        if made.text == current:
            return NightRun(UNCHANGED, made.stages, reason=f"{name} says all of it already")
        change = _change(current, made.text, name)
        if current:
            workspace.folder.replace(name + BACKUP, current)
            if workspace.folder.read(name + BACKUP) != current:
                return NightRun(FAILED, made.stages, reason=f"the backup of {name} could not be read again")
        workspace.folder.replace(name + CHANGE, change)
        workspace.folder.replace(name, made.text)
    return NightRun(str(Outcome.DISTILLED), made.stages, name, change=change)


def fault_of(made: Consolidated, current: str) -> str:
    """What is wrong with a new digest; "" when it may replace the present one."""
    before, after = parse(current), parse(made.text)
    if made.digest is None or not made.text.strip():
        return "the new digest is empty"
    if _lines(after) != _lines(made.digest):
        return "the new digest does not read as what was distilled"
    if before.own.strip() and before.own not in after.own:
        return "the new digest lost a person's own part"
    return ""


def _lines(digest: Digest) -> tuple[int, ...]:
    return tuple(len(part) for part in (digest.projects, digest.highlights, digest.decisions, digest.todos))


_IDLE_REASONS = {
    Outcome.NO_NOTES: "no note lies in the window",
    Outcome.NOTHING_NOTED: "the notes say nothing that could be kept",
}


def _change(before: str, after: str, name: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name + BACKUP, name, lineterm="")
    return "\n".join(lines) + "\n"

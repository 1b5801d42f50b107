"""Upkeep at a person's word: what the nights do, at once, and how the workspace stands. No agent reaches it."""

from collections.abc import Callable
from datetime import date

from archivist.errors import NotPermitted
from archivist.records.event import DeadLetter
from archivist.records.principal import Principal, Role
from archivist.stores.workspace.opened import OpenWorkspace
from archivist.upkeep import folder_jobs
from archivist.upkeep.dispatch import discard, dispatch, replay
from archivist.upkeep.jobs import Done, run_due, run_now
from archivist.upkeep.means import Means
from archivist.upkeep.nightly import NightRun
from archivist.upkeep.status import WorkspaceStatus, status_of


class UpkeepByHand:
    """What one principal may have done."""

    def __init__(self, means: Means, principal: Principal, current: Callable[[], OpenWorkspace]) -> None:
        self._means = means
        self._principal = principal
        self._current = current

    def consolidate(self, as_of: date | None = None) -> NightRun:
        """Distil the week that ends with `as_of`, today by default. Raises: NotPermitted, NotFound."""
        self._demand_person("consolidate")
        day = as_of or self._means.today()
        return folder_jobs.consolidate_by_hand(self._means, self._current(), self._principal, day)

    def archive(self, keep_days: int | None = None) -> list[date]:
        """Move older notes to the archive; the days that were moved. Raises: NotPermitted, NotFound."""
        self._demand_person("archive notes")
        days = self._means.settings().workspace.archive_after_days if keep_days is None else keep_days
        return folder_jobs.archive_folder(self._means, self._current(), self._principal, days)

    def unarchive(self, day: date) -> None:
        """Bring the note of a day back. Raises: NotPermitted, NotFound."""
        self._demand_person("restore a note")
        folder_jobs.restore_note(self._means, self._current(), self._principal, day)

    def status(self) -> WorkspaceStatus:
        """How the workspace stands. Raises: NotFound when there is none."""
        return status_of(self._means, self._current())

    def run(self, job: str | None = None) -> list[Done]:
        """Do one job at once, or everything that is due; events are handed on first. Raises: NotPermitted, NotFound."""
        self._demand_person("run upkeep")
        self.dispatch()
        return run_due(self._means) if job is None else run_now(self._means, job)

    def dispatch(self) -> int:
        """Hand events on to who listens; how many there were."""
        return dispatch(self._means)

    def dead_letters(self) -> list[DeadLetter]:
        """Events that a consumer gave up on, oldest first. Raises: NotPermitted."""
        self._demand_administrator("see what was set aside")
        with self._means.store.reading() as tx:
            return tx.events.dead_letters()

    def replay(self, consumer: str, number: int) -> str:
        """Hand one of them on once more; what went wrong, or "". Raises: NotPermitted, NotFound."""
        self._demand_administrator("replay an event")
        return replay(self._means, consumer, number, self._principal)

    def discard(self, consumer: str, number: int) -> None:
        """Take one of them off the list. Raises: NotPermitted, NotFound."""
        self._demand_administrator("discard an event")
        discard(self._means, consumer, number, self._principal)

    def _demand_administrator(self, act: str) -> None:
        if not self._principal.is_person or not self._principal.has_role(Role.ADMINISTRATOR):
            raise NotPermitted(self._principal.name, act)

    def _demand_person(self, act: str) -> None:
        if not self._principal.is_person or not self._principal.has_role(Role.MEMBER):
            raise NotPermitted(self._principal.name, act)

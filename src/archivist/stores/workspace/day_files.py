"""The day notes as files: which file a moment belongs to, which are online, which lie in the archive.

A day is a local day of the user. Writer, reader, nightly run and archive all take the file's name from here.
Archiving and restoring move a file and lose nothing: where the other place holds a note of that day already, the two
texts are joined.
Source: the layered workspace (003), 3.5 and 5.3; requirements W6 and W8; field case CO-06.
"""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from archivist.clock import local_day
from archivist.errors import NotFound
from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.layers import WorkspaceLayout

_NAME = re.compile(r"(\d{4}-\d\d-\d\d)\.md", re.IGNORECASE)


class DayFiles:
    """The day notes of one workspace, for someone who lives in `zone`."""

    def __init__(self, folder: Folder, layout: WorkspaceLayout, zone: ZoneInfo) -> None:
        self._folder, self._layout, self._zone = folder, layout, zone

    def day_of(self, instant: datetime) -> date:
        """The day whose note `instant` belongs to."""
        return local_day(instant, self._zone)

    def name_of(self, day: date) -> str:
        """The file of a day that is online, relative to the workspace."""
        return f"{self._layout.days}/{day.isoformat()}.md"

    def archived_name_of(self, day: date) -> str:
        """The file of a day in the archive."""
        return f"{self._layout.archive}/{day.isoformat()}.md"

    def online(self) -> list[date]:
        """The days that have a note, oldest first; the archive is left out."""
        return self._days_in(self._layout.days)

    def archived(self) -> list[date]:
        """The days in the archive, oldest first."""
        return self._days_in(self._layout.archive)

    def read(self, day: date) -> str:
        """The note of a day, from the archive when it is there; "" when nothing was noted."""
        name = self.name_of(day)
        if self._folder.exists(name):
            return self._folder.read(name)
        return self._folder.read_or(self.archived_name_of(day))

    def edit(self, day: date, change: Callable[[str], str]) -> str:
        """Change the note of a day under the lock of the workspace; an archived day is brought back first."""
        if not self._folder.exists(self.name_of(day)) and self._folder.exists(self.archived_name_of(day)):
            self.restore(day)
        return self._folder.edit(self.name_of(day), change)

    def archive(self, today: date, keep_days: int = 7) -> list[date]:
        """Move every note that is more than `keep_days` local days old; the days that were moved, oldest first."""
        last_kept = today - timedelta(days=keep_days)
        old = [day for day in self.online() if day < last_kept]
        for day in old:
            self._folder.move(self.name_of(day), self.archived_name_of(day))
        return old

    def restore(self, day: date) -> None:
        """Bring a note back from the archive. Raises: NotFound."""
        if not self._folder.exists(self.archived_name_of(day)):
            raise NotFound("archived note", day.isoformat())
        self._folder.move(self.archived_name_of(day), self.name_of(day))

    def _days_in(self, under: str) -> list[date]:
        files = self._folder.list(under, (".md",)).files
        return sorted(day for file in files if (day := _day_named(file.name)))


def _day_named(name: str) -> date | None:
    found = _NAME.fullmatch(name)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None

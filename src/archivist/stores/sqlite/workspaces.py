"""Tables `workspace_folder`, `workspace_brief`, `shelf_entry`, `profile_change`, `job_run`: `stores.workspace_port`."""

from dataclasses import asdict
from datetime import datetime
from typing import Final

import msgspec

from archivist.stores.sqlite.codec import from_ms, json_text, maybe_instant, to_ms
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries
from archivist.stores.workspace.layers import WorkspaceLayout
from archivist.stores.workspace_port import JobRun, KeptBrief, ProfileChange, ShelfEntry, WorkspaceFolder

_layout: Final = msgspec.json.Decoder(WorkspaceLayout)


def folder_from_row(row: Row) -> WorkspaceFolder:
    """The one place that knows the columns of `workspace_folder`."""
    seq, owner, project, path, fragments, layout, adopted_at, scanned_at = row
    return WorkspaceFolder(
        seq, owner, project, path, fragments, _layout.decode(layout), from_ms(adopted_at), maybe_instant(scanned_at)
    )


class WorkspaceTable:
    """Implements `Workspaces`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sql = queries("workspace")

    def put(
        self, owner: str, project: str, path: str, fragments: str, layout: WorkspaceLayout, at: datetime
    ) -> WorkspaceFolder:
        self._connection.execute(
            self._sql["put"],
            {
                "owner": owner,
                "project": project,
                "path": path,
                "fragments": fragments,
                "layout": json_text(layout),
                "at": to_ms(at),
            },
        )
        found = self.of(owner, project)
        assert found is not None, "it was written just now"
        return found

    def of(self, owner: str, project: str = "") -> WorkspaceFolder | None:
        row = self._connection.execute(self._sql["of"], {"owner": owner, "project": project}).fetchone()
        return None if row is None else folder_from_row(row)

    def all(self) -> list[WorkspaceFolder]:
        return [folder_from_row(row) for row in self._connection.execute(self._sql["all"])]

    def scanned(self, folder: int, at: datetime) -> None:
        self._connection.execute(self._sql["scanned"], {"folder": folder, "at": to_ms(at)})

    def entries(self, folder: int) -> list[ShelfEntry]:
        return [ShelfEntry(*row) for row in self._connection.execute(self._sql["entries"], {"folder": folder})]

    def put_entry(self, folder: int, entry: ShelfEntry) -> None:
        self._connection.execute(self._sql["put_entry"], {"folder": folder, **asdict(entry)})

    def drop_entry(self, folder: int, name: str) -> None:
        self._connection.execute(self._sql["drop_entry"], {"folder": folder, "name": name})

    def drop_entries(self, folder: int) -> None:
        self._connection.execute(self._sql["drop_entries"], {"folder": folder})

    def moved_on(self, folder: int) -> list[ShelfEntry]:
        return [ShelfEntry(*row) for row in self._connection.execute(self._sql["moved_on"], {"folder": folder})]

    def brief(self, folder: int) -> KeptBrief | None:
        row = self._connection.execute(self._sql["brief"], {"folder": folder}).fetchone()
        return None if row is None else KeptBrief(*row)

    def keep_brief(self, folder: int, brief: KeptBrief) -> None:
        self._connection.execute(self._sql["keep_brief"], {"folder": folder, **asdict(brief)})

    def drop_briefs(self) -> None:
        self._connection.execute(self._sql["drop_briefs"])

    def add_profile_change(self, folder: int, change: ProfileChange) -> None:
        self._connection.execute(
            self._sql["add_profile_change"],
            {
                "folder": folder,
                "field": change.field,
                "old": change.old,
                "new": change.new,
                "memory": change.memory,
                "at": to_ms(change.at),
            },
        )

    def profile_changes(self, folder: int) -> list[ProfileChange]:
        rows = self._connection.execute(self._sql["profile_changes"], {"folder": folder})
        return [ProfileChange(field, old, new, memory, from_ms(at)) for field, old, new, memory, at in rows]

    def blank_profile_changes(self, memory: str) -> None:
        self._connection.execute(self._sql["blank_profile_changes"], {"memory": memory})


class JobRunTable:
    """Implements `JobRuns`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sql = queries("job_run")

    def claim(self, key: str, job: str, folder: int | None, now: datetime, until: datetime) -> int | None:
        row = self._connection.execute(
            self._sql["claim"], {"key": key, "job": job, "folder": folder, "now": to_ms(now), "until": to_ms(until)}
        ).fetchone()
        return None if row is None else int(row[0])

    def finish(self, run: int, at: datetime, outcome: str, came_in: int, went_out: int, detail: str) -> None:
        self._connection.execute(
            self._sql["finish"],
            {
                "seq": run,
                "at": to_ms(at),
                "outcome": outcome,
                "came_in": came_in,
                "went_out": went_out,
                "detail": detail,
            },
        )

    def latest(self, job: str, folder: int | None, limit: int) -> list[JobRun]:
        rows = self._connection.execute(self._sql["latest"], {"job": job, "folder": folder, "limit": limit})
        return [
            JobRun(name, key, from_ms(started), maybe_instant(finished), outcome, came_in, went_out, detail)
            for name, key, started, finished, outcome, came_in, went_out, detail in rows
        ]

    def last_done(self, job: str, folder: int | None) -> datetime | None:
        row = self._connection.execute(self._sql["last_done"], {"job": job, "folder": folder}).fetchone()
        return maybe_instant(row[0]) if row else None

    def prune(self, before: datetime) -> int:
        return len(self._connection.execute(self._sql["prune"], {"before": to_ms(before)}).fetchall())

"""Tables `project`, `project_member` and `project_focus`."""

from datetime import datetime

from archivist.records.project import Membership, Project
from archivist.stores.sqlite.codec import from_ms, to_ms
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries


def project_from_row(row: Row) -> Project:
    """The one place that knows the columns of a project query."""
    id, title, created_at, created_by = row
    return Project(id, title, from_ms(created_at), created_by)


class ProjectTable:
    """Projects and their members, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names) -> None:
        self._connection = connection
        self._names = names
        self._sql = queries("project")

    def add(self, project: Project) -> bool:
        bindings = {
            "id": project.id,
            "title": project.title,
            "at": to_ms(project.created_at),
            "by": self._names.actor(self._connection, project.created_by),
        }
        return self._connection.execute(self._sql["add"], bindings).fetchone() is not None

    def get(self, id: str) -> Project | None:
        row = self._connection.execute(self._sql["get"], {"id": id}).fetchone()
        return None if row is None else project_from_row(row)

    def of(self, user: str) -> list[Project]:
        return [project_from_row(row) for row in self._connection.execute(self._sql["of_user"], {"user": user})]

    def members(self, id: str) -> list[Membership]:
        rows = self._connection.execute(self._sql["members"], {"id": id})
        return [Membership(user, from_ms(added_at), added_by) for user, added_at, added_by in rows]

    def add_member(self, id: str, user: str, by: str, at: datetime) -> bool:
        bindings = {"id": id, "user": user, "by": self._names.actor(self._connection, by), "at": to_ms(at)}
        return self._connection.execute(self._sql["add_member"], bindings).fetchone() is not None

    def remove_member(self, id: str, user: str) -> bool:
        self._connection.execute(self._sql["clear_focus"], {"user": user, "id": id})
        return self._connection.execute(self._sql["remove_member"], {"id": id, "user": user}).fetchone() is not None

    def focus(self, user: str) -> str | None:
        row = self._connection.execute(self._sql["focus"], {"user": user}).fetchone()
        return None if row is None else str(row[0])

    def set_focus(self, user: str, id: str | None) -> None:
        self._connection.execute(self._sql["clear_focus" if id is None else "set_focus"], {"user": user, "id": id})

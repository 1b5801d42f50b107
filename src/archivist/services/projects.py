"""Projects as a door may ask for them: create, list, members, focus. Only members see what a project holds.

Naming a project that does not exist yet makes it, with whoever named it as its first member; one that exists is closed
to everybody else until a member, or an administrator, lets them in. Source: requirements L1, L3, Q7, P1.
"""

from collections.abc import Sequence

from archivist.errors import AlreadyExists, NotFound, NotPermitted
from archivist.policy.names import clean_party, without_secret
from archivist.records.principal import Principal, Role
from archivist.records.project import Membership, Project
from archivist.records.scope import project as project_scope
from archivist.services.resources import Resources
from archivist.stores.base import Transaction
from archivist.write.commit import Pen, record
from archivist.write.library import note


class ProjectService:
    """The projects of one principal's user."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def create(self, id: str, title: str = "") -> Project:
        """A new project with its empty Project Knowledge; its maker is its first member.

        Raises:
            AlreadyExists: there is one of that id.
            NotPermitted: an agent asked.
        """
        self._demand_person("create a project")
        with self._resources.store.transaction() as tx:
            made = found_project(
                tx,
                clean_party("project", id),
                without_secret("title", title.strip()),
                self._resources.pen(self._principal),
            )
            if made is None:
                raise AlreadyExists("project", id, id)
            return made

    def list(self) -> list[Project]:
        """The projects the user belongs to, by id."""
        with self._resources.store.reading() as tx:
            return tx.projects.of(self._principal.user)

    def members(self, id: str) -> Sequence[Membership]:
        """Who belongs to a project.

        Raises:
            NotFound: there is none that this user belongs to.
        """
        with self._resources.store.reading() as tx:
            members = tx.projects.members(id)
            if not self._may_see(members):
                raise NotFound("project", id, hint="see yours: archivist project list")
            return members

    def add_member(self, id: str, user: str) -> bool:
        """Let a user in; False when they belonged to it already. An act of a member, or of an administrator.

        Raises:
            NotFound: there is none that this person may see.
            NotPermitted: an agent asked.
        """
        self._demand_person("change who belongs to a project")
        name = clean_party("user", user)
        with self._resources.store.transaction() as tx:
            self._demand_member(tx, id)
            pen = self._resources.pen(self._principal)
            added = tx.projects.add_member(id, name, self._principal.name, pen.now)
            if added:
                _note_member(tx, id, name, "added", pen)
            return added

    def remove_member(self, id: str, user: str) -> bool:
        """Take a user out; False when they did not belong to it. What they wrote there stays.

        Raises:
            NotFound, NotPermitted: as for `add_member`.
        """
        self._demand_person("change who belongs to a project")
        with self._resources.store.transaction() as tx:
            self._demand_member(tx, id)
            removed = tx.projects.remove_member(id, user)
            if removed:
                _note_member(tx, id, user, "removed", self._resources.pen(self._principal))
            return removed

    def focus(self) -> str | None:
        """The project the user works in when a command names none."""
        with self._resources.store.reading() as tx:
            return tx.projects.focus(self._principal.user)

    def set_focus(self, id: str | None) -> None:
        """Put a project in focus, or none.

        Raises:
            NotFound: the user does not belong to it.
        """
        with self._resources.store.transaction() as tx:
            if id is not None and id not in {one.id for one in tx.projects.of(self._principal.user)}:
                raise NotFound("project", id, hint="make it: archivist project create ID")
            tx.projects.set_focus(self._principal.user, id)

    def _may_see(self, members: Sequence[Membership]) -> bool:
        return bool(members) and (
            any(member.user == self._principal.user for member in members)
            or (self._principal.is_person and self._principal.has_role(Role.ADMINISTRATOR))
        )

    def _demand_member(self, tx: Transaction, id: str) -> None:
        if tx.projects.get(id) is None or not self._may_see(tx.projects.members(id)):
            raise NotFound("project", id, hint="see yours: archivist project list")

    def _demand_person(self, act: str) -> None:
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, act)


def found_project(tx: Transaction, id: str, title: str, pen: Pen) -> Project | None:
    """Make a project with its template and its first member; None when there is one of that id."""
    made = Project(id, title or id, pen.now, pen.principal.name)
    if not tx.projects.add(made):
        return None
    tx.projects.add_member(id, pen.principal.user, pen.principal.name, pen.now)
    scope = project_scope(id)
    record(tx, pen, "create", "done", f"project:{id}", scope=scope, detail=f"by {pen.principal.user}")
    note(tx, scope, pen, "create", "the empty template")
    return made


def _note_member(tx: Transaction, id: str, user: str, outcome: str, pen: Pen) -> None:
    record(tx, pen, "member", outcome, f"project:{id}", scope=project_scope(id), detail=user)

"""Which library documents a principal may read, and which they may change: a user's own, and their projects'.

Source: requirements L1, P1.
"""

from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.policy.access import Act, Right, right
from archivist.policy.names import typed_scope
from archivist.read.visibility import visible
from archivist.records.principal import Principal
from archivist.records.scope import Scope, ScopeKind, project, user


def readable(principal: Principal, scope: Scope | str | None) -> Scope:
    """The scope of a document: `user` (the default), `project` (the one in focus), `project:ID`, or a scope itself.

    Raises:
        NotFound: it is a project this principal does not belong to, or another user.
        Invalid: no project is in focus, or such a scope has no library.
    """
    place = _named(principal, scope)
    if place.kind not in {ScopeKind.USER, ScopeKind.PROJECT}:
        raise Invalid("scope", f"{place} has no library; there is User Knowledge and Project Knowledge")
    if not visible(principal, [place]):
        raise NotFound(str(place.kind), place.id, hint="see your projects: archivist project list")
    return place


def changeable(principal: Principal, scope: Scope | str | None) -> Scope:
    """The same for a document that this principal, in person, may change.

    Raises:
        NotPermitted: an agent asked, or the person may not write there.
    """
    place = readable(principal, scope)
    allowed = all(right(principal, act, place) is Right.ALLOW for act in (Act.WRITE, Act.DELETE))
    if not (principal.is_person and allowed):
        raise NotPermitted(principal.name, f"change the library of {place}")
    return place


def with_focus(principal: Principal) -> list[Scope]:
    """User Knowledge, and that of the project in focus."""
    focus = principal.project
    return [user(principal.user), *([project(focus)] if focus and focus in principal.projects else [])]


def _named(principal: Principal, scope: Scope | str | None) -> Scope:
    if scope is None or scope == "user":
        return user(principal.user)
    if scope == "project":
        if principal.project is None:
            raise Invalid("project", "none is in focus; name one", hint="--project P, or archivist project focus P")
        return project(principal.project)
    return typed_scope(scope)

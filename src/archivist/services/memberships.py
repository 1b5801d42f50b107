"""Which projects a principal belongs to: asked once for every session, so it imports little.

Naming a project that nobody has made yet makes it, with whoever named it as its member. Source: requirement P1.
"""

from archivist.errors import NotPermitted
from archivist.records.principal import Principal
from archivist.services.resources import Resources


def memberships(resources: Resources, principal: Principal) -> frozenset[str]:
    """The projects a principal belongs to; the one in focus is made where nobody has made it yet.

    Raises:
        NotPermitted: the project in focus is others'.
    """
    focus = principal.project
    with resources.store.reading() as tx:
        known = frozenset(one.id for one in tx.projects.of(principal.user))
    if focus is None or focus in known:
        return known
    from archivist.services.projects import found_project

    with resources.store.transaction() as tx:
        made = found_project(tx, focus, "", resources.pen(principal))
    if made is None:
        raise NotPermitted(
            principal.name,
            f"act in project {focus!r}",
            hint=f"a member can let you in: archivist project add-member {focus} {principal.user}",
        )
    return known | {focus}

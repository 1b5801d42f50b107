"""The visible set: which scopes a question may look into. Computed first, and part of the query itself."""

from collections.abc import Sequence

from archivist.policy.access import readable_scopes
from archivist.records.principal import Principal
from archivist.records.scope import Scope


def visible(principal: Principal, asked: Sequence[Scope] = ()) -> list[Scope]:
    """The scopes this principal may read, narrowed to those asked for.

    What may not be seen is left out without a word: the answer is the same as for a scope that holds nothing.
    """
    readable = readable_scopes(principal)
    if not asked:
        return list(readable)
    wanted = {scope.held_by(principal.user) for scope in asked}
    return [scope for scope in readable if scope in wanted]

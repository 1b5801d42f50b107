"""Who may do what with documents. Reading follows the scope; writing is a person's, agents propose.

Source: requirements K3, K4, K11, P1: system documents are published by an administrator, personal ones by their owner.
"""

from archivist.errors import NotPermitted
from archivist.policy.access import Act, Right, readable_scopes, right
from archivist.records.principal import Principal
from archivist.records.scope import Scope, ScopeKind

HOLDERS = frozenset({ScopeKind.USER, ScopeKind.PROJECT, ScopeKind.WORKSPACE, ScopeKind.SYSTEM})
"""Kinds of scope that documents can belong to."""


def document_scopes(principal: Principal) -> list[Scope]:
    """The scopes whose documents this principal may see, the narrowest first."""
    return sorted(
        (scope for scope in readable_scopes(principal) if scope.kind in HOLDERS),
        key=lambda scope: list(ScopeKind).index(scope.kind),
    )


def reviews(principal: Principal, scope: Scope) -> bool:
    """Whether this principal publishes documents of that scope, and so sees those that wait."""
    return principal.is_person and right(principal, Act.DECIDE, scope) is Right.ALLOW


def require_import(principal: Principal, scope: Scope) -> None:
    """Raises `NotPermitted` unless this principal may add documents to that scope; they wait there for a reviewer."""
    if scope.kind not in HOLDERS:
        raise NotPermitted(
            principal.name, f"keep documents in {scope}", hint="use user:, project:, workspace: or system"
        )
    if not principal.is_person:
        raise NotPermitted(principal.name, "import documents", hint="propose the source; a person decides")
    if right(principal, Act.WRITE, scope) is Right.DENY:
        raise NotPermitted(principal.name, f"import documents into {scope}")


def require_review(principal: Principal, scope: Scope, act: str) -> None:
    """Raises `NotPermitted` unless this principal decides about documents of that scope."""
    if not reviews(principal, scope):
        who = "an administrator" if scope.kind is ScopeKind.SYSTEM else "its owner or a reviewer"
        raise NotPermitted(principal.name, act, hint=f"{who} can")

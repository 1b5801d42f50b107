"""Who may do what, where: the access matrix as a table a person can read, and the questions that ask it.

Source: requirement P1 and the access matrix of source 004, section 10.1. Deleting is always soft; every act is audited.
`Right.PROPOSE` means the act enters the queue and waits for a person.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from archivist.records.principal import Principal, Role
from archivist.records.scope import SYSTEM, Scope, ScopeKind, agent, project, task, user, workspace


class Act(StrEnum):
    """What somebody wants to do with memory."""

    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    DECIDE = "decide"  # apply or dismiss what waits
    CLEAR = "clear"  # everything at once
    ERASE = "erase"


class Right(StrEnum):
    """What the matrix answers."""

    ALLOW = "allow"
    PROPOSE = "propose"
    DENY = "deny"


class Actor(StrEnum):
    """What kind of principal acts, in the columns of the matrix."""

    READER = "reader"
    PERSON = "person"
    REVIEWER = "reviewer"
    ADMINISTRATOR = "administrator"
    AGENT = "agent"
    UPKEEP = "upkeep"


class Holding(StrEnum):
    """What is acted on, in the rows of the matrix."""

    OWN_AGENT = "own agent memory"
    OTHER_AGENT = "another agent's memory"
    OWN_USER = "own user memory"
    OTHER_USER = "another user's memory"
    PROJECT = "memory of a project of one's own"
    OTHER_PROJECT = "memory of another project"
    WORKSPACE = "memory of one's workspace"
    OTHER_WORKSPACE = "memory of another workspace"
    SYSTEM = "system memory"
    OWN_TASK = "memory of the current task"
    OTHER_TASK = "memory of another task"


A, P, D = Right.ALLOW, Right.PROPOSE, Right.DENY
_ROW = tuple[Right, Right, Right, Right, Right, Right]

# Columns: read, write, delete, decide, clear, erase.
MATRIX: Final[dict[Actor, dict[Holding, _ROW]]] = {
    Actor.READER: {
        Holding.OWN_AGENT: (A, D, D, D, D, D),
        Holding.OTHER_AGENT: (D, D, D, D, D, D),
        Holding.OWN_USER: (A, D, D, D, D, D),
        Holding.OTHER_USER: (D, D, D, D, D, D),
        Holding.PROJECT: (A, D, D, D, D, D),
        Holding.OTHER_PROJECT: (D, D, D, D, D, D),
        Holding.WORKSPACE: (A, D, D, D, D, D),
        Holding.OTHER_WORKSPACE: (D, D, D, D, D, D),
        Holding.SYSTEM: (A, D, D, D, D, D),
        Holding.OWN_TASK: (A, D, D, D, D, D),
        Holding.OTHER_TASK: (D, D, D, D, D, D),
    },
    Actor.PERSON: {
        Holding.OWN_AGENT: (A, A, A, A, A, A),
        Holding.OTHER_AGENT: (D, D, D, D, D, D),
        Holding.OWN_USER: (A, A, A, A, A, A),
        Holding.OTHER_USER: (D, D, D, D, D, D),
        Holding.PROJECT: (A, A, A, A, A, A),
        Holding.OTHER_PROJECT: (D, D, D, D, D, D),
        Holding.WORKSPACE: (A, P, P, D, D, D),
        Holding.OTHER_WORKSPACE: (D, D, D, D, D, D),
        Holding.SYSTEM: (A, P, P, D, D, D),
        Holding.OWN_TASK: (A, A, A, A, A, A),
        Holding.OTHER_TASK: (D, D, D, D, D, D),
    },
    Actor.REVIEWER: {
        Holding.OWN_AGENT: (A, A, A, A, A, A),
        Holding.OTHER_AGENT: (D, D, D, D, D, D),
        Holding.OWN_USER: (A, A, A, A, A, A),
        Holding.OTHER_USER: (D, D, D, D, D, D),
        Holding.PROJECT: (A, A, A, A, A, A),
        Holding.OTHER_PROJECT: (D, D, D, D, D, D),
        Holding.WORKSPACE: (A, A, A, A, D, A),
        Holding.OTHER_WORKSPACE: (D, D, D, D, D, D),
        Holding.SYSTEM: (A, P, P, D, D, D),
        Holding.OWN_TASK: (A, A, A, A, A, A),
        Holding.OTHER_TASK: (D, D, D, D, D, D),
    },
    Actor.ADMINISTRATOR: {
        Holding.OWN_AGENT: (A, A, A, A, A, A),
        Holding.OTHER_AGENT: (A, D, A, A, A, A),
        Holding.OWN_USER: (A, A, A, A, A, A),
        Holding.OTHER_USER: (D, D, D, D, D, D),
        Holding.PROJECT: (A, A, A, A, A, A),
        Holding.OTHER_PROJECT: (A, A, A, A, A, A),
        Holding.WORKSPACE: (A, A, A, A, A, A),
        Holding.OTHER_WORKSPACE: (A, A, A, A, A, A),
        Holding.SYSTEM: (A, A, A, A, A, A),
        Holding.OWN_TASK: (A, A, A, A, A, A),
        Holding.OTHER_TASK: (D, D, D, D, D, D),
    },
    Actor.AGENT: {
        Holding.OWN_AGENT: (A, A, A, D, D, D),
        Holding.OTHER_AGENT: (D, D, D, D, D, D),
        Holding.OWN_USER: (A, A, A, D, D, D),
        Holding.OTHER_USER: (D, D, D, D, D, D),
        Holding.PROJECT: (A, P, P, D, D, D),
        Holding.OTHER_PROJECT: (D, D, D, D, D, D),
        Holding.WORKSPACE: (A, P, P, D, D, D),
        Holding.OTHER_WORKSPACE: (D, D, D, D, D, D),
        Holding.SYSTEM: (A, P, P, D, D, D),
        Holding.OWN_TASK: (A, A, A, D, D, D),
        Holding.OTHER_TASK: (D, D, D, D, D, D),
    },
    Actor.UPKEEP: {
        Holding.OWN_AGENT: (A, A, D, D, D, D),
        Holding.OTHER_AGENT: (D, D, D, D, D, D),
        Holding.OWN_USER: (A, A, P, D, D, D),
        Holding.OTHER_USER: (D, D, D, D, D, D),
        Holding.PROJECT: (A, P, P, D, D, D),
        Holding.OTHER_PROJECT: (D, D, D, D, D, D),
        Holding.WORKSPACE: (A, P, P, D, D, D),
        Holding.OTHER_WORKSPACE: (D, D, D, D, D, D),
        Holding.SYSTEM: (A, P, P, D, D, D),
        Holding.OWN_TASK: (A, A, D, D, D, D),
        Holding.OTHER_TASK: (D, D, D, D, D, D),
    },
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One line of the matrix, for people."""

    actor: Actor
    holding: Holding
    rights: dict[Act, Right]


def right(principal: Principal, act: Act, scope: Scope) -> Right:
    """What the matrix says of this principal, act and scope."""
    return MATRIX[actor_of(principal)][holding_of(principal, scope)][list(Act).index(act)]


def actor_of(principal: Principal) -> Actor:
    """The column of the matrix."""
    if principal.upkeep is not None:
        return Actor.UPKEEP
    if not principal.has_role(Role.MEMBER):
        return Actor.READER
    if principal.agent is not None:
        return Actor.AGENT
    if principal.has_role(Role.ADMINISTRATOR):
        return Actor.ADMINISTRATOR
    return Actor.REVIEWER if principal.has_role(Role.REVIEWER) else Actor.PERSON


def holding_of(principal: Principal, scope: Scope) -> Holding:
    """The row of the matrix: `scope` as this principal stands to it, ids compared whole."""
    match scope.kind:
        case ScopeKind.AGENT:
            # A person owns every agent that works for them; an agent owns only itself.
            own = scope.holder == principal.user and principal.agent in (None, scope.id)
            return Holding.OWN_AGENT if own else Holding.OTHER_AGENT
        case ScopeKind.USER:
            return Holding.OWN_USER if scope.id == principal.user else Holding.OTHER_USER
        case ScopeKind.PROJECT:
            return Holding.PROJECT if scope.id in principal.projects else Holding.OTHER_PROJECT
        case ScopeKind.WORKSPACE:
            return Holding.WORKSPACE if scope.id == principal.workspace else Holding.OTHER_WORKSPACE
        case ScopeKind.SYSTEM:
            return Holding.SYSTEM
        case ScopeKind.TASK:
            own = scope.holder == principal.user and (principal.is_person or scope.id == principal.task)
            return Holding.OWN_TASK if own else Holding.OTHER_TASK


def readable_scopes(principal: Principal) -> tuple[Scope, ...]:
    """Every scope whose records may be fetched for this principal; nothing else ever enters a query."""
    scopes = [user(principal.user), SYSTEM]
    scopes += [project(id) for id in sorted(principal.projects)]
    if principal.workspace is not None:
        scopes.append(workspace(principal.workspace))
    if principal.agent is not None:
        scopes.append(agent(principal.agent, principal.user))
    if principal.task is not None:
        scopes.append(task(principal.task, principal.user))
    return tuple(scopes)


def reviewed_scopes(principal: Principal) -> tuple[Scope, ...]:
    """The shared scopes for which this principal decides what anybody's agents propose."""
    shared = [SYSTEM] + ([workspace(principal.workspace)] if principal.workspace is not None else [])
    return tuple(scope for scope in shared if right(principal, Act.DECIDE, scope) is Right.ALLOW)


def cells() -> list[Cell]:
    """The whole matrix, line by line, for `archivist config policy`."""
    return [
        Cell(actor, holding, dict(zip(Act, row, strict=True)))
        for actor, rows in MATRIX.items()
        for holding, row in rows.items()
    ]

"""The access matrix, cell by cell, through the services: reading, deleting, deciding, clearing, erasing."""

from dataclasses import replace

import pytest

from archivist.app import Archivist, Session
from archivist.errors import ArchivistError
from archivist.policy.access import Act, Actor, Holding, Right, cells, readable_scopes, right
from archivist.records.memory import Kind, Memory, MemoryType, Status
from archivist.records.scope import Scope
from tests.policy.principals import HOLDINGS, PRINCIPALS

CELLS = [(cell.actor, cell.holding, act, cell.rights[act]) for cell in cells() for act in Act if act is not Act.WRITE]


def planted(app: Archivist, scope: Scope) -> Memory:
    """A record that stands in that scope, whoever may write there."""
    now = app.resources.clock()
    record = Memory("m1", scope, "note", "The office is in Hangzhou", MemoryType.USER, Kind.INFO, now, now, now,
                    created_by="user:somebody")  # fmt: skip
    with app.store.transaction() as tx:
        tx.memories.insert(record)
    return record


def does(session: Session, act: Act, scope: Scope) -> bool:
    """Whether the act works out for this session on what stands in that scope."""
    try:
        match act:
            case Act.READ:
                return bool(session.memory.list(scopes=[scope]).items)
            case Act.DELETE:
                return session.memory.forget("m1").status is Status.FORGOTTEN
            case Act.ERASE:
                return session.memory.erase("m1").status is Status.ERASED
            case Act.CLEAR:
                return session.memory.clear(scope) == 1
            case _:
                return right(session.principal, act, scope) is Right.ALLOW
    except ArchivistError:
        return False


@pytest.mark.parametrize(("actor", "holding", "act", "expected"), CELLS)
def test_each_cell_holds_through_the_service(
    app: Archivist, actor: Actor, holding: object, act: Act, expected: Right
) -> None:
    who, scope = PRINCIPALS[actor], HOLDINGS[holding]
    planted(app, scope)
    done = does(Session(app.resources, who), act, scope)
    if expected is not Right.ALLOW:
        assert not done, "what is not allowed is never done"
    elif scope in readable_scopes(who):
        assert done, "what is allowed and can be seen is done"


def test_no_agent_and_no_job_decides_clears_or_erases_anywhere() -> None:
    for cell in cells():
        if cell.actor in {Actor.AGENT, Actor.UPKEEP}:
            assert {cell.rights[act] for act in (Act.DECIDE, Act.CLEAR, Act.ERASE)} == {Right.DENY}


@pytest.mark.parametrize("actor", list(Actor))
def test_nobody_reaches_another_users_memory_in_any_way(actor: Actor) -> None:
    other = replace(PRINCIPALS[actor], user="carol")
    assert {right(other, act, HOLDINGS[Holding.OWN_USER]) for act in Act} == {Right.DENY}

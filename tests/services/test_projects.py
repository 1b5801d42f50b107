"""Projects: whoever names one first makes it, and only its members see what it holds."""

import pytest

from archivist.app import Archivist, Session
from archivist.errors import AlreadyExists, NotFound, NotPermitted
from archivist.records.principal import Role


def test_acting_in_a_project_nobody_made_makes_it_with_its_template(app: Archivist) -> None:
    alice = app.acting_as("alice", project="atlas")
    assert [member.user for member in alice.projects.members("atlas")] == ["alice"]
    assert alice.library.show("project").exists
    assert app.acting_as("alice").principal.projects == {"atlas"}


def test_nobody_acts_in_a_project_of_others_until_a_member_lets_them_in(app: Archivist, alice: Session) -> None:
    alice.memory.remember("Atlas 用 PostgreSQL", scope="project:atlas")
    with pytest.raises(NotPermitted, match="act in project 'atlas'"):
        app.acting_as("bob", project="atlas")
    assert not app.acting_as("bob", projects=["atlas"]).memory.recall("PostgreSQL").hits
    assert alice.projects.add_member("atlas", "bob")
    assert not alice.projects.add_member("atlas", "bob")
    assert app.acting_as("bob").memory.recall("PostgreSQL").hits
    assert alice.projects.remove_member("atlas", "bob")
    assert not app.acting_as("bob").memory.recall("PostgreSQL").hits


def test_a_session_can_be_narrowed_and_never_widened(app: Archivist) -> None:
    for name in ("atlas", "zeus"):
        app.acting_as("alice", project=name)
    assert app.acting_as("alice").principal.projects == {"atlas", "zeus"}
    assert app.acting_as("alice", projects=["zeus", "no-such"]).principal.projects == {"zeus"}


def test_ids_are_compared_whole(app: Archivist, alice: Session) -> None:
    for name in ("atla", "atlas2", "Atlas", "a%"):
        assert app.acting_as("bob", project=name).principal.projects >= {name}
    with pytest.raises(NotPermitted):
        app.acting_as("bob", project="atlas")


def test_creating_is_a_persons_act_and_once(app: Archivist, alice: Session) -> None:
    assert alice.projects.create("报表", "报表项目").title == "报表项目"
    with pytest.raises(AlreadyExists):
        app.acting_as("bob").projects.create("报表")
    agent = app.acting_as("alice", agent="planner")
    for act in (lambda: agent.projects.create("x"), lambda: agent.projects.add_member("atlas", "eve")):
        with pytest.raises(NotPermitted):
            act()


def test_who_belongs_to_a_project_is_told_to_members_and_administrators_only(app: Archivist, alice: Session) -> None:
    stranger = app.acting_as("bob", role=Role.MEMBER)
    for act in (stranger.projects.members, lambda id: stranger.projects.add_member(id, "bob")):
        with pytest.raises(NotFound):
            act("atlas")
    assert app.acting_as("root", role=Role.ADMINISTRATOR).projects.add_member("atlas", "bob")


def test_focus_is_kept_for_members_only_and_ends_with_membership(app: Archivist, alice: Session) -> None:
    alice.projects.set_focus("atlas")
    assert app.focus_of("alice") == "atlas"
    with pytest.raises(NotFound):
        app.acting_as("bob").projects.set_focus("atlas")
    alice.projects.remove_member("atlas", "alice")
    assert app.focus_of("alice") is None

"""Nobody sees what is not theirs, on any path: the cases IS of the field, as tests."""

import pytest

from archivist.app import Archivist
from archivist.errors import Invalid, NotFound


def test_two_users_agents_of_one_name_are_two_agents(app: Archivist) -> None:
    for user in ("alice", "bob"):
        app.acting_as(user, agent="planner").memory.remember(
            f"{user} likes short plans", name="plans", scope="agent:planner"
        )
    for user in ("alice", "bob"):
        planner = app.acting_as(user, agent="planner")
        assert planner.memory.show("plans", scope="agent:planner").text == f"{user} likes short plans"
        assert [hit.memory.text for hit in planner.memory.recall("short plans").hits] == [f"{user} likes short plans"]


def test_ids_are_compared_whole_and_never_as_prefix_or_path(app: Archivist) -> None:
    told = {
        ("1", "甲"): "甲", ("10", "乙"): "乙", ("1.0", "丙"): "丙", ("a", "b:c"): "丁", ("a:b", "c"): "戊",
        ("a/b", "c"): "己", ("a", "b/c"): "庚",
    }  # fmt: skip
    for (user, name), text in told.items():
        app.acting_as(user).memory.remember(text, name=name)
    for (user, name), text in told.items():
        session = app.acting_as(user)
        assert session.memory.show(name).text == text
        assert {one.text for one in session.memory.list().items} == {
            other for (owner, _), other in told.items() if owner == user
        }
    assert app.acting_as("1").memory.clear("user:1") == 1
    assert [one.text for one in app.acting_as("10").memory.list().items] == ["乙"]


def test_a_look_alike_of_another_script_is_another_user(app: Archivist) -> None:
    app.acting_as("admin").memory.remember("三", name="k")
    with pytest.raises(NotFound):
        app.acting_as("\u0430dmin").memory.show("k")


@pytest.mark.parametrize("key", ["", ".", "..", "x\x00.md", "a\nb", "tabs\u200b", "\ud800"])
def test_keys_that_nobody_could_tell_apart_are_refused_on_every_path(app: Archivist, key: str) -> None:
    planner = app.acting_as("alice", agent="planner")
    for act in (
        lambda: planner.agents.put(key, 1, source_event="e1"),
        lambda: planner.agents.get(key),
        lambda: planner.global_memory.propose("x is y", key=key, source_event="e1"),
    ):
        with pytest.raises(Invalid):
            act()


@pytest.mark.parametrize("key", ["../escape", "..\\escape", "/etc/x", "%2e%2e%2fx", "．．／x", "~/.ssh/a", "*", "a%"])
def test_a_key_that_looks_like_a_path_or_a_pattern_is_only_a_key(app: Archivist, key: str) -> None:
    planner = app.acting_as("alice", agent="planner")
    planner.agents.put(key, "one", source_event="e1")
    planner.agents.put("other", "two", source_event="e2")
    assert planner.agents.get(key).text == "one"

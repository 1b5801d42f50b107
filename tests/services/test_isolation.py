"""Nobody sees what is not theirs, on any path: the cases IS of the field, as tests."""

from archivist.app import Archivist


def test_two_users_agents_of_one_name_are_two_agents(app: Archivist) -> None:
    for user in ("alice", "bob"):
        app.acting_as(user, agent="planner").memory.remember(
            f"{user} likes short plans", name="plans", scope="agent:planner"
        )
    for user in ("alice", "bob"):
        planner = app.acting_as(user, agent="planner")
        assert planner.memory.show("plans", scope="agent:planner").text == f"{user} likes short plans"
        assert [hit.memory.text for hit in planner.memory.recall("short plans").hits] == [f"{user} likes short plans"]

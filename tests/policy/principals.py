"""One principal for each column of the matrix, and one scope for each of its rows as they all stand to it.

Any door may run its own acts over this table: the answers have to be those of `policy.access`.
"""

from archivist.policy.access import Actor, Holding
from archivist.records.principal import Principal, Role
from archivist.records.scope import SYSTEM, Scope, agent, project, task, user, workspace

_HERE = {"user": "alice", "project": "atlas", "projects": frozenset({"atlas"}), "workspace": "acme", "task": "t1"}
PRINCIPALS: dict[Actor, Principal] = {
    Actor.READER: Principal(**_HERE, role=Role.READER),  # type: ignore[arg-type]
    Actor.PERSON: Principal(**_HERE, role=Role.MEMBER),  # type: ignore[arg-type]
    Actor.REVIEWER: Principal(**_HERE, role=Role.REVIEWER),  # type: ignore[arg-type]
    Actor.ADMINISTRATOR: Principal(**_HERE, role=Role.ADMINISTRATOR),  # type: ignore[arg-type]
    Actor.AGENT: Principal(**_HERE, agent="planner"),  # type: ignore[arg-type]
    Actor.UPKEEP: Principal(**_HERE, upkeep="nightly"),  # type: ignore[arg-type]
}
HOLDINGS: dict[object, Scope] = {
    Holding.OWN_AGENT: agent("planner", "alice"),
    Holding.OTHER_AGENT: agent("planner", "bob"),
    Holding.OWN_USER: user("alice"),
    Holding.OTHER_USER: user("bob"),
    Holding.PROJECT: project("atlas"),
    Holding.OTHER_PROJECT: project("zephyr"),
    Holding.WORKSPACE: workspace("acme"),
    Holding.OTHER_WORKSPACE: workspace("other"),
    Holding.SYSTEM: SYSTEM,
    Holding.OWN_TASK: task("t1", "alice"),
    Holding.OTHER_TASK: task("t1", "bob"),
}

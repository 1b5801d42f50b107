"""Gate 13: accept now, or hold: by origin, scope, confidence and write mode."""

from typing import Any

import pytest

from archivist.app import Archivist
from archivist.records.candidate import Origin
from archivist.records.principal import Principal, Role
from archivist.records.scope import SYSTEM, Scope, project, user, workspace
from tests.write.road import Road, with_settings

AGENT = Principal(
    "alice", agent="planner", project="atlas", projects=frozenset({"atlas"}), workspace="acme", role=Role.ADMINISTRATOR
)
TEXT = "The release day of project Atlas is Friday"


def send(road: Road, origin: Origin, scope: Scope, who: Principal = AGENT, **fields: Any) -> tuple[str, str]:
    road.say(TEXT)
    written = road.send(TEXT, who=who, scope=scope, origin=origin, quote=TEXT, conversation="c1", **fields)
    return str(written.outcome), written.reason


@pytest.mark.parametrize("scope", [user("alice"), project("atlas"), workspace("acme"), SYSTEM])
@pytest.mark.parametrize("mode", ["proposed", "direct"])
@pytest.mark.parametrize("origin", [Origin.AGENT, Origin.EXTRACTION, Origin.CONSOLIDATION])
def test_what_no_person_says_waits_except_where_the_users_own_scope_is_set_to_direct(
    app: Archivist, scope: Scope, mode: str, origin: Origin
) -> None:
    road = Road(with_settings(app, **{"global": {"write_mode": mode}, "extraction": {"write_mode": mode}}))
    written_at_once = mode == "direct" and scope == user("alice")
    assert send(road, origin, scope)[0] == ("created" if written_at_once else "held")


@pytest.mark.parametrize(("confidence", "outcome"), [(0.59, "rejected"), (0.6, "held"), (1.0, "held")])
def test_below_the_least_confidence_nothing_is_proposed(road: Road, confidence: float, outcome: str) -> None:
    assert send(road, Origin.AGENT, project("atlas"), confidence=confidence)[0] == outcome


@pytest.mark.parametrize("scope", [workspace("acme"), SYSTEM])
def test_shared_scopes_need_a_review_in_either_mode(app: Archivist, scope: Scope) -> None:
    road = Road(with_settings(app, **{"global": {"write_mode": "direct"}}))
    assert send(road, Origin.AGENT, scope)[0] == "held"


def test_a_persons_word_and_the_memory_tool_pass_in_the_users_own_scope(road: Road) -> None:
    assert road.send("I like tea", origin=Origin.HUMAN).outcome == "created"
    assert road.send("I like long walks", origin=Origin.TOOL, who=Principal("alice", agent="x")).outcome == "created"


def test_an_import_waits(road: Road) -> None:
    assert road.send("I like tea", origin=Origin.IMPORT).outcome == "held"

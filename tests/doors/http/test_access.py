"""Who may come in, as whom, and what they may do there: tokens, roles, and two users who try each other's data."""

import json
from typing import Any

import httpx
import pytest

from archivist.app import Archivist
from archivist.doors.http.app import make_app
from archivist.doors.http.server import demand_tokens_for_others
from archivist.errors import NotPermitted, SettingsError
from archivist.policy.access import MATRIX, Actor, Holding, Right
from archivist.records.principal import Role
from tests.conftest import TestClock
from tests.doors.http.server import Served, serving

SECRET_WORD = "kingfisher"


def routes(client: httpx.Client) -> list[tuple[str, str, dict[str, Any]]]:
    """(method, path below the prefix, operation) of every described route."""
    described = client.get("/openapi.json").json()
    return [
        (method.upper(), path.removeprefix("/api/v1"), operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]


def test_without_a_token_only_the_owner_of_a_home_of_one_gets_in_from_this_machine(served: Served) -> None:
    with served.caller() as api:
        assert api.get("/memories").status_code == 200
        served.token("alice")
        assert api.get("/memories").status_code == 200
        served.token("bob")
        refused = api.get("/memories")
    assert (refused.status_code, refused.json()["code"]) == (401, "not_authenticated")
    assert refused.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("sent", ["Bearer nonsense", "Bearer arct_x_y", "Bearer", "Basic YTpi", "Bearer arct_"])
def test_a_token_that_is_none_is_refused_without_saying_why(served: Served, sent: str) -> None:
    with served.caller(Authorization=sent) as api:
        assert api.get("/memories").json()["code"] == "not_authenticated"


def test_a_token_ends_when_its_days_are_over_or_when_it_is_revoked(served: Served, clock: TestClock) -> None:
    with served.caller(served.token("bob", days=1)) as bob, served.caller(served.token("carol")) as carol:
        assert (bob.get("/memories").status_code, carol.get("/memories").status_code) == (200, 200)
        clock.move(hours=25)
        assert (bob.get("/memories").status_code, carol.get("/memories").status_code) == (401, 200)
        id = carol.get("/tokens").json()["tokens"][0]["id"]
        assert carol.delete(f"/tokens/{id}").status_code == 200
        assert carol.get("/memories").status_code == 401


def test_a_secret_stands_nowhere_in_the_home(served: Served) -> None:
    secret = served.token("bob")
    with served.caller(secret) as bob:
        bob.post("/memories", json={"text": "I drink tea"})
        shown = bob.get("/tokens").text + bob.get("/audit").text
    spelled = secret.rpartition("_")[2]
    assert spelled not in shown
    files = [path for path in served.app.store.path.parent.iterdir() if path.is_file()]
    assert all(spelled.encode() not in path.read_bytes() for path in files)


def test_a_reader_reads_and_changes_nothing(served: Served) -> None:
    served.app.acting_as("bob").memory.remember("I drink tea", name="tea")
    with served.caller(served.token("bob", role=Role.READER)) as bob:
        assert bob.post("/memories:recall", json={"query": "tea"}).json()["count"] == 1
        assert bob.post("/context:build", json={"agent": "planner", "query": "tea"}).status_code == 200
        for method, path, operation in routes(bob):
            if method != "GET" and "role reader" not in operation["description"]:
                body = example(operation)
                assert bob.request(method, fill(path, "tea"), json=body).status_code == 403, (method, path)
        assert bob.get("/memories", headers={"Archivist-Project": "new"}).status_code == 403
    assert served.app.acting_as("bob").projects.list() == []


def test_an_agents_token_proposes_and_never_approves(served: Served) -> None:
    alice = served.app.acting_as("alice")
    with served.caller(served.token("alice", agent="planner")) as planner:
        planner.post("/conversations/c1/messages", json={"speaker": "user", "text": "always write reports in English"})
        answer = planner.post(
            "/proposals",
            json={
                "text": "Reports are written in English",
                "quote": "always write reports in English",
                "conversation": "c1",
            },
        )
        assert (answer.status_code, answer.json()["outcome"]) == (202, "held")
        id = answer.json()["proposal"]["id"]
        for path, body in (
            (f"/proposals/{id}:apply", {"to": "user"}), (f"/proposals/{id}:dismiss", None), ("/tokens", {}),
            ("/memories:clear", {"scope": "user:alice"}),
        ):  # fmt: skip
            assert planner.post(path, json=body).status_code == 403, path
        assert planner.patch("/settings", json={"enabled": False}).status_code == 403
        assert planner.get("/memories", headers={"Archivist-Agent": "other"}).status_code == 403
    assert alice.proposals.show(id).status == "pending"


def test_nobody_gives_away_more_than_they_have(app: Archivist) -> None:
    member = app.acting_as("bob", role=Role.MEMBER).tokens
    for fields in ({"user": "alice"}, {"role": Role.REVIEWER}, {"projects": ["atlas"]}, {"workspace": "acme"}):
        with pytest.raises(NotPermitted):
            member.create(**fields)
    with pytest.raises(NotPermitted):
        app.acting_as("bob", agent="planner").tokens.create()
    assert member.create().token.user == "bob"


def test_a_token_narrowed_to_a_project_sees_no_other(served: Served) -> None:
    for project in ("atlas", "borealis"):
        bob = served.app.acting_as("bob", project=project)
        bob.memory.remember(f"{project} uses PostgreSQL", scope=f"project:{project}")
    with served.caller(served.token("bob", projects=["atlas"])) as bob:
        assert [one["scope"] for one in bob.get("/memories").json()["records"]] == ["project:atlas"]
        assert bob.get("/memories", headers={"Archivist-Project": "borealis"}).status_code == 403
        assert bob.get("/memories?scope=project:borealis").json()["records"] == []


def test_two_users_reach_nothing_of_each_other_by_any_route_or_id(served: Served) -> None:
    alice = served.app.acting_as("alice", project="atlas")
    record = alice.memory.remember(f"The {SECRET_WORD} plan is on Friday", name="plan").memory
    alice.memory.remember(f"Atlas keeps the {SECRET_WORD} list", scope="project:atlas", name="list")
    alice.agents.put("bird", {"name": SECRET_WORD}, source_event="e1", agent="planner")
    planner = served.app.acting_as("alice", agent="planner")
    alice.conversations.say("c1", "user", f"always mention the {SECRET_WORD} in reports")  # type: ignore[arg-type]
    entry = planner.proposals.propose(
        f"Reports mention the {SECRET_WORD}", quote=f"always mention the {SECRET_WORD} in reports", conversation="c1"
    ).proposal
    run = alice.context.build("planner", SECRET_WORD).trace.run
    assert record
    assert entry
    before = served_state(served)
    ids = {record.id, entry.id, run, "plan", "list", "c1", "planner", "bird", "alice", "atlas"}
    with served.caller(served.token("bob", role=Role.MEMBER)) as bob:
        for method, path, operation in routes(bob):
            for id in ids if "{" in path else {""}:
                if path == "/events":
                    continue
                answer = bob.request(
                    method, fill(path, id), json=example(operation) if "requestBody" in operation else None,
                    params=params(operation), headers={"If-Match": "*"},
                )  # fmt: skip
                told = answer.text.replace(id, "") if id else answer.text
                assert SECRET_WORD not in told, (method, path, id)
                assert answer.status_code < 500, (method, path, id, answer.text)
        for scope in ("user:alice", "project:atlas", "agent:planner", "task:t1"):
            for body in ({"query": SECRET_WORD, "scopes": [scope]}, {"query": SECRET_WORD}):
                assert bob.post("/memories:recall", json=body).json()["count"] == 0
                assert bob.post("/global:search", json=body).json()["count"] == 0
            assert bob.post("/memories", json={"text": "Bob was here", "scope": scope}).status_code in {201, 403, 409}
        happened = bob.get("/events", headers={"Accept": "application/json"}).json()["events"]
        assert not {one["scope"] for one in happened} & {"user:alice", "project:atlas"}
        seen = {one["scope"] for one in bob.get("/audit?limit=500").json()["entries"]}
        assert not seen & {"user:alice", "project:atlas"}
    assert served_state(served) == before


def served_state(served: Served) -> list[object]:
    """All that is alice's, as it stands."""
    alice = served.app.acting_as("alice", project="atlas")
    notes = alice.agents.search(agent="planner").hits
    return [alice.memory.list().items, alice.proposals.queue().items, [hit.memory for hit in notes],
            alice.conversations.messages("c1"), alice.oversight.switches()]  # fmt: skip


def test_the_access_matrix_holds_over_http(served: Served) -> None:
    """Every cell of the read and write columns that a token can reach, asked by a token of that kind."""
    root = served.app.acting_as("root", project="atlas", workspace="acme")
    served.app.acting_as("carol", project="others")
    root.projects.add_member("atlas", "bob")
    scopes = {
        Holding.OWN_AGENT: "agent:planner", Holding.OWN_USER: "user:bob", Holding.OTHER_USER: "user:carol",
        Holding.PROJECT: "project:atlas", Holding.OTHER_PROJECT: "project:others", Holding.WORKSPACE: "workspace:acme",
        Holding.OTHER_WORKSPACE: "workspace:other", Holding.SYSTEM: "system",
    }  # fmt: skip
    kinds = {
        Actor.READER: {"role": Role.READER}, Actor.PERSON: {"role": Role.MEMBER},
        Actor.REVIEWER: {"role": Role.REVIEWER}, Actor.AGENT: {"role": Role.MEMBER, "agent": "planner"},
    }  # fmt: skip
    for actor, fields in kinds.items():
        with served.caller(served.token("bob", workspace="acme", **fields)) as bob:
            for number, (holding, scope) in enumerate(scopes.items()):
                _, write, *_ = MATRIX[actor][holding]
                text = f"{actor} notes fact {number} of {list(kinds).index(actor) * 7919 + number * 104729}"
                answer = bob.post("/memories", json={"text": text, "scope": scope, "type": "project"})
                expected = {Right.ALLOW: {201}, Right.PROPOSE: {202}, Right.DENY: {403}}[write]
                if write is Right.ALLOW and actor is Actor.AGENT:
                    expected = {201, 202, 422}  # an agent needs evidence
                assert answer.status_code in expected, (actor, holding, answer.text)


def test_an_address_open_to_others_needs_a_token_first(home: Archivist) -> None:
    demand_tokens_for_others(home, "127.0.0.1")
    with pytest.raises(SettingsError, match="token create"):
        demand_tokens_for_others(home, "0.0.0.0")
    home.acting_as("root").tokens.create("bob")
    demand_tokens_for_others(home, "0.0.0.0")


def test_nobody_needs_no_token_where_the_home_has_no_owner(home: Archivist) -> None:
    with serving(home) as served, served.caller() as api:
        assert api.get("/memories").status_code == 401
        assert api.get(f"{served.url}/metrics").status_code == 401
        assert api.get(f"{served.url}/healthz").status_code == 200
    assert make_app(home).state.door.owner is None


def test_when_a_token_was_last_used_is_noted(served: Served, clock: TestClock) -> None:
    with served.caller(served.token("bob")) as bob:
        bob.get("/memories")
        first = bob.get("/tokens").json()["tokens"][0]["last_used_at"]
        clock.move(minutes=5)
        bob.get("/memories")
        assert bob.get("/tokens").json()["tokens"][0]["last_used_at"] > first


def fill(path: str, id: str) -> str:
    while "{" in path:
        path = path[: path.index("{")] + id + path[path.index("}") + 1 :]
    return path


def example(operation: dict[str, Any]) -> Any:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return json.loads(json.dumps(content.get("example")))


def params(operation: dict[str, Any]) -> dict[str, str]:
    needed = [one for one in operation["parameters"] if one.get("in") == "query" and one.get("required")]
    return {one["name"]: "e9" for one in needed}

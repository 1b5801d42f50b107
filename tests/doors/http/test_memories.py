"""Memory over HTTP: the same acts, the same answers, and what HTTP adds to them."""

import httpx

from tests.doors.http.server import Served

WEEKLY = {"text": "Weekly reports use a short format", "type": "feedback"}


def make(api: httpx.Client, **fields: object) -> dict[str, object]:
    answer = api.post("/memories", json={**WEEKLY, **fields})
    assert answer.status_code == 201, answer.text
    record: dict[str, object] = answer.json()["record"]
    return record


def test_what_is_remembered_is_recalled(api: httpx.Client) -> None:
    make(api)
    make(api, text="周报用英文写")
    found = api.post("/memories:recall", json={"query": "how should the weekly report look?"}).json()
    assert found["hits"][0]["body"] == WEEKLY["text"]
    assert api.post("/memories:recall", json={"query": "周报"}).json()["hits"][0]["body"] == "周报用英文写"


def test_a_change_needs_the_tag_of_what_was_read(api: httpx.Client) -> None:
    id = make(api)["id"]
    tag = api.get(f"/memories/{id}").headers["etag"]
    changed = {"text": "Weekly reports use the long format"}
    assert api.patch(f"/memories/{id}", json=changed).json()["code"] == "precondition_required"
    stale = api.patch(f"/memories/{id}", json=changed, headers={"If-Match": '"9"'})
    assert (stale.status_code, stale.json()["current_text"]) == (412, WEEKLY["text"])
    done = api.patch(f"/memories/{id}", json=changed, headers={"If-Match": tag})
    assert (done.status_code, done.headers["etag"]) == (200, '"2"')
    assert api.get(f"/memories/{id}", headers={"If-None-Match": '"2"'}).status_code == 304


def test_what_is_forgotten_is_restored_and_what_is_erased_is_gone(api: httpx.Client) -> None:
    id = make(api)["id"]
    assert api.delete(f"/memories/{id}").json()["record"]["status"] == "forgotten"
    assert api.get(f"/memories/{id}").status_code == 404
    assert api.post(f"/memories/{id}:restore").json()["record"]["status"] == "active"
    assert api.post(f"/memories/{id}:erase").json()["record"]["status"] == "erased"
    assert "short format" not in api.get(f"/memories/{id}/history").text


def test_a_key_makes_a_repeated_request_harmless(served: Served, api: httpx.Client) -> None:
    key = {"Idempotency-Key": "k1"}
    first = api.post("/memories", json=WEEKLY, headers=key)
    again = api.post("/memories", json=WEEKLY, headers=key)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    other = api.post("/memories", json={"text": "Tea is better than coffee"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    with served.caller(served.token("bob")) as bob:
        assert bob.post("/memories", json={"text": "I drink tea"}, headers=key).status_code == 201


def test_a_receipt_keeps_no_word_of_what_is_erased(served: Served, api: httpx.Client) -> None:
    key = {"Idempotency-Key": "k1"}
    id = api.post("/memories", json=WEEKLY, headers=key).json()["record"]["id"]
    api.post(f"/memories/{id}:erase")
    assert "short format" not in api.post("/memories", json=WEEKLY, headers=key).text
    served.app.store.database.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with served.app.store.reading() as tx:
        kept = tx.connection.execute("SELECT group_concat(answer) FROM receipt").fetchone()[0]
    assert "short format" not in kept


def test_a_refused_statement_is_a_problem_that_tells_why(api: httpx.Client) -> None:
    answer = api.post("/memories", json={"text": "my key is " + "sk-" + "proj-" + "a1B2" * 12})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["outcome"]) == ("secret_detected", "rejected")
    assert "a1B2" not in answer.text


def test_a_long_memory_is_refused_with_its_limit(api: httpx.Client) -> None:
    answer = api.post("/memories", json={"text": "记" * 200_000})
    assert answer.status_code == 422
    assert "8,192" in answer.json()["detail"]


def test_pages_hold_each_record_once_even_when_one_is_forgotten_between(api: httpx.Client) -> None:
    for number in range(45):
        make(api, text=f"fact {number} about subject {number * 7919}", name=f"n{number}")
    seen: list[str] = []
    cursor: dict[str, str] = {}
    sizes = []
    while True:
        page = api.get("/memories", params={"limit": "20", **cursor}).json()
        sizes.append(len(page["records"]))
        seen += [one["name"] for one in page["records"]]
        if page["next_cursor"] is None:
            break
        if not cursor:
            api.delete(f"/memories/{seen[0]}")
        cursor = {"cursor": page["next_cursor"]}
    assert sizes[:2] == [20, 20]
    assert len(seen) == len(set(seen)) == 45


def test_a_cursor_that_was_changed_or_is_anothers_is_refused(served: Served, api: httpx.Client) -> None:
    for number in range(3):
        make(api, text=f"fact {number} about subject {number * 7919}")
    cursor = api.get("/memories?limit=1").json()["next_cursor"]
    swapped = ("A" if cursor[5] != "A" else "B").join((cursor[:5], cursor[6:]))
    for path in (f"/memories?limit=1&cursor={swapped}", "/memories?limit=1&cursor=", f"/audit?limit=1&cursor={cursor}",
                 f"/memories?limit=1&type=user&cursor={cursor}"):  # fmt: skip
        answer = api.get(path)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_cursor"), path
    with served.caller(served.token("bob")) as bob:
        assert bob.get(f"/memories?limit=1&cursor={cursor}").json()["code"] == "invalid_cursor"
    assert api.get(f"/memories?limit=1&cursor={cursor}").status_code == 401  # bob has a token now: no more home of one


def test_clearing_needs_one_scope_of_ones_own(api: httpx.Client) -> None:
    make(api)
    make(api, text="周报用英文写", scope="project:p")
    for wrong in (
        {"scope": "user:alice", "memory_id": "a1"},
        {"scope": ""},
        {"scope": "user:"},
        {},
        {"scope": "user:b"},
    ):
        assert api.post("/memories:clear", json=wrong).status_code in {403, 422}
    assert len(api.get("/memories").json()["records"]) == 2
    assert api.post("/memories:clear", json={"scope": "user:alice"}).json() == {"cleared": 1}
    assert [one["scope"] for one in api.get("/memories").json()["records"]] == ["project:p"]


def test_with_memory_off_routes_say_off_and_a_person_still_sees_and_deletes(api: httpx.Client) -> None:
    id = make(api)["id"]
    assert api.patch("/settings", json={"enabled": False}).json()["switches"]["memory.enabled"] is False
    assert api.post("/memories:recall", json={"query": "reports"}).json()["status"] == "off"
    refused = api.post("/memories", json={"text": "Tea is better than coffee"})
    assert (refused.status_code, refused.json()["code"]) == (409, "off")
    assert api.post("/global:search", json={"query": "reports"}).json()["status"] == "off"
    assert api.get("/agents/planner/memory").json()["status"] == "off"
    assert len(api.get("/memories").json()["records"]) == 1
    assert api.delete(f"/memories/{id}").status_code == 200

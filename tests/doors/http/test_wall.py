"""What the outer wall keeps out: foreign hosts and origins, bodies too large, deep or misread, too many calls."""

import socket
from collections.abc import Iterator

import httpx
import pytest

from archivist.app import Archivist
from tests.doors.http.server import Served, serving

TEXT = {"text": "Weekly reports use a short format"}
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("host", ["attacker.example:8080", "attacker.example", "localhost.attacker.example", ""])
def test_a_foreign_host_is_refused(api: httpx.Client, host: str) -> None:
    answer = api.get("/memories", headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "foreign_host")


@pytest.mark.parametrize("host", ["localhost:8080", "[::1]:8080", "127.0.0.1", "LOCALHOST"])
def test_the_names_of_this_machine_are_answered_to(api: httpx.Client, host: str) -> None:
    assert api.get("/memories", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["https://attacker.example", "null", "http://localhost:1"])
def test_a_foreign_origin_writes_and_reads_nothing(served: Served, api: httpx.Client, origin: str) -> None:
    for answer in (
        api.post("/memories", content=b'{"text":"x"}', headers={"Origin": origin, "Content-Type": "text/plain"}),
        api.post("/memories", json=TEXT, headers={"Origin": origin}),
        api.get("/memories", headers={"Origin": origin}),
        api.options("/memories", headers={"Origin": origin, "Access-Control-Request-Method": "POST"}),
    ):
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers
    assert api.get("/memories").json()["records"] == []


def test_an_allowed_origin_is_answered_by_name(home: Archivist) -> None:
    origin = "https://app.example.com"
    with serving(home, owner="alice", cors_origins=(origin,)) as served, served.caller() as api:
        asked = api.options("/memories", headers={"Origin": origin, "Access-Control-Request-Method": "POST"})
        assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (204, origin)
        assert api.get("/memories", headers={"Origin": origin}).headers["access-control-allow-origin"] == origin


def test_who_comes_through_a_proxy_is_not_this_machine(api: httpx.Client) -> None:
    assert api.get("/memories", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 401


def test_text_is_not_json(api: httpx.Client) -> None:
    assert api.post("/memories", content=b'{"text":"x"}', headers={"Content-Type": "text/plain"}).status_code == 415


@pytest.mark.parametrize(
    ("raw", "status", "named"),
    [
        (b'{"text":"x","importance":NaN}', 400, "NaN"),
        (b'{"text":"x","importance":1e999}', 422, "importance"),
        (b'{"text":"x","text":"y"}', 400, "text"),
        (b'{"text":"x","source":"manual","recallCount":99}', 422, "source"),
        (b'{"text":"x","importanse":0.9}', 422, "importanse"),
        (b'{"text":"x","importance":"0.9"}', 422, "importance"),
        (b'{"text":7}', 422, "text"),
        (b'{"text":"\\ud800"}', 400, "surrogate"),
        (b'{"text":"\xff"}', 400, "UTF-8"),
        (b'{"text":', 400, "JSON"),
        (b"[]", 422, "body"),
        (b"", 400, "JSON"),
        (b'{"text":"x","value":' + b"9" * 6000 + b"}", 400, "JSON"),
        (b'{"text":"x","meta":' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400, "deep"),
    ],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_a_misread_body_is_refused_by_the_name_of_what_is_wrong(
    api: httpx.Client, raw: bytes, status: int, named: str
) -> None:
    answer = api.post("/memories", content=raw, headers=JSON)
    assert answer.status_code == status, answer.text
    assert named in answer.text
    assert api.get("/memories").json()["records"] == []


@pytest.mark.parametrize(
    "query", ["limit=-1", "limit=x", "limt=5", "limit=5&limit=6", "scope=workstraem", "type=alien"]
)
def test_a_misread_parameter_is_refused_by_its_name(api: httpx.Client, query: str) -> None:
    answer = api.get(f"/memories?{query}")
    assert answer.status_code == 422
    assert answer.json()["field"].startswith(query.partition("=")[0])


def test_a_body_too_large_is_refused_before_it_is_read_with_or_without_a_length(api: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"text":"'
        for _ in range(12):
            yield b"x" * 1_048_576

    answer = api.post("/memories", content=b"x" * 12_582_912, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    answer = api.post("/memories", content=pieces(), headers=JSON)
    assert (answer.status_code, answer.json()["limit"]) == (413, 8_388_608)
    assert api.get(f"http://127.0.0.1:{api.base_url.port}/healthz").status_code == 200


def test_each_token_has_its_own_rate_and_is_told_when_to_come_back(home: Archivist) -> None:
    with (
        serving(home, requests_per_minute=6, burst=3) as served,
        served.caller(served.token("bob")) as bob,
        served.caller(served.token("carol")) as carol,
    ):
        answers = [bob.get("/memories").status_code for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert 1 <= int(bob.get("/memories").headers["retry-after"]) <= 10
        assert carol.get("/memories").status_code == 200


def test_what_is_not_http_is_answered_and_dropped(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), 5) as raw:
        raw.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        assert b"400" in raw.recv(200)
    with served.caller() as api:
        assert api.get("/memories").status_code == 200


def test_long_answers_are_compressed(api: httpx.Client) -> None:
    for number in range(5):
        api.post("/memories", json={"text": f"fact {number} about subject {number * 7919}"})
    answer = api.get("/memories", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.json()["records"]) == 5

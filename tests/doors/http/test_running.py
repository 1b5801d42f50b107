"""The server as it runs: events that resume, health that tells the truth, and a stop that loses nothing."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from archivist.app import open_app
from archivist.errors import StoreFull, StoreReadOnly
from tests.doors.http.server import Served

SOURCE = Path(__file__).parents[3] / "src"


def frames(api: httpx.Client, count: int, **headers: str) -> list[dict[str, str]]:
    """The first `count` events of a stream."""
    found: list[dict[str, str]] = []
    with api.stream("GET", "/events", headers=headers, params={"after": 0} if not headers else {}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        fields: dict[str, str] = {}
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            if name:
                fields[name] = value
            elif "data" in fields:
                found.append(fields)
                fields = {}
            if len(found) == count:
                return found
    return found


def test_a_stream_that_broke_goes_on_behind_the_last_event_and_misses_nothing(api: httpx.Client) -> None:
    for number in range(4):
        api.post("/memories", json={"text": f"fact {number} about subject {number * 7919}"})
    first = frames(api, 2)
    rest = frames(api, 2, **{"Last-Event-ID": first[-1]["id"]})
    numbers = [json.loads(frame["data"])["number"] for frame in first + rest]
    assert numbers == [1, 2, 3, 4]
    assert {frame["event"] for frame in first} == {"/memory/updated"}
    assert "about subject" not in str(first)


def test_an_event_arrives_while_the_stream_is_open(served: Served, api: httpx.Client) -> None:
    seen: list[dict[str, str]] = []
    reader = threading.Thread(target=lambda: seen.extend(frames(api, 1, **{"Last-Event-ID": "0"})))
    reader.start()
    time.sleep(0.3)
    with served.caller() as other:
        other.post("/memories", json={"text": "Weekly reports use a short format"})
    reader.join(5)
    assert len(seen) == 1


@pytest.mark.parametrize("last", ["x", "-1", "9" * 30])
def test_a_last_event_that_is_none_is_refused(api: httpx.Client, last: str) -> None:
    assert api.get("/events", headers={"Last-Event-ID": last}).status_code == 422


def test_a_stream_without_an_end_is_one_of_a_bounded_number(served: Served, api: httpx.Client) -> None:
    served.application.state.door.streams = served.application.state.door.settings.max_streams
    assert api.get("/events").json()["code"] == "too_many_streams"


@pytest.mark.parametrize(("fault", "code"), [(StoreReadOnly("no"), "store_read_only"), (StoreFull("no"), "store_full")])
def test_a_store_that_takes_no_write_is_alive_and_not_ready(
    served: Served, api: httpx.Client, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    def refuse() -> None:
        raise fault

    assert api.get(f"{served.url}/readyz").status_code == 200
    monkeypatch.setattr(served.app.store, "transaction", refuse)
    answer = api.get(f"{served.url}/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, code)
    assert api.get(f"{served.url}/healthz").status_code == 200
    assert api.post("/memories", json={"text": "x"}).status_code in {503, 507}


def test_metrics_count_requests_and_name_nobody(served: Served, api: httpx.Client) -> None:
    api.post("/memories", json={"text": "Weekly reports use a short format", "name": "kingfisher"})
    api.get("/memories/kingfisher")
    shown = api.get(f"{served.url}/metrics").text
    assert 'archivist_http_requests_total{method="GET",route="/api/v1/memories/{id}",status="200"} 1' in shown
    assert "archivist_memory_writes_total 1" in shown
    assert "kingfisher" not in shown
    assert "alice" not in shown


def test_a_stopped_server_answers_what_is_in_hand_and_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "ARCHIVIST_HOME": str(tmp_path / "home")}
    words = [sys.executable, "-m", "archivist", "serve", "--port", "0", "--as", "alice", "--json"]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        url = json.loads(server.stdout.readline())["url"]
        kept: list[str] = []

        def write(writer: int) -> None:
            with httpx.Client(base_url=f"{url}/api/v1", trust_env=False, timeout=20) as api:
                for number in range(10_000):
                    text = f"writer {writer} notes fact {number} of {writer * 7919 + number * 104729}"
                    try:
                        answer = api.post("/memories", json={"text": text, "name": f"w{writer}-{number}"})
                    except httpx.HTTPError:
                        return
                    if answer.status_code == 201:
                        kept.append(f"w{writer}-{number}")

        writers = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
        for writer in writers:
            writer.start()
        with httpx.stream("GET", f"{url}/api/v1/events", trust_env=False, timeout=20) as stream:
            time.sleep(0.7)
            server.send_signal(signal.SIGTERM)
            stream.read()
        for writer in writers:
            writer.join(20)
        assert server.wait(20) == 0
        assert "Traceback" not in server.stderr.read()
    assert len(kept) > 10
    with open_app(tmp_path / "home") as app:
        alice = app.acting_as("alice").memory
        assert all(alice.history(name).memory for name in kept)
        assert app.acting_as("alice").oversight.verify().whole

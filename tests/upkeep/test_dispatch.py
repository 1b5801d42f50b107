"""Events reach their consumers at least once and in order; what fails is tried again, set aside, and never silent."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar
from urllib.request import Request

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist, Session, open_app, settings_from
from archivist.errors import NotFound, NotPermitted
from archivist.records.conversation import Speaker
from archivist.records.event import Consumer, Event, Topic
from archivist.records.principal import Role
from archivist.settings import WebhookSettings
from archivist.upkeep.dispatch import dispatch
from archivist.upkeep.webhooks import body_of, consumers_of, signature


class Listener:
    """A consumer that remembers, and fails while told to."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.failing: Exception | None = None

    def act(self, event: Event) -> None:
        if self.failing:
            raise self.failing
        self.heard.append(event.number)

    def listening(self, **settings: bool) -> dict[str, Consumer]:
        return {"listener": Consumer(frozenset({Topic.MEMORY_UPDATED}), self.act, **settings)}


@pytest.fixture
def listener() -> Listener:
    return Listener()


def test_every_event_is_heard_once_and_in_order(app: Archivist, alice: Session, listener: Listener) -> None:
    for number in range(7):
        alice.memory.remember(f"fact {number} about subject {number * 7919}")
        dispatch(app.resources, listener.listening())
    dispatch(app.resources, listener.listening())
    assert len(listener.heard) == 7
    assert listener.heard == sorted(set(listener.heard))


def test_a_consumer_keeps_its_place_over_a_restart(tmp_path: object, clock: TestClock, listener: Listener) -> None:
    for _ in range(2):
        with open_app(str(tmp_path), clock=clock, settings=settings_from({})) as app:
            app.acting_as("alice").memory.remember(f"fact {len(listener.heard)} stands")
            dispatch(app.resources, listener.listening())
    assert len(listener.heard) == 2


def test_one_that_starts_now_hears_nothing_of_before(app: Archivist, alice: Session, listener: Listener) -> None:
    alice.memory.remember("before")
    dispatch(app.resources, listener.listening(from_start=False))
    alice.memory.remember("后来的事情")
    dispatch(app.resources, listener.listening(from_start=False))
    assert len(listener.heard) == 1


def test_a_failure_waits_twice_as_long_each_time_and_loses_nothing(
    app: Archivist, alice: Session, clock: TestClock, listener: Listener
) -> None:
    alice.memory.remember("I like tea")
    listener.failing = RuntimeError("no")
    waits = []
    for wait_s in (10, 20, 40):
        dispatch(app.resources, listener.listening())
        with app.store.reading() as tx:
            (state,) = tx.events.consumers()
        waits.append((state.next_try_at - clock.now) / timedelta(seconds=1))
        assert dispatch(app.resources, listener.listening()) == 0, "it is not its turn yet"
        clock.move(seconds=wait_s)
    assert waits == [10, 20, 40]
    listener.failing = None
    dispatch(app.resources, listener.listening())
    assert len(listener.heard) == 1


def test_after_the_last_try_an_event_is_set_aside_and_the_next_is_heard(
    app: Archivist, alice: Session, clock: TestClock, listener: Listener
) -> None:
    alice.memory.remember("I like tea")
    listener.failing = ValueError("the key is " + "sk-" + "proj-Ab1_Cd2-Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv")
    for _ in range(5):
        dispatch(app.resources, listener.listening())
        clock.move(hours=1)
    listener.failing = None
    alice.memory.remember("网关用 8080 端口")
    dispatch(app.resources, listener.listening())
    assert len(listener.heard) == 1
    (letter,) = alice.upkeep.dead_letters()
    assert (letter.consumer, letter.attempts) == ("listener", 5)
    assert "sk-" not in letter.error
    told = [entry for entry in alice.oversight.audit() if entry.action == "dispatch"]
    assert [entry.outcome for entry in told] == ["set_aside", "failed", "failed", "failed", "failed"]


def test_a_dead_letter_is_replayed_or_discarded_by_an_administrator(app: Archivist, alice: Session) -> None:
    alice.memory.remember("I like tea")
    with app.store.transaction() as tx:
        number = tx.events.last_number()
        for name in ("profile", "gone"):
            tx.events.register(name, 0)
            tx.events.bury(name, number, 5, "no", app.resources.clock())
    assert alice.upkeep.replay("profile", number) == ""
    with pytest.raises(NotFound):
        alice.upkeep.replay("profile", number)
    alice.upkeep.discard("gone", number)
    assert alice.upkeep.dead_letters() == []
    for session in (app.acting_as("alice", agent="x"), app.acting_as("alice", role=Role.MEMBER)):
        with pytest.raises(NotPermitted):
            session.upkeep.dead_letters()


def test_two_workers_share_the_work(app: Archivist, alice: Session, listener: Listener, clock: TestClock) -> None:
    alice.memory.remember("I like tea")
    with app.store.transaction() as tx:
        tx.events.register("listener", 0)
        assert tx.events.lease("listener", clock.now, clock.now + timedelta(minutes=5)) is not None
    assert dispatch(app.resources, listener.listening()) == 0
    clock.move(minutes=6)
    assert dispatch(app.resources, listener.listening()) == 1, "a worker that died gives its lease back in time"


def test_a_conversation_that_ended_is_read_in_the_background(app: Archivist, alice: Session) -> None:
    alice.conversations.say("c1", Speaker.USER, "以后所有周报都用英文写。")
    alice.conversations.end("c1")
    dispatch(app.resources)
    dispatch(app.resources)
    (entry,) = alice.proposals.queue().items
    assert entry.candidate.text == "所有周报都用英文写"
    assert entry.proposed_by == "upkeep:extraction"


def test_a_turn_that_was_remembered_on_purpose_is_left_alone(app: Archivist, alice: Session) -> None:
    agent = app.acting_as("alice", agent="helper")
    alice.conversations.say("c1", Speaker.USER, "以后所有周报都用英文写。")
    agent.memory.remember("周报一律用英文", conversation="c1", quote="以后所有周报都用英文写")
    alice.conversations.say("c1", Speaker.ASSISTANT, "记住了。")
    alice.conversations.say("c1", Speaker.USER, "另外，以后代码注释一律用中文。")
    alice.conversations.end("c1")
    dispatch(app.resources)
    assert [one.candidate.text for one in alice.proposals.queue().items] == ["代码注释一律用中文"]


def test_with_memory_off_nothing_is_read(app: Archivist, alice: Session) -> None:
    alice.conversations.say("c1", Speaker.USER, "以后所有周报都用英文写。")
    alice.conversations.end("c1")
    alice.oversight.switch("memory.enabled", False)
    dispatch(app.resources)
    assert alice.proposals.count() == 0


def test_a_webhook_is_signed_and_holds_no_body(alice: Session, app: Archivist, clock: TestClock) -> None:
    sent: list[Request] = []

    def send(request: Request, timeout_s: float) -> int:
        sent.append(request)
        return 204

    hook = WebhookSettings(url="https://hooks.example/x", secret="s" * 8, topics=("/memory/updated",))
    hooks = consumers_of((hook,), clock, send)
    dispatch(app.resources, hooks)
    alice.memory.remember("我喜欢喝茶")
    dispatch(app.resources, hooks)
    (request,) = sent
    assert isinstance(request.data, bytes)
    assert "喝茶" not in request.data.decode()
    assert json.loads(request.data)["topic"] == "/memory/updated"
    told = dict(part.split("=") for part in request.headers["Archivist-signature"].split(","))
    expected = hmac.new(b"s" * 8, told["t"].encode() + b"." + request.data, hashlib.sha256).hexdigest()
    assert told["v1"] == expected


def test_another_secret_or_another_body_gives_another_signature() -> None:
    assert (
        len({signature("a", 1, b"x"), signature("b", 1, b"x"), signature("a", 2, b"x"), signature("a", 1, b"y")}) == 4
    )


class Answering(BaseHTTPRequestHandler):
    """Answers with the status in the path, and notes what came."""

    came: ClassVar[list[bytes]] = []

    def do_POST(self) -> None:
        type(self).came.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(int(self.path.strip("/")))
        self.send_header("Location", "/200")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def port() -> Iterator[int]:
    Answering.came = []
    server = HTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("status", "delivered"), [(200, True), (302, False), (500, False), (410, False)])
def test_only_a_plain_yes_counts_as_delivered_and_no_redirect_is_followed(
    app: Archivist, alice: Session, clock: TestClock, port: int, status: int, delivered: bool
) -> None:
    hooks = consumers_of((WebhookSettings(url=f"http://127.0.0.1:{port}/{status}"),), clock)
    dispatch(app.resources, hooks)
    alice.memory.remember("I like tea")
    dispatch(app.resources, hooks)
    assert len(Answering.came) == 1
    with app.store.reading() as tx:
        (state,) = [one for one in tx.events.consumers() if one.name.startswith("webhook:")]
    assert (state.attempts == 0) is delivered


def test_what_is_sent_are_the_facts_of_the_event(app: Archivist, alice: Session) -> None:
    alice.memory.remember("I like tea")
    event = replace(alice.oversight.events()[-1], facts={"a": "b"})
    assert set(json.loads(body_of(event))) == {"number", "at", "topic", "subject", "scope", "source_event", "facts"}

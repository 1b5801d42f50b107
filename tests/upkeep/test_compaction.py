"""A long conversation is summed up by rule at once, and put better by a model beside the road."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist, open_app, settings_from
from archivist.llm.base import Failure
from archivist.llm.scripted import ScriptedModel
from archivist.records.conversation import Speaker, Summary
from archivist.records.event import Topic
from archivist.session import Session
from archivist.upkeep.dispatch import dispatch, dispatch_at_hand

SAID = ("We decided to use Kafka.", "Fine.", "It takes 35 ms.", "I see.", "And the parser?", "It is slow.")
TOLD = "The user looks into a slow parser."
BY_RULE = "Decisions:\n- We decided to use Kafka.\nFigures:\n- It takes 35 ms."


@contextmanager
def home(script: ScriptedModel, clock: TestClock, role: str = "compactor") -> Iterator[Archivist]:
    given = {
        "time_zone": "UTC",
        "context": {"compact_after_messages": 5, "recent_messages": 2},
        "models": {"roles": {role: "test:any"}},
    }
    with open_app(
        ":memory:", settings=settings_from(given), clock=clock, chance=random.Random(1), make_model=lambda *_: script
    ) as app:
        yield app


def talk(session: Session, *texts: str) -> None:
    for place, text in enumerate(texts):
        session.conversations.say("c1", Speaker.ASSISTANT if place % 2 else Speaker.USER, text)


def standing(app: Archivist) -> Summary | None:
    with app.store.reading() as tx:
        return tx.conversations.summary("alice", "c1")


def test_the_rules_summary_stands_at_once_and_the_models_takes_its_place_in_the_background(clock: TestClock) -> None:
    script = ScriptedModel({"summary": TOLD})
    with home(script, clock) as app:
        talk(app.acting_as("alice"), *SAID)
        assert standing(app) == Summary(4, BY_RULE)
        assert script.asked == []
        dispatch(app.resources)
        assert standing(app) == Summary(4, f"{TOLD}\n{BY_RULE}", "scripted:test")
        assert app.models.meter(1)[0].role == "compactor"


def test_a_command_waits_for_no_model(clock: TestClock) -> None:
    script = ScriptedModel()
    with home(script, clock) as app:
        talk(app.acting_as("alice"), *SAID)
        dispatch_at_hand(app.resources)
        assert script.asked == []
    with home(script, clock, role="summarizer") as app:
        app.acting_as("alice").knowledge.add_text("rule.md", "# Rule\n\nThe limit is 500 yuan.\n", publish=True)
        dispatch_at_hand(app.resources)
        assert script.asked == []


def test_an_event_that_comes_twice_asks_once(clock: TestClock) -> None:
    script = ScriptedModel({"summary": TOLD})
    with home(script, clock) as app:
        talk(app.acting_as("alice"), *SAID)
        with app.store.transaction() as tx:
            (event,) = [one for one in tx.events.after(0, 50) if one.topic is Topic.CONVERSATION_COMPACTED]
            tx.events.emit(event.topic, clock(), event.subject, event.scope, facts=event.facts)
        dispatch(app.resources)
        assert len(script.asked) == 1


def test_a_summary_that_was_overtaken_is_not_asked_for(clock: TestClock) -> None:
    script = ScriptedModel({"summary": "The user goes on."})
    with home(script, clock) as app:
        talk(app.acting_as("alice"), *SAID, *SAID, *SAID)
        dispatch(app.resources)
        assert len(script.asked) == 1
        told = standing(app)
        assert told is not None
        assert told.to == 16


def test_a_model_that_says_what_does_not_hold_leaves_the_rules_and_is_counted(clock: TestClock) -> None:
    with home(ScriptedModel({"summary": "It takes 53 ms."}), clock) as app:
        alice = app.acting_as("alice")
        talk(alice, *SAID)
        dispatch(app.resources)
        assert standing(app) == Summary(4, BY_RULE)
        assert alice.oversight.counters()[f"model_failed_{Failure.REJECTED}"] == 1
        assert [(use.requests, use.failures) for use in app.models.meter(1)] == [(1, 1)]


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_words_that_were_erased_stand_in_no_summary(clock: TestClock, when: str) -> None:
    def erase() -> None:
        with app.store.transaction() as tx:
            (first, *_) = tx.conversations.messages("alice", "c1")
            tx.conversations.redact("c1", first.id, "Kafka", "[erased]")

    def answers(_: object) -> object:
        if when == "meanwhile":
            erase()
        return {"summary": "They use Kafka."}

    with home(ScriptedModel(answers), clock) as app:
        talk(app.acting_as("alice"), *SAID)
        if when == "before":
            erase()
        dispatch(app.resources)
        assert standing(app) is None

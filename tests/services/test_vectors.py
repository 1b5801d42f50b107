"""Vectors find what words cannot, see no more than words do, and go with the text they were made of."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import TestClock
from tests.embedding import ThingEmbedder

from archivist.app import Archivist, open_app, settings_from
from archivist.read.recall import RecallStatus
from archivist.records.conversation import Conversation, Message, Speaker
from archivist.stores.vector_port import VectorModel
from archivist.upkeep.dispatch import dispatch
from archivist.upkeep.vectors import BATCH, drifted, fill_up

ON = {"time_zone": "UTC", "knowledge": {"index": {"vector": {"enabled": True}}}}


@pytest.fixture
def embedder() -> ThingEmbedder:
    return ThingEmbedder()


@pytest.fixture(params=["memory", "file"])
def seeing(
    request: pytest.FixtureRequest, tmp_path: Path, clock: TestClock, embedder: ThingEmbedder
) -> Iterator[Archivist]:
    """A home with vectors, in memory and on disk."""
    place = ":memory:" if request.param == "memory" else tmp_path / "home"
    with open_app(
        place,
        settings=settings_from(ON),
        clock=clock,
        chance=random.Random(7),
        make_embedder=lambda *named: embedder,
    ) as opened:
        yield opened


def names(app: Archivist, query: str, user: str = "alice") -> list[str]:
    return [hit.memory.name for hit in app.acting_as(user).memory.recall(query).hits]


def held(app: Archivist) -> int:
    with app.store.reading() as tx:
        return sum(tx.vectors.counts().values())


def test_a_question_in_one_language_finds_a_memory_in_another(seeing: Archivist) -> None:
    alice = seeing.acting_as("alice")
    alice.memory.remember("Deploys stop once one canary fails", name="deploy")
    alice.memory.remember("坐火车去上海出差", name="trip")
    assert names(seeing, "发布何时中止") == []
    dispatch(seeing.resources)
    assert names(seeing, "发布何时中止") == ["deploy"]
    assert names(seeing, "which railway did she take") == ["trip"]
    assert names(seeing, "what is the weather") == []


def test_nobody_finds_by_meaning_what_they_may_not_see(seeing: Archivist) -> None:
    seeing.acting_as("alice").memory.remember("Drinks espresso every morning", name="drink")
    dispatch(seeing.resources)
    assert names(seeing, "咖啡", "bob") == []
    assert names(seeing, "咖啡") == ["drink"]


def test_a_vector_goes_with_the_text_it_was_made_of(seeing: Archivist) -> None:
    alice = seeing.acting_as("alice")
    alice.memory.remember("Drinks espresso in the morning", name="edit")
    alice.memory.remember("Bought a coffee grinder from Kyoto", name="forget")
    alice.memory.remember("Her brother Tom owns a coffee plantation", name="erase")
    dispatch(seeing.resources)
    assert sorted(names(seeing, "咖啡")) == ["edit", "erase", "forget"]
    alice.memory.edit("edit", text="Likes to travel by railway")
    alice.memory.forget("forget")
    alice.memory.erase("erase")
    assert held(seeing) == 0
    assert names(seeing, "咖啡") == []
    dispatch(seeing.resources)
    assert names(seeing, "火车") == ["edit"]
    alice.memory.restore("forget")
    dispatch(seeing.resources)
    assert names(seeing, "咖啡") == ["forget"]


def test_what_changes_while_its_vector_is_made_is_left_waiting(seeing: Archivist) -> None:
    alice = seeing.acting_as("alice")
    alice.memory.remember("Drinks espresso", name="drink")
    model = VectorModel("test:things", 8)
    with seeing.store.reading() as tx:
        waiting = tx.vectors.waiting("memory", model, 10)
    alice.memory.edit("drink", text="Drinks tea")
    with seeing.store.transaction() as tx:
        tx.vectors.put("memory", model, [(waiting[0], [1.0] * 8)])
        assert tx.vectors.counts() == {}
        assert [one.text.body for one in tx.vectors.waiting("memory", model, 10)] == ["Drinks tea"]


def test_sections_are_found_by_meaning_in_force_only(seeing: Archivist) -> None:
    alice = seeing.acting_as("alice")
    alice.knowledge.add_text("ops.md", "# Ops\n\nWe release on Tuesdays.\n\n## Tea\n\nNone.\n", publish=True)
    assert alice.knowledge.search("什么时候发布").hits == ()
    dispatch(seeing.resources)
    assert [hit.section.title for hit in alice.knowledge.search("什么时候发布").hits] == ["Ops"]
    assert seeing.acting_as("bob").knowledge.search("什么时候发布").hits == ()
    alice.knowledge.unpublish("ops.md")
    assert alice.knowledge.search("什么时候发布").hits == ()
    assert held(seeing) == 0


def test_an_embedder_that_fails_leaves_the_words_and_says_so(seeing: Archivist, embedder: ThingEmbedder) -> None:
    alice = seeing.acting_as("alice")
    alice.memory.remember("Drinks espresso every morning", name="drink")
    embedder.fails = True
    found = alice.memory.recall("espresso")
    assert [hit.memory.name for hit in found.hits] == ["drink"]
    assert found.status is RecallStatus.DEGRADED
    assert "asleep" in found.reason
    dispatch(seeing.resources)
    assert held(seeing) == 0


@pytest.mark.parametrize("other", [ThingEmbedder("test:other"), ThingEmbedder(dimensions=16)])
def test_vectors_of_another_model_or_length_are_never_compared(seeing: Archivist, other: ThingEmbedder) -> None:
    seeing.acting_as("alice").memory.remember("Drinks espresso every morning", name="drink")
    fill_up(seeing.resources, other)
    present = seeing.resources.embedder()
    assert present is not None
    assert names(seeing, "咖啡") == []
    assert drifted(seeing.resources, present) == 1
    filled = fill_up(seeing.resources, present)
    assert (filled.memories, filled.others) == (1, 1)
    assert names(seeing, "咖啡") == ["drink"]
    assert drifted(seeing.resources, present) == 0


def test_filling_up_again_embeds_nothing(seeing: Archivist, embedder: ThingEmbedder) -> None:
    alice = seeing.acting_as("alice")
    alice.knowledge.add_text("cups.md", "".join(f"# Cup {n}\n\nCoffee.\n\n" for n in range(70)), publish=True)
    alice.memory.remember("Drinks espresso in the morning", name="drink")
    filled = fill_up(seeing.resources, embedder)
    assert (filled.memories, filled.sections) == (1, 70)
    embedder.asked.clear()
    assert fill_up(seeing.resources, embedder).sections == 0
    assert embedder.asked == []


def test_what_is_undone_is_not_found(seeing: Archivist, embedder: ThingEmbedder) -> None:
    alice = seeing.acting_as("alice")
    alice.memory.remember("Drinks espresso", name="drink")
    model = VectorModel(embedder.name, embedder.dimensions)

    def undo() -> None:
        with seeing.store.transaction() as tx:
            waiting = tx.vectors.waiting("memory", model, 10)
            tx.vectors.put("memory", model, [(waiting[0], embedder.embed(["coffee"])[0])])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        undo()
    assert names(seeing, "咖啡") == []
    fill_up(seeing.resources, embedder)
    assert names(seeing, "咖啡") == ["drink"]


def test_where_vectors_are_off_nothing_is_embedded(app: Archivist) -> None:
    app.acting_as("alice").memory.remember("Drinks espresso every morning", name="drink")
    assert app.resources.embedder() is None
    dispatch(app.resources)
    assert held(app) == 0
    assert app.acting_as("alice").memory.recall("咖啡").status is RecallStatus.EMPTY


def test_what_an_embedder_of_others_takes_stands_on_the_meter_and_ends_with_the_budget(
    clock: TestClock, embedder: ThingEmbedder
) -> None:
    settings = settings_from({**ON, "models": {"max_tokens_per_day": 1}})
    with open_app(":memory:", settings=settings, clock=clock, make_embedder=lambda *named: embedder) as app:
        alice = app.acting_as("alice")
        alice.memory.remember("Drinks espresso every morning", name="drink")
        alice.memory.recall("espresso")
        assert [(use.role, use.requests) for use in app.models.meter()] == [("embedder", 1)]
        again = alice.memory.recall("espresso")
        assert (again.status, len(again.hits)) == (RecallStatus.DEGRADED, 1)
        assert "budget" in again.reason
        assert len(embedder.asked) == 1


# -- what was said


def said(app: Archivist, query: str, user: str = "alice") -> list[str]:
    return [hit.located.message.text for hit in app.acting_as(user).conversations.search(query).hits]


def test_what_was_said_is_found_by_meaning_once_a_conversation_is_over_by_its_owner_only(seeing: Archivist) -> None:
    talk = seeing.acting_as("alice").conversations
    talk.say("c1", Speaker.USER, "I never start without an espresso")
    talk.say("c1", Speaker.ASSISTANT, "Noted.")
    assert said(seeing, "咖啡") == []
    talk.end("c1")
    dispatch(seeing.resources)
    assert said(seeing, "咖啡") == ["I never start without an espresso"]
    assert said(seeing, "咖啡", "bob") == []


def test_conversations_of_one_name_give_nobody_the_words_of_another(seeing: Archivist) -> None:
    for user, text in (("alice", "I love espresso"), ("bob", "咖啡对我不好")):
        talk = seeing.acting_as(user).conversations
        talk.say("main", Speaker.USER, text)
        talk.end("main")
    dispatch(seeing.resources)
    assert said(seeing, "coffee", "alice") == ["I love espresso"]
    assert said(seeing, "coffee", "bob") == ["咖啡对我不好"]


def test_a_message_whose_words_are_erased_loses_its_vector_and_one_that_was_on_its_way(
    seeing: Archivist, embedder: ThingEmbedder
) -> None:
    alice = seeing.acting_as("alice")
    alice.conversations.say("c1", Speaker.USER, "以后 espresso 的周报都用英文写。")
    alice.conversations.extract("c1")
    (entry,) = alice.proposals.queue().items
    written = alice.proposals.apply(entry.id).written
    assert written is not None
    assert written.memory is not None
    model = VectorModel(embedder.name, embedder.dimensions)
    with seeing.store.reading() as tx:
        (waiting,) = tx.vectors.waiting("message", model, 10)
    fill_up(seeing.resources, embedder)
    assert said(seeing, "咖啡") == ["以后 espresso 的周报都用英文写。"]
    alice.memory.erase(written.memory.id)
    assert held(seeing) == 0
    with seeing.store.transaction() as tx:
        tx.vectors.put("message", model, [(waiting, [1.0] * embedder.dimensions)])
    assert held(seeing) == 0
    assert said(seeing, "咖啡") == []


def test_filling_up_goes_through_everything_once_and_says_what_it_was(
    seeing: Archivist, embedder: ThingEmbedder
) -> None:
    alice = seeing.acting_as("alice")
    for number in range(2 * BATCH + 1):
        alice.conversations.say("c1", Speaker.USER, f"espresso number {number}")
    alice.memory.remember("Drinks espresso", name="drink")
    alice.knowledge.add_text("ops.md", "# Ops\n\nWe release on Tuesdays.\n", publish=True)
    filled = fill_up(seeing.resources, embedder)
    assert (filled.memories, filled.sections, filled.messages) == (1, 1, 2 * BATCH + 1)
    again = fill_up(seeing.resources, embedder)
    assert (again.memories, again.sections, again.messages) == (0, 0, 0)


def test_an_embedder_that_fails_leaves_the_words_of_what_was_said(seeing: Archivist, embedder: ThingEmbedder) -> None:
    talk = seeing.acting_as("alice").conversations
    talk.say("c1", Speaker.USER, "espresso, please")
    embedder.fails = True
    found = talk.search("espresso")
    assert [hit.located.message.text for hit in found.hits] == ["espresso, please"]
    assert (found.status, "asleep" in found.reason) == (RecallStatus.DEGRADED, True)


def test_who_says_it_is_part_of_what_a_message_means(seeing: Archivist, embedder: ThingEmbedder) -> None:
    talk = Conversation(
        "c1", (Message("m1", 0, Speaker.USER, "I prefer the espresso", seeing.resources.clock(), name="Tom"),)
    )
    seeing.acting_as("alice").conversations.add(talk)
    fill_up(seeing.resources, embedder)
    assert "Tom: I prefer the espresso" in embedder.asked
    assert said(seeing, "咖啡") == ["I prefer the espresso"]

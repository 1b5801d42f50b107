"""A reranker puts in order what was found: it adds nothing, sees nothing else, and in failing takes nothing away."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.conftest import TestClock
from tests.embedding import ThingEmbedder
from tests.reranking import FondReranker
from tests.serving import Said, serving

from archivist.app import Archivist, open_app, settings_from
from archivist.errors import SettingsError
from archivist.llm.base import Failure, ModelFailed
from archivist.llm.scripted import ScriptedModel
from archivist.read.aids import RERANKED
from archivist.read.recall import RecallStatus
from archivist.session import Session

VECTORS = {"knowledge": {"index": {"vector": {"enabled": True}}}}


@contextmanager
def home(
    clock: TestClock, reranker: Any = "test:fond", plain: dict[str, Any] | None = None, **made: Any
) -> Iterator[Archivist]:
    models = {"reranker": reranker, **(plain or {}).pop("models", {})}
    settings = settings_from({"time_zone": "UTC", **(plain or {}), "models": models})
    with open_app(":memory:", settings=settings, clock=clock, chance=random.Random(7), **made) as app:
        yield app


def reports(alice: Session) -> None:
    """Three records that hold the same word; in the order of words alone the short one is first."""
    alice.memory.remember("The report", name="short")
    alice.memory.remember("The report is due every Friday at noon", name="due")
    alice.memory.remember("The report 周报 goes to Wang", name="reader")


def names(alice: Session, query: str = "report", **asked: Any) -> list[str]:
    return [hit.memory.name for hit in alice.memory.recall(query, **asked).hits]


@pytest.mark.parametrize(("liked", "query"), [("Friday", "report"), ("Wang", "周报 report")])
def test_what_answers_best_comes_first_by_its_judgement(clock: TestClock, liked: str, query: str) -> None:
    fond = FondReranker(liked)
    with home(clock, make_reranker=lambda *named: fond) as app:
        alice = app.acting_as("alice")
        reports(alice)
        found = alice.memory.recall(query)
        assert liked in found.hits[0].memory.text
        assert [hit.relevance for hit in found.hits] == [0.9, 0.1, 0.1]
        assert found.status is RecallStatus.OK


def test_of_equals_the_order_is_that_of_the_words(clock: TestClock) -> None:
    with home(clock, reranker="", make_reranker=lambda *named: FondReranker()) as app:
        alice = app.acting_as("alice")
        reports(alice)
        plain = names(alice)
    with home(clock, make_reranker=lambda *named: FondReranker()) as app:
        alice = app.acting_as("alice")
        reports(alice)
        assert names(alice) == names(alice) == plain


def test_sections_of_documents_are_put_in_order_too(clock: TestClock) -> None:
    fond = FondReranker("trains")
    with home(clock, make_reranker=lambda *named: fond) as app:
        alice = app.acting_as("alice")
        alice.knowledge.add_text(
            "a.md", "# Booking\n\nBooking, booking.\n\n## Early\n\nBooking of trains.\n", publish=True
        )
        found = alice.knowledge.search("booking")
        assert [hit.section.title for hit in found.hits] == ["Early", "Booking"]
        assert (found.status, found.hits[0].relevance) == (RecallStatus.OK, 0.9)
        fond.fails = ModelFailed(Failure.TIMED_OUT, "slow")
        failed = alice.knowledge.search("booking")
        assert [hit.section.title for hit in failed.hits] == ["Booking", "Early"]
        assert (failed.status, failed.reason) == (RecallStatus.DEGRADED, "not reranked: timed_out: slow")


@pytest.mark.parametrize("failure", list(Failure))
def test_one_that_fails_leaves_the_order_and_says_so(clock: TestClock, failure: Failure) -> None:
    fond = FondReranker("Friday")
    with home(clock, reranker="", make_reranker=lambda *named: fond) as app:
        alice = app.acting_as("alice")
        reports(alice)
        plain = names(alice)
    with home(clock, make_reranker=lambda *named: fond) as app:
        alice = app.acting_as("alice")
        reports(alice)
        fond.fails = ModelFailed(failure, "test")
        found = alice.memory.recall("report")
        assert [hit.memory.name for hit in found.hits] == plain
        assert found.status is RecallStatus.DEGRADED
        assert found.reason == f"not reranked: {failure}: test"
        assert alice.oversight.counters()[f"model_failed_{failure}"] == 1


def test_it_is_shown_nothing_but_what_the_asker_may_see(clock: TestClock) -> None:
    fond = FondReranker()
    with home(clock, make_reranker=lambda *named: fond) as app:
        app.acting_as("bob").memory.remember("Bob's report is secret", name="bobs")
        reports(app.acting_as("alice"))
        names(app.acting_as("alice"))
        assert len(fond.asked[0][1]) == 3
        assert not any("Bob" in text for _, texts in fond.asked for text in texts)


def test_it_reads_no_more_than_its_share_and_the_rest_stay_behind(clock: TestClock) -> None:
    fond = FondReranker("nothing of all this")
    settings = {"memory": {"recall": {"max_bodies": 50}}}
    with home(clock, plain=settings, make_reranker=lambda *named: fond) as app:
        alice = app.acting_as("alice")
        for number in range(RERANKED + 10):
            letters = "".join(chr(ord(digit) + 50) for digit in str(number)) * 3
            alice.memory.remember(f"Zebra {letters} grazes near {letters[::-1]}x", name=letters)
        found = alice.memory.recall("zebra", limit=50)
        assert len(fond.asked[0][1]) == RERANKED
        assert len(found.hits) == RERANKED + 10
        relevances = [hit.relevance for hit in found.hits]
        assert relevances == sorted(relevances, reverse=True)


def test_what_needs_no_order_asks_nobody(clock: TestClock) -> None:
    fond = FondReranker()
    with home(clock, make_reranker=lambda *named: fond) as app:
        alice = app.acting_as("alice")
        reports(alice)
        for query in ("Friday", "zanzibar", "  ", "？！"):
            names(alice, query)
        assert fond.asked == []


def test_where_none_is_configured_none_is_made(clock: TestClock) -> None:
    def never(*named: object) -> FondReranker:
        raise AssertionError("nobody asked for one")

    with home(clock, reranker="", make_reranker=never) as app:
        reports(app.acting_as("alice"))
        assert len(names(app.acting_as("alice"))) == 3


def test_it_takes_the_place_of_the_selector_so_that_one_model_is_asked(clock: TestClock) -> None:
    fond, script = FondReranker("Friday"), ScriptedModel({"relevant": [1]})
    plain = {"models": {"roles": {"selector": "test:light"}}}
    with home(clock, plain=plain, make_reranker=lambda *named: fond, make_model=lambda *named: script) as app:
        reports(app.acting_as("alice"))
        assert names(app.acting_as("alice"))[0] == "due"
        assert (len(fond.asked), script.asked) == (1, [])


def test_it_reads_what_only_meaning_found(clock: TestClock) -> None:
    fond, embedder = FondReranker("plantation"), ThingEmbedder()
    made = {"make_reranker": lambda *named: fond, "make_embedder": lambda *named: embedder}
    with home(clock, plain=dict(VECTORS), **made) as app:
        from archivist.upkeep.dispatch import dispatch

        alice = app.acting_as("alice")
        alice.memory.remember("Drinks espresso in the morning", name="drink")
        alice.memory.remember("Her brother Tom owns a coffee plantation", name="tom")
        dispatch(app.resources)
        assert names(alice, "咖啡") == ["tom", "drink"]
        embedder.fails = True
        fond.fails = ModelFailed(Failure.UNAVAILABLE, "gone")
        found = alice.memory.recall("morning plantation")
        assert found.reason.split("; ") == [
            "found by words only: unavailable: it is asleep", "not reranked: unavailable: gone",
        ]  # fmt: skip


def test_what_it_takes_stands_on_the_meter_and_ends_with_the_budget(clock: TestClock) -> None:
    fond = FondReranker("Friday")
    plain = {"models": {"max_tokens_per_day": 20}}
    with home(clock, plain=plain, make_reranker=lambda *named: fond) as app:
        alice = app.acting_as("alice")
        reports(alice)
        assert names(alice)[0] == "due"
        (use,) = app.models.meter()
        assert (use.role, use.model, use.requests, use.input_tokens) == ("reranker", "test:fond", 1, 30)
        assert alice.oversight.counters()["model_requests_reranker"] == 1
        again = alice.memory.recall("report")
        assert (again.status, len(again.hits), len(fond.asked)) == (RecallStatus.DEGRADED, 3, 1)
        assert "budget" in again.reason


def test_a_server_is_asked_with_the_key_of_the_environment(clock: TestClock, monkeypatch: pytest.MonkeyPatch) -> None:
    def best_last(body: dict[str, Any]) -> Said:
        return Said({"results": [{"index": n, "relevance_score": n / 10} for n in range(len(body["documents"]))]})

    with serving(best_last) as server:
        named = {"model": "rerank:bge", "base_url": server.url, "api_key_env": "MY_RERANKER_KEY", "timeout_s": 9}
        with home(clock, reranker=named) as app:
            alice = app.acting_as("alice")
            reports(alice)
            missing = alice.memory.recall("report")
            assert missing.status is RecallStatus.DEGRADED
            assert "MY_RERANKER_KEY" in missing.reason
            plain = [hit.memory.name for hit in missing.hits]
            monkeypatch.setenv("MY_RERANKER_KEY", "the-key")
            assert names(alice) == plain[::-1]
        assert server.headers[0]["authorization"] == "Bearer the-key"


def test_a_language_model_may_do_it_with_numbers_of_what_it_was_shown(clock: TestClock) -> None:
    script = ScriptedModel({"best_first": [3, 1]}, {"best_first": [9]})
    from archivist.roles.reranker import ModelReranker

    with home(clock, make_reranker=lambda *named: ModelReranker(script)) as app:
        alice = app.acting_as("alice")
        reports(alice)
        plain = names(alice)
        refused = alice.memory.recall("report")
    assert "rejected" in refused.reason
    with home(clock, reranker="") as app:
        reports(app.acting_as("alice"))
        words = names(app.acting_as("alice"))
    assert plain == [words[2], words[0], words[1]]
    assert [hit.memory.name for hit in refused.hits] == words


def test_doctor_asks_it_and_tells_why_it_does_not_answer(clock: TestClock) -> None:
    fond = FondReranker()
    with home(clock, make_reranker=lambda *named: fond) as app:
        embedder, reranker = (one.check() for one in app.specialists)
        assert (reranker.role, reranker.model, reranker.answers, reranker.detail) == (
            "reranker", "test:fond", True, "answers",
        )  # fmt: skip
        assert (embedder.model, embedder.answers, embedder.detail) == ("", True, "switched off")
        fond.fails = ModelFailed(Failure.ACCESS, "AuthenticationError")
        assert [one.check().answers for one in app.specialists] == [True, False]


@pytest.mark.parametrize("given", [{"model": "rerank:m", "max_output_tokens": 5}, {"modle": "x"}, 5])
def test_what_a_reranker_cannot_be_told_is_refused(given: object) -> None:
    with pytest.raises(SettingsError, match="reranker"):
        settings_from({"models": {"reranker": given}})

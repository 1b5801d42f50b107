"""Whatever goes wrong with its model, a role does what it does without one, and the failure is counted."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.exceptions import ContentFilterError, ModelHTTPError, ModelTimeoutError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.conftest import TestClock

from archivist.app import Archivist, open_app, settings_from
from archivist.llm.base import Failure
from archivist.llm.pydantic_ai import PydanticAiModel
from archivist.records.conversation import Speaker
from archivist.session import Session
from archivist.upkeep.briefing import BRIEF
from archivist.upkeep.dispatch import dispatch
from archivist.upkeep.jobs import run_now

RULE = "# 制度\n\n报销上限是 500 元，需要主管批准。\n"
SAID = ("We decided to use Kafka.", "Fine.", "It takes 35 ms.", "I see.", "And the parser?", "It is slow.")


@dataclass(frozen=True)
class Home:
    app: Archivist
    alice: Session
    folder: Path


def selected(home: Home) -> object:
    home.alice.memory.remember("The office is in Hangzhou", name="office")
    home.alice.memory.remember("Tea at four", name="tea")
    return [hit.memory.name for hit in home.alice.memory.recall("office").hits]


def extracted(home: Home) -> object:
    home.alice.conversations.say("c1", Speaker.USER, "以后所有周报都用英文写。")
    return [written.decision.candidate.text for written in home.alice.conversations.extract("c1").written]


def summarized(home: Home) -> object:
    home.alice.knowledge.add_text("rule.md", RULE, publish=True)
    dispatch(home.app.resources)
    ready = home.alice.knowledge.show("rule.md").ready
    return ready and ready.summary


def organized(home: Home) -> object:
    typed = "## Rules\n- 周报简洁\n- 注释用中文\n- 周报简洁\n\n## Info\n- GMV 不含退款\n"
    home.alice.library.save(typed, home.alice.library.show().revision)
    home.alice.library.reorganize()
    return home.alice.library.show().text


def compacted(home: Home) -> object:
    for place, text in enumerate(SAID):
        home.alice.conversations.say("c1", Speaker.ASSISTANT if place % 2 else Speaker.USER, text)
    dispatch(home.app.resources)
    with home.app.store.reading() as tx:
        return tx.conversations.summary("alice", "c1")


def answered(home: Home) -> object:
    home.alice.knowledge.add_text("rule.md", RULE, publish=True)
    answer = home.alice.knowledge.ask("报销上限是多少？")
    return answer.text, [citation.passage.quote for citation in answer.citations]


def briefed(home: Home) -> object:
    home.alice.workspaces.adopt(home.folder, language="en")
    home.alice.journal.add("Rewrote the parser of the import")
    run_now(home.app.resources, BRIEF)
    return home.alice.journal.brief()


def told(home: Home) -> object:
    home.alice.workspaces.adopt(home.folder, language="en")
    home.alice.journal.add("Rewrote the parser of the import")
    return home.alice.journal.ask("what about the parser?")


ROLES: dict[str, Callable[[Home], object]] = {
    "selector": selected,
    "extractor": extracted,
    "summarizer": summarized,
    "organizer": organized,
    "compactor": compacted,
    "librarian": answered,
    "briefer": briefed,
    "briefer, asked": told,
}
FAULTS: dict[str, tuple[Exception | str, Failure]] = {
    "time-out": (ModelTimeoutError("m", "late"), Failure.TIMED_OUT),
    "refusal": (ContentFilterError("no"), Failure.REFUSED),
    "broken JSON": ('{"relevant": [1', Failure.MALFORMED),
    "wrong schema": ('{"relevant": "all", "summary": 7, "brief": [], "action": {}}', Failure.MALFORMED),
    "no words": ("", Failure.MALFORMED),
    "429": (ModelHTTPError(429, "m"), Failure.RATE_LIMITED),
    "500": (ModelHTTPError(500, "m"), Failure.UNAVAILABLE),
    "gone": (ConnectionError("gone"), Failure.UNAVAILABLE),
}


def done_by(role: str, fault: Exception | str | None, clock: TestClock, folder: Path) -> tuple[object, Any]:
    """What the role brought, and how its failures were counted."""

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if isinstance(fault, Exception):
            raise fault
        return ModelResponse(parts=[TextPart(fault or "")])

    def make(*_: str) -> PydanticAiModel:
        return PydanticAiModel("test", ways=("prompted",), model=FunctionModel(answer))

    models = {"roles": {role.partition(",")[0]: "test:any"}} if fault is not None else {}
    context = {"compact_after_messages": 5, "recent_messages": 2}
    settings = settings_from({"time_zone": "UTC", "models": models, "context": context})
    with open_app(":memory:", settings=settings, clock=clock, chance=random.Random(1), make_model=make) as app:
        alice = app.acting_as("alice")
        brought = ROLES[role](Home(app, alice, folder))
        counted = {name: n for name, n in alice.oversight.counters().items() if name.startswith("model_failed_")}
        return brought, (counted, [(use.role, use.failures) for use in app.models.meter(1)])


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_whose_model_fails_does_what_it_does_without_one_and_it_is_counted(
    role: str, fault: str, clock: TestClock, tmp_path: Path
) -> None:
    without, _ = done_by(role, None, clock, tmp_path / "a")
    error, reason = FAULTS[fault]
    brought, counted = done_by(role, error, clock, tmp_path / "b")
    assert without
    assert brought == without
    assert counted == ({f"model_failed_{reason}": 1}, [(role.partition(",")[0], 1)])

"""The meter counts every call and refuses the next one when the day's budget is used up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from archivist.llm.base import Bounds, Failure, ModelFailed, Prompt, Usage
from archivist.llm.chat import ChatTool, Heard, Past, Spoken
from archivist.llm.metered import DailyBudget, MeteredChat, MeteredModel
from archivist.llm.scripted import ScriptedModel


@dataclass(frozen=True)
class Reply:
    answer: int


PROMPT = Prompt("count", "words " * 40)


def test_every_call_is_counted_with_its_role_and_how_it_failed() -> None:
    counted: list[tuple[str, str, Failure | None]] = []
    script = ScriptedModel({"answer": 1}, ModelFailed(Failure.TIMED_OUT, "slow"), {"answer": "one"})
    model = MeteredModel(
        "selector",
        script,
        DailyBudget(),
        Usage,
        lambda role, name, usage, failure: counted.append((role, name, failure)),
    )
    assert model.ask(PROMPT, Reply, Bounds()).reply == Reply(1)
    for reason in (Failure.TIMED_OUT, Failure.MALFORMED):
        with pytest.raises(ModelFailed) as caught:
            model.ask(PROMPT, Reply, Bounds())
        assert caught.value.reason is reason
    assert counted == [
        ("selector", "scripted:test", failure) for failure in (None, Failure.TIMED_OUT, Failure.MALFORMED)
    ]


@pytest.mark.parametrize(
    ("budget", "spent"),
    [
        (DailyBudget(tokens=100), Usage(input_tokens=60, output_tokens=40)),
        (DailyBudget(dollars=0.5), Usage(dollars=0.5)),
    ],
)
def test_with_the_budget_used_up_no_call_is_made(budget: DailyBudget, spent: Usage) -> None:
    script = ScriptedModel({"answer": 1})
    model = MeteredModel("selector", script, budget, lambda: spent, lambda *counted: None)
    with pytest.raises(ModelFailed) as caught:
        model.ask(PROMPT, Reply, Bounds())
    assert caught.value.reason is Failure.BUDGET
    assert script.asked == []


@pytest.mark.parametrize(
    ("failure", "counts"),
    [(Failure.MALFORMED, True), (Failure.TIMED_OUT, True), (Failure.REFUSED, True), (Failure.RATE_LIMITED, False)],
)
def test_a_useless_answer_is_paid_like_another_and_counts_towards_the_budget(failure: Failure, counts: bool) -> None:
    used: list[Usage] = []
    script = ScriptedModel(ModelFailed(failure, "x"))
    model = MeteredModel("selector", script, DailyBudget(), Usage, lambda role, name, usage, failed: used.append(usage))
    with pytest.raises(ModelFailed):
        model.ask(PROMPT, Reply, Bounds())
    assert [bool(one.input_tokens) for one in used] == [counts]


class Silent:
    """A chat model that tells no usage, as some servers do when they stream."""

    name = "silent:test"

    def turn(
        self,
        instructions: str,
        past: Sequence[Past],
        question: str,
        tools: Sequence[ChatTool],
        bounds: Bounds,
        heard: Callable[[Heard], None],
    ) -> Spoken:
        return Spoken("Hello, 你好。", Usage(requests=1))


def test_a_server_that_tells_no_usage_is_counted_by_estimate() -> None:
    counted: list[Usage] = []
    chat = MeteredChat("assistant", Silent(), DailyBudget(), Usage, lambda role, name, usage, _: counted.append(usage))
    chat.turn("be brief", [Past(True, "earlier words")], "hello", (), Bounds(), lambda _: None)
    assert counted[0].requests == 1
    assert counted[0].input_tokens >= 4
    assert counted[0].output_tokens >= 3

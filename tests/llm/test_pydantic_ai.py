"""Real models behind the protocol: the library's own scripted models stand in for the network."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pydantic_ai.exceptions import (
    ContentFilterError,
    ModelHTTPError,
    ModelTimeoutError,
    UnexpectedModelBehavior,
)
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from archivist.errors import SettingsError
from archivist.llm.base import Bounds, Failure, ModelFailed, Prompt
from archivist.llm.chat import ChatTool, Heard, Past, ToolUsed, Words
from archivist.llm.pydantic_ai import PydanticAiModel, as_failure, make_model
from archivist.llm.pydantic_ai_chat import PydanticAiChat


@dataclass(frozen=True)
class Pick:
    numbers: list[int]


def asking(answer: Any, *ways: str) -> PydanticAiModel:
    return PydanticAiModel("function:test", ways=list(ways), model=FunctionModel(answer))


def test_a_typed_reply_comes_back_as_the_dataclass_with_its_cost() -> None:
    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, {"numbers": [3, 1]})])

    got = asking(answer, "tool").ask(Prompt("pick", "a, b, c"), Pick, Bounds())
    assert got.reply == Pick([3, 1])
    assert got.usage.requests == 1


def test_a_reply_of_the_wrong_shape_is_asked_for_once_more_and_then_given_up() -> None:
    asked: list[int] = []

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        asked.append(1)
        return ModelResponse(parts=[TextPart('{"numbers": "all of them"}')])

    with pytest.raises(ModelFailed) as caught:
        asking(answer, "prompted").ask(Prompt("pick", "a"), Pick, Bounds())
    assert caught.value.reason is Failure.MALFORMED
    assert len(asked) == 2


def test_a_server_that_refuses_one_way_of_asking_is_asked_in_the_next() -> None:
    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if info.output_tools:
            raise ModelHTTPError(400, "test", "tool_choice is not supported")
        return ModelResponse(parts=[TextPart('{"numbers": [2]}')])

    model = asking(answer, "tool", "prompted")
    assert model.ask(Prompt("pick", "a, b"), Pick, Bounds()).reply == Pick([2])
    assert model._ways == ["prompted"]


def test_a_server_in_trouble_is_asked_in_the_strictest_way_again_afterwards() -> None:
    troubles = [True, True]

    def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if troubles:
            troubles.pop()
            raise ModelHTTPError(500, "test", "restarting")
        return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, {"numbers": [1]})])

    model = asking(answer, "tool", "prompted")
    with pytest.raises(ModelFailed) as caught:
        model.ask(Prompt("pick", "a"), Pick, Bounds())
    assert caught.value.reason is Failure.UNAVAILABLE
    assert model.ask(Prompt("pick", "a"), Pick, Bounds()).reply == Pick([1])


class Answering(BaseHTTPRequestHandler):
    """A server of OpenAI's protocol that always says the same."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": '{"numbers": [7]}'}
        answer = {
            "id": "1", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        }  # fmt: skip
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *parts: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as opened:
        threading.Thread(target=opened.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{opened.server_port}/v1"
        opened.shutdown()


def test_two_models_answer_whatever_thread_asks_and_within_a_running_loop(server: str) -> None:
    models = [PydanticAiModel(f"openai:{name}", server, "none") for name in ("a", "b")]

    def ask(number: int) -> Pick:
        return models[number % 2].ask(Prompt("pick", "a"), Pick, Bounds()).reply

    async def ask_within() -> Pick:
        return ask(0)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, range(24))) == [Pick([7])] * 24
    assert asyncio.run(ask_within()) == Pick([7])


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ModelHTTPError(429, "m", "slow down"), {Failure.RATE_LIMITED}),
        (ModelHTTPError(500, "m", "oops"), {Failure.UNAVAILABLE}),
        (ModelTimeoutError("m", "late"), {Failure.TIMED_OUT}),
        (TimeoutError(), {Failure.TIMED_OUT}),
        (ContentFilterError("no"), {Failure.REFUSED}),
        (UnexpectedModelBehavior("what"), {Failure.MALFORMED}),
        (ConnectionError("gone"), {Failure.UNAVAILABLE}),
    ],
)
def test_every_error_of_the_library_becomes_ours_and_repeats_nothing_it_said(
    error: Exception, reason: set[Failure]
) -> None:
    failed = as_failure(error)
    assert failed.reason in reason
    assert "slow down" not in failed.message


def test_a_name_without_a_provider_is_refused() -> None:
    with pytest.raises(SettingsError, match="provider:model"):
        make_model("gpt-5", "", "")


def a_tool(answer: str) -> ChatTool:
    schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    return ChatTool("recall", "find", schema, lambda given: f"{answer} {given['query']}", lambda text: "(read)")


def test_words_are_heard_as_they_come_and_tools_are_used_in_between() -> None:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        if isinstance(messages[-1], ModelRequest) and any(isinstance(p, ToolReturnPart) for p in messages[-1].parts):
            yield "It is "
            yield "in Hangzhou."
        else:
            yield {0: DeltaToolCall("recall", '{"query": "office"}')}

    heard: list[Heard] = []
    chat = PydanticAiChat("function:test", model=FunctionModel(stream_function=stream))
    spoken = chat.turn(
        "be short", [Past(True, "hi"), Past(False, "hello")], "where?", [a_tool("found")], Bounds(), heard.append
    )
    assert spoken.text == "It is in Hangzhou."
    assert ToolUsed("recall", "found office") in heard
    assert "".join(one.text for one in heard if isinstance(one, Words)) == "It is in Hangzhou."


def test_an_answer_that_an_earlier_step_has_read_is_one_line_in_later_steps() -> None:
    sizes: list[Sequence[str]] = []

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        returns = [
            str(p.content)
            for m in messages
            if isinstance(m, ModelRequest)
            for p in m.parts
            if isinstance(p, ToolReturnPart)
        ]
        sizes.append(returns)
        if len(returns) < 2:
            yield {0: DeltaToolCall("recall", f'{{"query": "{len(returns)}"}}')}
        else:
            yield "done"

    chat = PydanticAiChat("function:test", model=FunctionModel(stream_function=stream))
    chat.turn("x", [], "go", [a_tool("a long answer")], Bounds(), lambda heard: None)
    assert sizes == [[], ["a long answer 0"], ["(read)", "a long answer 1"]]

"""The Pydantic AI toolset in a real agent with a scripted model."""

import json
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

from archivist.doors.adapters.pydantic_ai_tools import ArchivistToolset, compact_results
from archivist.session import Session

pytestmark = pytest.mark.anyio


def scripted(*calls: tuple[str, dict[str, Any]], seen: list[list[ModelMessage]], tools: list[str]) -> FunctionModel:
    """A model that makes these calls, one a step, and then says it is done."""

    def step(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        seen.append(messages)
        tools[:] = [tool.name for tool in info.function_tools]
        made = sum(isinstance(one, ModelResponse) for one in messages)
        if made < len(calls):
            name, arguments = calls[made]
            return ModelResponse(parts=[ToolCallPart(name, arguments)])
        return ModelResponse(parts=[TextPart("done")])

    return FunctionModel(step)


async def test_an_agent_remembers_and_recalls_and_learns_what_was_wrong(planner: Session) -> None:
    seen: list[list[ModelMessage]] = []
    tools: list[str] = []
    model = scripted(
        ("remember", {"text": "周报用英文写", "name": "weekly"}),
        ("recall", {"query": "周报", "limt": 5}),
        ("recall", {"query": "周报"}),
        seen=seen,
        tools=tools,
    )
    result = await Agent(model, toolsets=[ArchivistToolset(planner)]).run("remember it")
    assert result.output == "done"
    assert "remember" in tools
    assert "clear" not in " ".join(tools)
    parts = [part for message in seen[-1] if isinstance(message, ModelRequest) for part in message.parts]
    assert [part for part in parts if "limt" in str(part.content) and "unknown" in str(part.content)], parts
    returned = [part.content for part in parts if isinstance(part, ToolReturnPart)]
    assert returned[-1]["hits"][0]["body"] == "周报用英文写"  # type: ignore[index, call-overload]
    assert "周报用英文写" in json.dumps(returned[0], ensure_ascii=False)


async def test_earlier_results_are_compacted_and_the_latest_is_whole(planner: Session) -> None:
    from pydantic_ai.capabilities import ProcessHistory

    planner.memory.remember("周报用英文写", name="weekly")
    seen: list[list[ModelMessage]] = []
    calls = [("recall", {"query": "周报"})] * 2
    model = scripted(*calls, seen=seen, tools=[])
    agent = Agent(model, toolsets=[ArchivistToolset(planner)], capabilities=[ProcessHistory(compact_results)])
    await agent.run("look twice")
    parts = [part for message in seen[-1] if isinstance(message, ModelRequest) for part in message.parts]
    returned = [part.content for part in parts if isinstance(part, ToolReturnPart)]
    assert returned[0] == "1 hits, ok"
    assert returned[1]["count"] == 1  # type: ignore[index, call-overload]


async def test_with_memory_off_the_memory_tools_are_not_offered(planner: Session, home: Any) -> None:
    home.acting_as("alice").oversight.switch("memory.enabled", False)
    tools: list[str] = []
    await Agent(scripted(seen=[], tools=tools), toolsets=[ArchivistToolset(planner)]).run("hello")
    assert "recall" not in tools

"""The MCP server through the official client, in both eras of the protocol: strict, isolated, governed."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from archivist.app import Archivist
from archivist.doors.mcp.tools import TOOLS
from tests.doors.mcp.conftest import Connect

pytestmark = pytest.mark.anyio

ARGUMENTS: dict[str, dict[str, Any]] = {
    "remember": {"text": "周报用英文写", "name": "weekly"},
    "recall": {"query": "周报"},
    "update_memory": {"name": "weekly", "tags": ["report"]},
    "forget": {"name": "weekly"},
    "propose_knowledge": {"text": "Reports are in English", "quote": "以后周报都用英文写"},
    "agent_memory_put": {"key": "style", "value": {"summary": "conclusion first"}, "source_event": "m1"},
    "agent_memory_get": {"key": "style"},
    "agent_memory_search": {"query": "conclusion"},
    "agent_memory_delete": {"key": "style", "source_event": "m2"},
    "global_memory_propose": {"text": "The project is in design", "key": "phase", "source_event": "m3"},
    "global_memory_search": {"query": "phase of the project"},
    "expand_knowledge_catalog": {"topic": "Reports"},
    "ask_knowledge": {"question": "How long is the probation period?"},
    "write_journal": {"text": "完成了周报模板", "section": "work"},
    "brief": {},
    "build_context": {"query": "weekly report"},
    "propose_source": {"path": "handbook.md"},
}
ALWAYS = ("propose_source",)


def error(result: Any) -> dict[str, Any]:
    assert result.is_error
    answer: dict[str, Any] = json.loads(result.content[0].text)["error"]
    return answer


async def test_every_tool_tells_what_it_takes_what_it_answers_and_what_it_changes(connect: Connect) -> None:
    async with connect() as client:
        listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == [tool.name for tool in TOOLS if tool.name != "ask_knowledge"]
    for tool in listed:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None
        assert tool.description is not None
        assert 80 < len(tool.description.encode()) < 2048
        assert tool.annotations is not None
    hints = {tool.name: tool.annotations for tool in listed}
    assert hints["recall"].read_only_hint  # type: ignore[union-attr]
    assert hints["forget"].destructive_hint  # type: ignore[union-attr]
    assert not any("clear" in tool.name for tool in listed)


async def test_each_tool_answers_in_the_shape_it_published(connect: Connect, home: Archivist, tmp_path: Path) -> None:
    from archivist.records.conversation import Speaker

    alice = home.acting_as("alice", project="atlas")
    alice.conversations.say("c1", Speaker.USER, "以后周报都用英文写")
    alice.memory.remember("Reports carry a summary", delivery="always", topic="Reports")
    alice.knowledge.add_text(
        "handbook.md", "# Handbook\n\n## Probation\n\nThe probation period is 3 months.\n", publish=True
    )
    alice.workspaces.adopt(tmp_path / "work")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "more.md").write_text("# More\n\nText.\n", "utf-8")
    async with connect() as client:
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
        for name in sorted(schemas, key=list(ARGUMENTS).index):
            arguments = ARGUMENTS[name]
            if name == "propose_source":
                continue
            result = await client.call_tool(name, arguments)
            assert not result.is_error, (name, result.content)
            jsonschema.validate(result.structured_content, schemas[name])
            assert json.loads(result.content[0].text) == result.structured_content  # type: ignore[union-attr]
            if name == "remember":
                result = await client.call_tool("recall", {"query": "周报"})
                assert result.structured_content["count"] == 1


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        ("forget", {"name": "weekly", "dry_run": "true"}, "dry_run"),
        ("recall", {"query": "x", "scopes": ["workstraem"]}, "scope"),
        ("recall", {"query": "x", "limit": "5"}, "limit"),
        ("recall", {"query": "x", "limit": -1}, "limit"),
        ("recall", {}, "query"),
        ("remember", {"text": "x", "importanse": 0.9}, "importanse"),
        ("remember", {"text": "x", "importance": 7}, "importance"),
        ("remember", {"text": "x", "importance": True}, "importance"),
        ("remember", {"text": "x", "source": "human", "recallCount": 99}, "source"),
        ("remember", {"text": "x", "type": "opinion"}, "type"),
        ("remember", {"text": "x", "tags": "one"}, "tags"),
        ("agent_memory_put", {"key": "k", "value": 1}, "source_event"),
        ("agent_memory_get", {"key": 5}, "key"),
        ("global_memory_propose", {"text": "x", "source_event": "m", "scope": "agent:other"}, "scope"),
    ],
)
async def test_wrong_arguments_are_named_and_nothing_is_done(
    connect: Connect, home: Archivist, tool: str, arguments: dict[str, Any], named: str
) -> None:
    alice = home.acting_as("alice")
    alice.memory.remember("Weekly reports are in English", name="weekly")
    async with connect() as client:
        assert named in error(await client.call_tool(tool, arguments))["message"]
    assert [one.name for one in alice.memory.list().items] == ["weekly"]


async def test_an_unknown_tool_is_an_error_of_the_protocol(connect: Connect) -> None:
    async with connect() as client:
        with pytest.raises(MCPError, match="clear_memory"):
            await client.call_tool("clear_memory", {})
        assert (await client.list_tools()).tools


async def test_with_memory_off_the_tools_are_not_offered_and_refuse(connect: Connect, home: Archivist) -> None:
    alice = home.acting_as("alice")
    alice.memory.remember("用户偏好深色主题", name="k1")
    async with connect() as client:
        alice.oversight.switch("memory.enabled", False)
        assert [tool.name for tool in (await client.list_tools()).tools] == list(ALWAYS)
        for name, arguments in ARGUMENTS.items():
            if name in ALWAYS or name == "ask_knowledge":
                continue
            assert error(await client.call_tool(name, arguments))["code"] == "off"
        alice.oversight.switch("memory.enabled", True)
        assert len((await client.list_tools()).tools) == len(TOOLS) - 1
    assert [one.name for one in alice.memory.list().items] == ["k1"]


async def test_the_agent_is_named_after_the_client_unless_said(connect: Connect, home: Archivist) -> None:
    async with connect(agent=None, client_info=types.Implementation(name="Claude Code", version="2")) as client:
        await client.call_tool("remember", {"text": "Deploys happen on Tuesdays", "name": "deploys"})
    assert "claude-code" in home.acting_as("alice").memory.show("deploys").created_by


async def test_two_users_and_two_agents_never_reach_each_other(connect: Connect, home: Archivist) -> None:
    async with connect("alice") as client:
        written = (
            await client.call_tool("remember", {"text": "Alice keeps the harbour plan", "name": "harbour"})
        ).structured_content
        await client.call_tool("agent_memory_put", {"key": "plan", "value": "harbour notes", "source_event": "m1"})
        proposed = await client.call_tool(
            "global_memory_propose",
            {"text": "The harbour opens in May", "source_event": "m2", "scope": "project:atlas"},
        )
    id = written["record"]["id"]
    note = home.acting_as("alice", agent="planner").agents.get("plan").id
    entry = proposed.structured_content["proposal"]["id"]
    for user, agent in (("bob", "planner"), ("ali", "planner"), ("alice10", "planner")):
        async with connect(user, agent=agent) as client:
            assert (await client.call_tool("recall", {"query": "harbour"})).structured_content["count"] == 0
            assert (await client.call_tool("agent_memory_search", {})).structured_content["count"] == 0
            assert (await client.call_tool("global_memory_search", {"query": "harbour"})).structured_content[
                "count"
            ] == 0
            for name in (id, note, entry, "harbour", "plan"):
                for tool, more in (("forget", {}), ("update_memory", {"text": "taken over"})):
                    assert error(await client.call_tool(tool, {"name": name} | more))["code"] == "not_found"
                assert error(await client.call_tool("agent_memory_get", {"key": name}))["code"] == "not_found"
                with pytest.raises(MCPError, match="no "):
                    await client.read_resource(f"archivist://memories/{name}")
            for scope in ("user:alice", "project:atlas"):
                result = await client.call_tool("recall", {"query": "harbour", "scopes": [scope]})
                assert result.is_error or result.structured_content["count"] == 0
                result = await client.call_tool("remember", {"text": "planted", "scope": scope})
                assert result.is_error or result.structured_content["outcome"] == "rejected"
            context = await client.call_tool("build_context", {"query": "harbour"})
            assert "harbour" not in context.structured_content["text"].lower()
    async with connect("alice", agent="other") as client:
        assert error(await client.call_tool("agent_memory_get", {"key": "plan"}))["code"] == "not_found"
        assert error(await client.call_tool("forget", {"name": note}))["code"] in {"not_found", "not_permitted"}
    assert home.acting_as("alice").memory.show("harbour").text == "Alice keeps the harbour plan"
    assert home.acting_as("alice", agent="planner").agents.get("plan").value == '"harbour notes"'


async def test_records_can_be_read_by_address_and_prompts_start_and_review(connect: Connect, home: Archivist) -> None:
    home.acting_as("alice").memory.remember("周报用英文写", name="weekly")
    async with connect() as client:
        listed = [one for one in (await client.list_resources()).resources if "memories" in one.uri]
        assert (await client.list_resource_templates()).resource_templates
        text = (await client.read_resource(listed[0].uri)).contents[0]
        assert "周报用英文写" in text.text  # type: ignore[union-attr]
        for uri in (
            "archivist://memories/none",
            "archivist://secrets/x",
            "file:///etc/passwd",
            "archivist://memories/",
        ):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        assert names == ["start_session", "review_memory"]
        start = await client.get_prompt("start_session", {"topic": "周报"})
        assert "周报用英文写" in start.messages[0].content.text  # type: ignore[union-attr]
        review = await client.get_prompt("review_memory")
        assert "weekly" in review.messages[0].content.text  # type: ignore[union-attr]
        with pytest.raises(MCPError):
            await client.get_prompt("none")


@pytest.mark.parametrize(("said", "outcome"), [("apply", "created"), ("dismiss", "rejected"), ("later", "held")])
async def test_where_the_person_wants_to_be_asked_their_answer_decides(
    connect: Connect, home: Archivist, said: str, outcome: str
) -> None:
    from archivist.records.conversation import Speaker

    alice = home.acting_as("alice")
    alice.conversations.say("c1", Speaker.USER, "以后周报都用英文写")
    asked: list[str] = []

    async def answer(context: Any, params: types.ElicitRequestFormParams) -> types.ElicitResult:
        asked.append(params.message)
        return types.ElicitResult(action="accept", content={"decision": said})

    async with connect(asks=True, elicitation_callback=answer) as client:
        result = (await client.call_tool("propose_knowledge", ARGUMENTS["propose_knowledge"])).structured_content
    assert "以后周报都用英文写" in asked[0]
    assert result["outcome"] == outcome
    assert len(alice.proposals.queue().items) == (said == "later")
    assert len(alice.memory.list().items) == (said == "apply")


async def test_without_being_asked_to_ask_or_able_to_a_proposal_waits(connect: Connect, home: Archivist) -> None:
    from archivist.records.conversation import Speaker

    alice = home.acting_as("alice")
    alice.conversations.say("c1", Speaker.USER, "以后周报都用英文写")

    async def never(context: Any, params: Any) -> types.ElicitResult:
        raise AssertionError("nobody wanted to be asked")

    async with connect(elicitation_callback=never) as client:
        result = (await client.call_tool("propose_knowledge", ARGUMENTS["propose_knowledge"])).structured_content
    assert result["outcome"] == "held"
    async with connect(asks=True) as client:
        again = (await client.call_tool("propose_knowledge", ARGUMENTS["propose_knowledge"])).structured_content
    assert again["outcome"] in {"held", "unchanged", "rejected"}
    assert len(alice.proposals.queue().items) == 1


async def test_a_long_call_tells_how_it_goes(connect: Connect) -> None:
    told: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append(done)

    async with connect() as client:
        await client.call_tool("build_context", {"query": "weekly report"}, progress_callback=progress)
    assert told[0] == 0
    assert told == sorted(told)

"""OpenAI Agents' session as a conversation: items come back as given, and what the user said can be evidence."""

from typing import Any

import pytest
from agents.memory import Session as SessionProtocol
from agents.memory.session_settings import SessionSettings

from archivist.app import Archivist
from archivist.doors.adapters.openai_session import ArchivistSession
from archivist.session import Session

pytestmark = pytest.mark.anyio
ITEMS: list[Any] = [
    {"role": "user", "content": "以后所有周报都用英文写。"},
    {"role": "assistant", "content": "OK", "type": "message", "status": "completed", "id": "m1"},
    {"type": "function_call", "call_id": "c1", "name": "f", "arguments": '{"x": 1}'},
    {"type": "function_call_output", "call_id": "c1", "output": "done"},
    {"role": "user", "content": [{"type": "input_text", "text": "and a picture"}]},
    {"role": "assistant", "content": "fine"},
]


async def test_items_come_back_as_they_were_given(planner: Session) -> None:
    session = ArchivistSession(planner, "ticket-7")
    assert isinstance(session, SessionProtocol)
    assert await session.get_items() == []
    await session.add_items(ITEMS[:3])
    await session.add_items(ITEMS[3:])
    assert await session.get_items() == ITEMS
    assert await session.get_items(limit=2) == ITEMS[-2:]
    assert await session.get_items(limit=0) == []
    assert await session.get_items(limit=99) == ITEMS
    limited = ArchivistSession(planner, "ticket-7", SessionSettings(limit=1))
    assert await limited.get_items() == ITEMS[-1:]


async def test_items_are_taken_back_one_by_one_and_cleared(planner: Session) -> None:
    session = ArchivistSession(planner, "t")
    assert await session.pop_item() is None
    await session.add_items(ITEMS)
    assert await session.pop_item() == ITEMS[-1]
    assert await session.pop_item() == ITEMS[-2]
    await session.add_items(ITEMS[:1])
    assert await session.get_items() == [*ITEMS[:-2], ITEMS[0]]
    await session.clear_session()
    assert await session.get_items() == []
    assert await session.pop_item() is None
    await session.add_items(ITEMS[:1])
    assert await session.get_items() == ITEMS[:1]


async def test_sessions_are_of_one_user_and_their_words_are_evidence(planner: Session, home: Archivist) -> None:
    await ArchivistSession(planner, "t").add_items(ITEMS)
    assert await ArchivistSession(home.acting_as("bob", agent="planner"), "t").get_items() == []
    assert await ArchivistSession(planner, "t2").get_items() == []
    extracted = home.acting_as("alice").conversations.extract("t")
    assert [one.decision.candidate.evidence[0].quote for one in extracted.written]


async def test_a_real_run_remembers_the_turn_before(planner: Session) -> None:
    from agents import Agent, ModelResponse, Runner, Usage
    from agents.models.interface import Model
    from openai.types.responses import ResponseOutputMessage, ResponseOutputText

    seen: list[Any] = []

    class Echo(Model):
        async def get_response(self, system_instructions: Any, input: Any, *more: Any, **named: Any) -> ModelResponse:
            seen.append(input)
            text = ResponseOutputText(text=f"heard {len(input)}", type="output_text", annotations=[])
            said = ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")
            return ModelResponse(output=[said], usage=Usage(), response_id=None)

        def stream_response(self, *given: Any, **named: Any) -> Any:
            raise NotImplementedError

    agent = Agent(name="a", model=Echo())
    from agents import RunConfig

    quiet = RunConfig(tracing_disabled=True)
    session = ArchivistSession(planner, "run")
    first = await Runner.run(agent, "周报用英文写", session=session, run_config=quiet)
    second = await Runner.run(agent, "again", session=session, run_config=quiet)
    assert (first.final_output, second.final_output) == ("heard 1", "heard 3")
    assert seen[1][0]["content"] == "周报用英文写"

"""Conversations through pydantic-ai: streaming, tools, and answers of tools that shrink once they have been read."""

from collections.abc import AsyncIterable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from archivist.llm.base import Bounds, ModelFailed, Usage
from archivist.llm.chat import ChatTool, Heard, Past, Spoken, ToolUsed, Words
from archivist.llm.pydantic_ai import as_failure, caller, make_model

MOST_STEPS: Final = 8
"""Requests to the model in one turn: a question, some tools, an answer."""


class PydanticAiChat:
    """Implements `llm.chat.ChatModel`. `model` is for tests: a scripted model of the library."""

    def __init__(self, name: str, base_url: str = "", api_key: str = "", model: Any = None) -> None:
        self.name = name
        self._model = model if model is not None else make_model(name, base_url, api_key)

    def turn(
        self,
        instructions: str,
        past: Sequence[Past],
        question: str,
        tools: Sequence[ChatTool],
        bounds: Bounds,
        heard: Callable[[Heard], None],
    ) -> Spoken:
        from pydantic_ai import Agent, Tool
        from pydantic_ai.usage import UsageLimits

        briefs = {tool.name: tool.brief for tool in tools}
        agent: Any = Agent(
            self._model,
            instructions=instructions,
            tools=[
                Tool.from_schema(_runs(tool, heard), tool.name, tool.description, dict(tool.parameters))
                for tool in tools
            ],
            capabilities=[_shrinking(briefs)],
        )
        try:
            talking = agent.run(
                question,
                message_history=_history(past),
                model_settings={"timeout": bounds.timeout_s, "max_tokens": bounds.max_output_tokens},
                usage_limits=UsageLimits(request_limit=MOST_STEPS),
                event_stream_handler=_listening(heard),
            )
            run = caller().call(talking, bounds.timeout_s * 2)
        except ModelFailed:
            raise
        except Exception as exc:
            raise as_failure(exc) from exc
        used = run.usage
        return Spoken(
            str(run.output),
            Usage(used.requests, used.input_tokens, used.output_tokens, float(used.cost or 0)),
        )


def _runs(tool: ChatTool, heard: Callable[[Heard], None]) -> Callable[..., str]:
    def run(**arguments: Any) -> str:
        answer = tool.run(arguments)
        heard(ToolUsed(tool.name, answer))
        return answer

    return run


def _listening(heard: Callable[[Heard], None]) -> Callable[[Any, AsyncIterable[Any]], Any]:
    from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

    async def listen(context: Any, events: AsyncIterable[Any]) -> None:
        async for event in events:
            if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart) and event.part.content:
                heard(Words(event.part.content))
            elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
                heard(Words(event.delta.content_delta))

    return listen


def _shrinking(briefs: dict[str, Callable[[str], str]]) -> Any:
    """Before each step, the answers of tools that an earlier step has read become one line each."""
    from pydantic_ai.capabilities import AbstractCapability
    from pydantic_ai.messages import ModelRequest

    class Shrinking(AbstractCapability[Any]):
        async def before_model_request(self, ctx: Any, request_context: Any) -> Any:
            messages = list(request_context.messages)
            for at, message in enumerate(messages[:-1]):
                if isinstance(message, ModelRequest):
                    parts = [_shrunk(part, briefs) for part in message.parts]
                    messages[at] = replace(message, parts=parts)
            request_context.messages = messages
            return request_context

    return Shrinking()


def _shrunk(part: Any, briefs: dict[str, Callable[[str], str]]) -> Any:
    from pydantic_ai.messages import ToolReturnPart

    if not isinstance(part, ToolReturnPart) or part.tool_name not in briefs:
        return part
    shorter: Any = briefs[part.tool_name](str(part.content))
    return replace(part, content=shorter)


def _history(past: Sequence[Past]) -> list[Any]:
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    return [
        ModelRequest(parts=[UserPromptPart(content=one.text)])
        if one.by_user
        else ModelResponse(parts=[TextPart(content=one.text)])
        for one in past
        if one.text.strip()
    ]

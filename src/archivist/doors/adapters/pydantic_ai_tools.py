"""A toolset for Pydantic AI: the tools of the MCP server, in the process, for one session. Needs `pydantic-ai-slim`.

A wrong argument asks the model to try again; a refusal by a gate is an answer. `compact_results` keeps the latest
result whole and leaves of earlier ones how many hits there were and the state. Source: requirement M14.
"""

import asyncio
from dataclasses import replace
from typing import Any, Final

from pydantic_ai import ModelRetry, RunContext
from pydantic_ai.messages import ModelMessage, ModelRequest, ToolReturnPart
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
from pydantic_core import SchemaValidator, core_schema

from archivist.doors.mcp.offer import compact, is_offered
from archivist.doors.mcp.tool import Json
from archivist.doors.mcp.tools import TOOLS
from archivist.errors import ArchivistError
from archivist.session import Session

RETRIES: Final = 2
ANY_OBJECT: Final = SchemaValidator(core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema()))
_BY_NAME: Final = {tool.name: tool for tool in TOOLS}


class ArchivistToolset(AbstractToolset[Any]):
    """`Agent(model, toolsets=[ArchivistToolset(app.acting_as(user, agent="planner"))])`."""

    def __init__(self, session: Session, *, only: tuple[str, ...] = ()) -> None:
        self._session, self._only = session, only

    @property
    def id(self) -> str:
        return "archivist"

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        """What may be used now: without memory tools while memory is off."""
        offered = await asyncio.to_thread(
            lambda: [
                tool
                for tool in TOOLS
                if (not self._only or tool.name in self._only) and is_offered(tool, self._session)
            ]
        )
        return {
            tool.name: ToolsetTool(
                toolset=self,
                tool_def=ToolDefinition(
                    name=tool.name, description=tool.description, parameters_json_schema=tool.arguments_schema()
                ),
                max_retries=RETRIES,
                args_validator=ANY_OBJECT,
            )
            for tool in offered
        }

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Json:
        """Call one; what is wrong with the arguments is told to the model."""
        chosen = _BY_NAME[name]
        try:
            given = chosen.checked(tool_args)
            return await asyncio.to_thread(chosen.call, self._session, given)
        except ArchivistError as exc:
            raise ModelRetry(f"{exc.message}. {exc.hint}".rstrip(". ")) from exc


def compact_results(messages: list[ModelMessage]) -> list[ModelMessage]:
    """The messages with our earlier results in one line each; the latest request is left whole."""
    last = max((at for at, one in enumerate(messages) if isinstance(one, ModelRequest)), default=-1)
    return [
        replace(message, parts=[_compacted(part) for part in message.parts])
        if isinstance(message, ModelRequest) and at < last
        else message
        for at, message in enumerate(messages)
    ]


def _compacted(part: Any) -> Any:
    if isinstance(part, ToolReturnPart) and part.tool_name in _BY_NAME and isinstance(part.content, dict):
        return replace(part, content=compact(part.content))
    return part

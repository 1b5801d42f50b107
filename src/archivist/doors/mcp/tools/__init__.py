"""Every tool there is, in the order a client lists them. Clearing everything is none: that is a person's act."""

from typing import Any, Final

from archivist.doors.mcp.tool import Tool
from archivist.doors.mcp.tools import (
    agent_memory_delete,
    agent_memory_get,
    agent_memory_put,
    agent_memory_search,
    build_context,
    forget,
    global_memory_propose,
    global_memory_search,
    propose_knowledge,
    recall,
    remember,
    update_memory,
)

TOOLS: Final[tuple[Tool[Any], ...]] = (
    remember.TOOL,
    recall.TOOL,
    update_memory.TOOL,
    forget.TOOL,
    propose_knowledge.TOOL,
    agent_memory_get.TOOL,
    agent_memory_put.TOOL,
    agent_memory_search.TOOL,
    agent_memory_delete.TOOL,
    global_memory_search.TOOL,
    global_memory_propose.TOOL,
    build_context.TOOL,
)

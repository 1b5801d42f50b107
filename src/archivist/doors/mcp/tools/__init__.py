"""Every tool there is, in the order a client lists them. Clearing everything is none: that is a person's act."""

from typing import Any, Final

from archivist.doors.mcp.tool import Tool
from archivist.doors.mcp.tools import (
    agent_memory_delete,
    agent_memory_get,
    agent_memory_put,
    agent_memory_search,
    ask_knowledge,
    brief,
    build_context,
    expand_knowledge_catalog,
    forget,
    global_memory_propose,
    global_memory_search,
    propose_knowledge,
    propose_source,
    recall,
    remember,
    update_memory,
    write_journal,
)

TOOLS: Final[tuple[Tool[Any], ...]] = (
    remember.TOOL,
    recall.TOOL,
    update_memory.TOOL,
    forget.TOOL,
    propose_knowledge.TOOL,
    expand_knowledge_catalog.TOOL,
    agent_memory_get.TOOL,
    agent_memory_put.TOOL,
    agent_memory_search.TOOL,
    agent_memory_delete.TOOL,
    global_memory_search.TOOL,
    global_memory_propose.TOOL,
    propose_source.TOOL,
    ask_knowledge.TOOL,
    write_journal.TOOL,
    brief.TOOL,
    build_context.TOOL,
)

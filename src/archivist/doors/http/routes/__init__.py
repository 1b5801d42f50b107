"""Every route there is, noun by noun."""

from archivist.doors.http.route import Route
from archivist.doors.http.routes import (
    agents,
    context,
    conversations,
    documents,
    global_memory,
    journal,
    library,
    memories,
    oversight,
    projects,
    proposals,
)

ROUTES: tuple[Route, ...] = (
    *memories.ROUTES,
    *conversations.ROUTES,
    *proposals.ROUTES,
    *library.ROUTES,
    *projects.ROUTES,
    *documents.ROUTES,
    *journal.ROUTES,
    *agents.ROUTES,
    *global_memory.ROUTES,
    *context.ROUTES,
    *oversight.ROUTES,
)

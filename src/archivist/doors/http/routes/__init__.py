"""Every route there is, noun by noun."""

from archivist.doors.http.route import Route
from archivist.doors.http.routes import agents, context, conversations, global_memory, memories, oversight, proposals

ROUTES: tuple[Route, ...] = (
    *memories.ROUTES,
    *conversations.ROUTES,
    *proposals.ROUTES,
    *agents.ROUTES,
    *global_memory.ROUTES,
    *context.ROUTES,
    *oversight.ROUTES,
)

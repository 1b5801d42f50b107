"""The Model Context Protocol at /mcp of the same server: the same tokens, the same wall, the same limits.

Who calls is told by the token, and by the client's name where the token is a person's: through this door a model acts,
so it is always an agent, which proposes and never approves.
"""

from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from archivist.doors.http import problems
from archivist.doors.http.app import Face
from archivist.doors.http.door import Door, Visitor
from archivist.doors.http.problems import Refusal
from archivist.doors.mcp.caller import Call, agent_name
from archivist.doors.mcp.http import make_mcp_app
from archivist.errors import ArchivistError, NotPermitted
from archivist.session import Session

PATH = "/mcp"
VISITOR = "archivist.visitor"


@dataclass(frozen=True, slots=True)
class Admitted:
    """Lets nobody through who is not admitted, and passes on who it is."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        door: Door = scope["app"].state.door
        request = Request(scope)
        try:
            scope[VISITOR] = await door.run(lambda: door.admit(request))
        except Refusal as refusal:
            await problems.of_refusal(refusal)(scope, receive, send)
        except ArchivistError as exc:
            await problems.of_error(exc)(scope, receive, send)
        else:
            await self.app(scope, receive, send)


class HttpCallers:
    """Turns an admitted request into what its agent may ask for."""

    def session(self, call: Call) -> Session:
        session = _visitor(call).session
        if session.principal.agent is not None:
            return session
        return Session(session.resources, replace(session.principal, agent=agent_name(call.client)))

    def person(self, call: Call) -> Session:
        session = _visitor(call).session
        if session.principal.agent is not None:
            raise NotPermitted(session.principal.name, "answer for a person")
        return session


def mcp_face() -> Face:
    """What to mount."""
    app = make_mcp_app(HttpCallers())
    return Face(PATH, Admitted(app), app.lifespan)


def _visitor(call: Call) -> Visitor:
    visitor: Visitor = call.request.scope[VISITOR]
    return visitor

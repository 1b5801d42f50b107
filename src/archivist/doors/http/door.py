"""The way of one request: who asks, may they, what do they ask, which service answers. One thread carries all of it.

`Door` holds what lives as long as the server. Other faces that are mounted beside this one (MCP, the console) find it
at `request.app.state.door` and let people in by `admit`, so that there is one place that decides who somebody is.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar
from urllib.parse import unquote

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from archivist.app import Archivist
from archivist.doors import shapes
from archivist.doors.http import body as reading
from archivist.doors.http import problems
from archivist.doors.http.cursors import Seal
from archivist.doors.http.guard import is_local
from archivist.doors.http.limits import RateLimits
from archivist.doors.http.meters import Meters
from archivist.doors.http.problems import Refusal
from archivist.doors.http.route import Answer, Call, Route
from archivist.errors import ArchivistError, Invalid, NotAuthenticated, NotFound, NotPermitted
from archivist.records.principal import Role
from archivist.records.token import Token
from archivist.services.once import Told, once
from archivist.services.tokens import authenticate, is_shared
from archivist.session import Session
from archivist.settings import ServerSettings

Result = TypeVar("Result")
log = logging.getLogger("archivist.http")
MAX_KEY_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who came in. `may_found`: a project that nobody has made yet is made when they name it."""

    caller: str
    """A name for the rate limit: the token's id, or the address."""
    session: Session
    may_found: bool


@dataclass
class Door:
    """One running server over one open home."""

    app: Archivist
    settings: ServerSettings
    owner: str | None
    """The user who needs no token from this machine; None where everybody needs one."""
    key: bytes
    """Seals cursors; stays the same over restarts."""
    meters: Meters = field(default_factory=Meters)
    draining: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server is about to stop, so that open streams end."""
    streams: int = 0

    def __post_init__(self) -> None:
        self.limits = RateLimits(self.settings.requests_per_minute, self.settings.burst)
        self._threads = ThreadPoolExecutor(self.settings.threads, "archivist-http")

    async def run(self, act: Callable[[], Result]) -> Result:
        """Do `act` in a thread. The threads stay, and with each of them its reader of the database."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, act)

    def close(self) -> None:
        """Wait for what is in hand."""
        self._threads.shutdown(wait=True)

    # -- who

    def admit(self, request: Request) -> Visitor:
        """Who sends this request. Reads the database: call it in a thread.

        Raises:
            NotAuthenticated: nobody we know.
            NotPermitted: the token is not for the agent, project or workspace that the request names.
            Refusal: 429, too many requests.
        """
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        if not scheme:
            caller, token = self._owner_address(request), None
        elif scheme.lower() == "bearer":
            token = authenticate(self.app.resources, secret.strip())
            caller = token.id
        else:
            raise NotAuthenticated
        if wait := self.limits.wait_s(caller):
            raise Refusal(429, "too_many_requests", "too many requests", headers={"Retry-After": str(wait)})
        return self._visitor(caller, token, request)

    def _owner_address(self, request: Request) -> str:
        if self.owner is None or not is_local(request) or is_shared(self.app.resources, self.owner):
            raise NotAuthenticated
        return "this machine"

    def _visitor(self, caller: str, token: Token | None, request: Request) -> Visitor:
        project, task = _named(request, "Archivist-Project"), _named(request, "Archivist-Task")
        agent, workspace = _named(request, "Archivist-Agent"), _named(request, "Archivist-Workspace")
        if token is None:
            assert self.owner is not None
            session = self.app.acting_as(self.owner, project=project, workspace=workspace, agent=agent, task=task)
            return Visitor(caller, session, may_found=agent is None)
        if token.agent is not None and agent not in (None, token.agent):
            raise NotPermitted(f"a token of agent {token.agent}", f"act as agent {agent}")
        if workspace not in (None, token.workspace) and (token.role is not Role.ADMINISTRATOR or token.agent):
            raise NotPermitted(f"user:{token.user}", f"use workspace {workspace} with this token")
        may_found = token.agent is None and not token.projects and token.role is not Role.READER

        def acting(focus: str | None) -> Session:
            return self.app.acting_as(
                token.user,
                project=focus,
                projects=token.projects or None,
                workspace=workspace or token.workspace,
                agent=token.agent or agent,
                task=task,
                role=token.role,
            )

        unfocused = acting(None)
        if project is None:
            return Visitor(caller, unfocused, may_found)
        if project not in unfocused.principal.projects and not may_found:
            raise NotPermitted(f"user:{token.user}", f"use project {project} with this token")
        return Visitor(caller, acting(project), may_found)

    # -- what

    async def serve(self, request: Request, route: Route) -> Response:
        """The answer of one route."""
        try:
            raw = await self._read(request, route)
        except Refusal as refusal:
            return problems.of_refusal(refusal)
        return await self.run(lambda: self._answer(request, route, raw))

    async def _read(self, request: Request, route: Route) -> bytes:
        """The body, never longer than the guard lets through."""
        raw = await request.body() if request.method in {"POST", "PUT", "PATCH", "DELETE"} else b""
        if route.body is not None:
            reading.demand_json(request)
        elif raw.strip() not in (b"", b"{}", b"null"):
            raise Refusal(422, "invalid", "this request takes no body", facts={"field": "body"})
        return raw

    def _answer(self, request: Request, route: Route, raw: bytes) -> Response:
        """The whole way in one thread. The one place of this door that catches what nobody expected."""
        try:
            visitor = self.admit(request)
            if not visitor.session.principal.has_role(route.role):
                raise NotPermitted(visitor.session.principal.name, f"do this; it takes the role {route.role}")
            return _response(request, self._act(visitor, request, route, raw))
        except Refusal as refusal:
            return problems.of_refusal(refusal)
        except ArchivistError as exc:
            return problems.of_error(exc)
        except Exception:
            incident = self.app.resources.new_id()
            log.exception("incident %s at %s %s", incident, route.method, route.path)
            return problems.document(500, "internal", "archivist failed; nothing half-done was kept", incident)

    def _act(self, visitor: Visitor, request: Request, route: Route, raw: bytes) -> Told:
        arguments: dict[str, object] = dict(request.path_params)
        reading.demand_unicode(arguments)
        if route.query is not None:
            arguments["query"] = reading.query_of(request.query_params, route.query)
        elif request.query_params:
            raise Invalid(next(iter(request.query_params)), "this request takes no parameters")
        if route.body is not None:
            arguments["body"] = reading.body_of(raw, route.body)
        call = Call(
            visitor.session,
            Seal(self.key, visitor.session.principal),
            _tag(request, route),
            naming=lambda project: self._naming(visitor, project),
        )

        def act() -> Told:
            answer: Answer = route.act(call, **arguments)
            return Told(answer.status, answer.body, answer.etag, answer.media_type)

        key = request.headers.get("idempotency-key") if route.once else None
        if key is None:
            return act()
        if not 1 <= len(key.strip()) <= MAX_KEY_CHARACTERS:
            raise Invalid("Idempotency-Key", f"must be 1 to {MAX_KEY_CHARACTERS} characters")
        named = f"{request.method} {request.url.path}?{request.url.query}".encode("utf-8", "replace")
        principal = visitor.session.principal
        return once(
            self.app.resources, principal, key.strip(), named + b"\0" + raw, act, lambda *what: _tell(call, *what)
        )

    def _naming(self, visitor: Visitor, project: str) -> Session:
        who = visitor.session.principal
        if project in who.projects or not visitor.may_found:
            return visitor.session
        in_it = self.app.acting_as(who.user, project=project, role=who.role)
        projects = {*who.projects, *in_it.principal.projects}
        return Session(self.app.resources, replace(who, projects=frozenset(projects), project=who.project or project))


def _response(request: Request, told: Told) -> Response:
    headers = {"Idempotency-Replayed": "true"} if told.replayed else {}
    if told.etag is not None:
        headers["ETag"] = f'"{told.etag}"'
        if request.method == "GET" and request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
    return Response(msgspec.json.encode(told.body), told.status, headers, told.media_type)


def _tag(request: Request, route: Route) -> str | None:
    """The tag in If-Match, where the route looks at it.

    Raises:
        Refusal: 428, the route needs one.
    """
    if route.if_match == "ignored":
        return None
    given = request.headers.get("if-match")
    if given is None and route.if_match == "required":
        raise Refusal(
            428,
            "precondition_required",
            "say which state you have read: If-Match",
            'send the ETag of the record, such as If-Match: "3"; * overwrites whatever stands',
        )
    if given is None or given.strip() == "*":
        return None
    return given.strip().removeprefix("W/").strip('"')


def _named(request: Request, header: str) -> str | None:
    """A name in a header; other alphabets are percent-encoded there."""
    value = request.headers.get(header)
    return unquote(value) if value else None


def _tell(call: Call, kind: str, id: str) -> shapes.Json | None:
    """A record or an entry of the queue as it stands; None where it is not to be seen any more."""
    try:
        if kind == "proposal":
            return shapes.proposal(call.session.proposals.show(id))
        return shapes.memory(call.session.memory.history(id).memory)
    except NotFound:
        return None

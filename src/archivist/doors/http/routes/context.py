"""Routes on context: build what an agent is given for a run, ask later what it was, search within a run."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from archivist.doors import shapes_context as shapes
from archivist.doors.http import answers
from archivist.doors.http.route import Answer, Call, Route, only_given
from archivist.records.principal import Role

NOUN = "context"


class Wanted(Struct, forbid_unknown_fields=True):
    """For which agent, for which request, inside how many tokens."""

    agent: str
    query: str
    budget_tokens: Annotated[int, Meta(ge=1, le=1_000_000)] | UnsetType = UNSET
    conversation: str | UnsetType = UNSET
    task: str | UnsetType = UNSET
    source_event: str | UnsetType = UNSET


class Question(Struct, forbid_unknown_fields=True):
    """What the agent looks for by itself."""

    query: str
    limit: Annotated[int, Meta(ge=1, le=50)] = 5


class Runs(Struct, forbid_unknown_fields=True):
    """How many runs to list."""

    limit: Annotated[int, Meta(ge=1, le=500)] = 20


class Trace(Struct):
    """What was injected into a run, and why."""

    run: str
    at: answers.Time
    agent: str
    user: str
    project: str | None
    task: str | None
    conversation: str | None
    source_event: str | None
    tokens: int
    budget_tokens: int
    sections: list[dict[str, Any]]
    dropped: list[dict[str, Any]]
    versions: dict[str, str]
    retrieval_ms: float
    build_ms: float
    searches: dict[str, Any]
    degraded: str


class Built(Trace):
    """A context: the text for the model, and what went in and what did not."""

    text: str = ""


class Traces(Struct):
    """The user's runs, latest first."""

    runs: list[Trace]


class Found(Struct):
    """What a search found, and what is left of the run's allowance."""

    count: int
    hits: list[answers.Hit]
    left: dict[str, int]
    degraded: str


def build(call: Call, body: Wanted) -> Answer:
    fields = only_given(body)
    return Answer(shapes.built(call.session.context.build(fields.pop("agent"), fields.pop("query"), **fields)))


def list_(call: Call, query: Runs) -> Answer:
    return Answer({"runs": [shapes.trace(one) for one in call.session.context.latest(query.limit)]})


def show(call: Call, run: str) -> Answer:
    return Answer(shapes.trace(call.session.context.show(run)))


def search(call: Call, run: str, body: Question) -> Answer:
    return Answer(shapes.searched(call.session.context.search(run, body.query, limit=body.limit)))


ROUTES = (
    Route("POST", "/context:build", build, "Build what an agent is given for a request", Built, NOUN, body=Wanted,
          example={"agent": "planner", "query": "draft the weekly report", "budget_tokens": 3000}),
    Route("GET", "/context", list_, "Runs, latest first", Traces, NOUN, query=Runs),
    Route("GET", "/context/{run}", show, "What was injected into a run, and why", Trace, NOUN),
    Route("POST", "/context/{run}:search", search, "Search within a run's allowance", Found, NOUN, body=Question,
          role=Role.MEMBER, example={"query": "report format"}),
)  # fmt: skip

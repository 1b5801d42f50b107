"""Routes on an agent's private notes: get, put, search, delete. A note is its agent's alone, for one user."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from archivist.doors import shapes
from archivist.doors.http import answers
from archivist.doors.http.route import Answer, Call, Route, only_given
from archivist.doors.http.routes.memories import WRITING, record_answer, written_answer
from archivist.records.principal import Role

NOUN = "agents"
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Note(Struct, forbid_unknown_fields=True):
    """A JSON value to keep, and the event it answers: the same event never acts twice."""

    value: Any
    source_event: str
    summary: str | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET
    importance: Share | UnsetType = UNSET
    confidence: Share | UnsetType = UNSET
    schema_version: Annotated[int, Meta(ge=1, le=1_000_000)] | UnsetType = UNSET
    ttl_days: Annotated[int, Meta(ge=1, le=3_650)] | UnsetType = UNSET


class Search(Struct, forbid_unknown_fields=True):
    """What to look for; without a query, the latest notes."""

    query: str = ""
    tag: str | None = None
    limit: Annotated[int, Meta(ge=1, le=50)] = 10


class Deletion(Struct, forbid_unknown_fields=True):
    """The event that a deletion answers, and a reason for the trail."""

    source_event: str
    reason: str = ""


def put(call: Call, id: str, key: str, body: Note) -> Answer:
    fields = only_given(body)
    return written_answer(call.session.agents.put(key, fields.pop("value"), agent=id, **fields))


def get(call: Call, id: str, key: str) -> Answer:
    return record_answer(call.session.agents.get(key, agent=id))


def search(call: Call, id: str, query: Search) -> Answer:
    found = call.session.agents.search(query.query, tag=query.tag, limit=query.limit, agent=id)
    return Answer({**shapes.recalled(found), "hits": [shapes.noted(hit) for hit in found.hits]})


def delete(call: Call, id: str, key: str, query: Deletion) -> Answer:
    gone = call.session.agents.delete(key, source_event=query.source_event, reason=query.reason, agent=id)
    return record_answer(gone)


ROUTES = (
    Route("GET", "/agents/{id}/memory", search, "Notes that match, without their values", answers.NoteHits, NOUN,
          query=Search),
    Route("GET", "/agents/{id}/memory/{key:path}", get, "One note, with its value", answers.OneRecord, NOUN),
    Route("PUT", "/agents/{id}/memory/{key:path}", put, "Write one note", answers.Written, NOUN, body=Note,
          statuses=WRITING, role=Role.MEMBER,
          example={"value": {"order": "conclusion first"}, "source_event": "message:17", "summary": "Plan style"}),
    Route("DELETE", "/agents/{id}/memory/{key:path}", delete, "Take one note out of use", answers.OneRecord, NOUN,
          query=Deletion, role=Role.MEMBER),
)  # fmt: skip

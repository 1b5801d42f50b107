"""Routes on records: remember, recall, list, show, edit, forget, and what undoes that."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from archivist.doors import shapes
from archivist.doors.http import answers
from archivist.doors.http.problems import REFUSAL_STATUS
from archivist.doors.http.route import Answer, Call, Route, only_given
from archivist.read.recall import Recall
from archivist.records.memory import Delivery, Kind, Memory, MemoryType, Source, Status
from archivist.records.principal import Role
from archivist.records.verdict import Outcome
from archivist.services.memory import LISTED
from archivist.write.commit import Written

NOUN = "memories"
Importance = Annotated[float, Meta(ge=0.0, le=1.0)]
Limit = Annotated[int, Meta(ge=1, le=500)]
STATUS_OF = {Outcome.CREATED: 201, Outcome.CONFLICT: 201, Outcome.SUPERSEDED: 201, Outcome.HELD: 202}
WRITING = (200, 201, 202)


class NewMemory(Struct, forbid_unknown_fields=True):
    """A statement to remember. Where it came from is not declared: the token says who writes."""

    text: str
    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    type: MemoryType | UnsetType = UNSET
    kind: Kind | UnsetType = UNSET
    scope: answers.ScopeText | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET
    importance: Importance | UnsetType = UNSET
    delivery: Delivery | UnsetType = UNSET
    topic: str | UnsetType = UNSET
    quote: str | UnsetType = UNSET
    conversation: str | UnsetType = UNSET
    source_event: str | UnsetType = UNSET


class Changes(Struct, forbid_unknown_fields=True):
    """What to change; what is left out stays."""

    text: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    description: str | UnsetType = UNSET
    type: MemoryType | UnsetType = UNSET
    kind: Kind | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET
    importance: Importance | UnsetType = UNSET
    delivery: Delivery | UnsetType = UNSET
    topic: str | UnsetType = UNSET
    quote: str | UnsetType = UNSET
    conversation: str | UnsetType = UNSET


class Question(Struct, forbid_unknown_fields=True):
    """What to recall. With `whole` every hit also carries its whole record."""

    query: str
    limit: Annotated[int, Meta(ge=1, le=50)] = 5
    scopes: list[answers.ScopeText] = []
    whole: bool = False


class Where(Struct, forbid_unknown_fields=True):
    """Names the scope where a name stands in several."""

    scope: answers.ScopeText | None = None


class WhereAndWhy(Struct, forbid_unknown_fields=True):
    """Names the scope where a name stands in several, and a reason for the trail."""

    scope: answers.ScopeText | None = None
    reason: str = ""


class Listing(Struct, forbid_unknown_fields=True):
    """Which records to list."""

    scope: list[answers.ScopeText] = []
    status: list[Status] = []
    type: MemoryType | None = None
    kind: Kind | None = None
    source: Source | None = None
    delivery: Delivery | None = None
    tag: str | None = None
    limit: Limit = 50
    cursor: str | None = None


class Clearing(Struct, forbid_unknown_fields=True):
    """The one scope whose records are to be forgotten."""

    scope: answers.ScopeText


def list_(call: Call, query: Listing) -> Answer:
    """One page, the latest change first."""
    filters = {name: getattr(query, name) for name in ("type", "kind", "source", "delivery", "tag")}
    about = ["memories", sorted(query.scope), sorted(query.status), filters]
    page = call.session.memory.list(
        scopes=query.scope,
        statuses=query.status or LISTED,
        limit=query.limit,
        before=call.seal.position(about, query.cursor),
        **filters,
    )
    return Answer(
        {"records": [shapes.memory(one) for one in page.items], "next_cursor": call.seal.cursor(about, page.next_key)}
    )


def create(call: Call, body: NewMemory) -> Answer:
    fields = only_given(body)
    written = call.reaching(fields.get("scope")).memory.remember(fields.pop("text"), **fields)
    return written_answer(written)


def recall(call: Call, body: Question) -> Answer:
    found = call.session.memory.recall(body.query, limit=body.limit, scopes=body.scopes)
    return recall_answer(found, whole=body.whole)


def show(call: Call, id: str, query: Where) -> Answer:
    return record_answer(call.session.memory.show(id, scope=query.scope))


def edit(call: Call, id: str, body: Changes, query: Where) -> Answer:
    changes = only_given(body)
    if "name" in changes:
        changes["new_name"] = changes.pop("name")
    return written_answer(
        call.session.memory.edit(id, scope=query.scope, expected_revision=call.revision(), **changes)
    )  # fmt: skip


def forget(call: Call, id: str, query: WhereAndWhy) -> Answer:
    return record_answer(call.session.memory.forget(id, scope=query.scope, reason=query.reason))


def restore(call: Call, id: str, query: Where) -> Answer:
    return record_answer(call.session.memory.restore(id, scope=query.scope))


def erase(call: Call, id: str, query: Where) -> Answer:
    return record_answer(call.session.memory.erase(id, scope=query.scope))


def keep(call: Call, id: str, query: Where) -> Answer:
    return record_answer(call.session.memory.settle(id, scope=query.scope))


def history(call: Call, id: str, query: Where) -> Answer:
    return Answer({"history": shapes.history(call.session.memory.history(id, scope=query.scope))})


def why(call: Call, id: str, query: Where) -> Answer:
    record = call.session.memory.history(id, scope=query.scope).memory
    acts = call.session.oversight.acts_on([f"memory:{record.id}"])
    return Answer({"record": shapes.memory(record), "acts": [shapes.audit_entry(act) for act in acts]})


def clear(call: Call, body: Clearing) -> Answer:
    return Answer({"cleared": call.session.memory.clear(body.scope)})


def recall_answer(found: Recall, *, whole: bool) -> Answer:
    """A recall; with `whole`, each hit with its record."""
    answer = shapes.recalled(found)
    if whole:
        for hit, one in zip(answer["hits"], found.hits, strict=True):
            hit["record"] = shapes.memory(one.memory)
    return Answer(answer)


def record_answer(record: Memory) -> Answer:
    """One record with its tag."""
    return Answer({"record": shapes.memory(record)}, etag=str(record.revision))


def written_answer(written: Written) -> Answer:
    """What came of a statement; a refusal is a problem document that also tells the outcome."""
    body = shapes.written(written)
    if written.outcome is Outcome.REJECTED:
        return refused_answer(written.reason, written.detail, body)
    etag = str(written.memory.revision) if written.memory else None
    return Answer(body, STATUS_OF.get(written.outcome, 200), etag)


def refused_answer(reason: str, detail: str, body: dict[str, Any]) -> Answer:
    """A decision against a statement, in the form of a problem document."""
    status = REFUSAL_STATUS.get(reason, 422)
    problem = {
        "type": f"urn:archivist:problem:{reason}",
        "title": "Not remembered",
        "status": status,
        "code": reason,
        "hint": "the trail in /api/v1/audit tells every gate's answer",
    }
    return Answer({**body, **problem, "detail": detail}, status, media_type="application/problem+json")


ROUTES = (
    Route("GET", "/memories", list_, "List records, the latest change first", answers.RecordPage, NOUN, query=Listing),
    Route("POST", "/memories", create, "Remember a statement", answers.Written, NOUN, body=NewMemory, statuses=WRITING,
          role=Role.MEMBER, once=True, example={"text": "Weekly reports use a short format", "type": "feedback"}),
    Route("POST", "/memories:recall", recall, "Find what answers a question", answers.Recalled, NOUN, body=Question,
          example={"query": "how should the weekly report look?", "limit": 3}),
    Route("POST", "/memories:clear", clear, "Forget everything in one scope", answers.Cleared, NOUN, body=Clearing,
          role=Role.MEMBER, once=True, example={"scope": "user:alice"}),
    Route("GET", "/memories/{id}", show, "Show a record, by id or name", answers.OneRecord, NOUN, query=Where),
    Route("PATCH", "/memories/{id}", edit, "Change a record", answers.Written, NOUN, body=Changes, query=Where,
          statuses=WRITING, role=Role.MEMBER, if_match="required", once=True,
          example={"text": "Weekly reports use the long format"}),
    Route("DELETE", "/memories/{id}", forget, "Forget a record; it can be restored", answers.OneRecord, NOUN,
          query=WhereAndWhy, role=Role.MEMBER, once=True),
    Route("POST", "/memories/{id}:restore", restore, "Bring a forgotten record back", answers.OneRecord, NOUN,
          query=Where, role=Role.MEMBER, once=True),
    Route("POST", "/memories/{id}:erase", erase, "Remove a record's words everywhere, for good", answers.OneRecord,
          NOUN, query=Where, role=Role.MEMBER, once=True),
    Route("POST", "/memories/{id}:keep", keep, "Decide a conflict for this record", answers.OneRecord, NOUN,
          query=Where, role=Role.MEMBER, once=True),
    Route("GET", "/memories/{id}/history", history, "Versions and supersedes, oldest first", answers.Histories, NOUN,
          query=Where),
    Route("GET", "/memories/{id}/why", why, "Why it is remembered: every act and every gate's answer", answers.Why,
          NOUN, query=Where),
)  # fmt: skip

"""Routes on the facts that agents share: search, and propose a fact, a correction or an end."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from archivist.doors.http import answers
from archivist.doors.http.route import Answer, Call, Route, only_given
from archivist.doors.http.routes.memories import WRITING, recall_answer, record_answer, written_answer
from archivist.records.memory import Kind, MemoryType
from archivist.records.principal import Role

NOUN = "global"
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Question(Struct, forbid_unknown_fields=True):
    """What to look for. With `whole` every hit also carries its whole record."""

    query: str
    scopes: list[answers.ScopeText] = []
    limit: Annotated[int, Meta(ge=1, le=50)] = 5
    whole: bool = False


class NewFact(Struct, forbid_unknown_fields=True):
    """A fact to propose. One key holds one value."""

    text: str
    source_event: str
    scope: answers.ScopeText | UnsetType = UNSET
    key: str | UnsetType = UNSET
    value: Any = UNSET
    confidence: Share | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    type: MemoryType | UnsetType = UNSET
    kind: Kind | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET
    importance: Share | UnsetType = UNSET
    quote: str | UnsetType = UNSET
    conversation: str | UnsetType = UNSET
    is_correction: bool | UnsetType = UNSET


class Correction(Struct, forbid_unknown_fields=True):
    """What is to take the place of the record `name`."""

    name: str
    text: str
    source_event: str
    value: Any = UNSET
    confidence: Share | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    quote: str | UnsetType = UNSET
    conversation: str | UnsetType = UNSET
    is_correction: bool | UnsetType = UNSET
    scope: answers.ScopeText | UnsetType = UNSET


class Expiry(Struct, forbid_unknown_fields=True):
    """The record that is over, and why."""

    name: str
    source_event: str
    reason: str
    scope: answers.ScopeText | UnsetType = UNSET


class Which(Struct, forbid_unknown_fields=True):
    """The record whose supersede is to be taken back."""

    name: str
    scope: answers.ScopeText | UnsetType = UNSET


def search(call: Call, body: Question) -> Answer:
    found = call.session.global_memory.search(body.query, scopes=body.scopes, limit=body.limit)
    return recall_answer(found, whole=body.whole)


def propose(call: Call, body: NewFact) -> Answer:
    fields = only_given(body)
    service = call.reaching(fields.get("scope")).global_memory
    return written_answer(service.propose(fields.pop("text"), **fields))


def correct(call: Call, body: Correction) -> Answer:
    fields = only_given(body)
    service = call.session.global_memory
    return written_answer(service.correct(fields.pop("name"), fields.pop("text"), **fields))


def expire(call: Call, body: Expiry) -> Answer:
    fields = only_given(body)
    service = call.session.global_memory
    return written_answer(service.expire(fields.pop("name"), **fields))


def roll_back(call: Call, body: Which) -> Answer:
    fields = only_given(body)
    service = call.session.global_memory
    return record_answer(service.roll_back(fields.pop("name"), **fields))


ROUTES = (
    Route("POST", "/global:search", search, "Facts in force that match", answers.Recalled, NOUN, body=Question,
          example={"query": "which database does atlas use?"}),
    Route("POST", "/global:propose", propose, "Propose a fact", answers.Written, NOUN, body=NewFact, statuses=WRITING,
          role=Role.MEMBER, once=True,
          example={"text": "Atlas uses PostgreSQL 16", "source_event": "message:17", "key": "atlas/database"}),
    Route("POST", "/global:correct", correct, "Propose what takes a record's place", answers.Written, NOUN,
          body=Correction, statuses=WRITING, role=Role.MEMBER, once=True,
          example={"name": "atlas/database", "text": "Atlas uses PostgreSQL 17", "source_event": "message:18"}),
    Route("POST", "/global:expire", expire, "Propose that a record is over", answers.Written, NOUN, body=Expiry,
          statuses=WRITING, role=Role.MEMBER, once=True,
          example={"name": "atlas/database", "source_event": "message:19", "reason": "the project ended"}),
    Route("POST", "/global:roll-back", roll_back, "Take a supersede back", answers.OneRecord, NOUN, body=Which,
          role=Role.MEMBER, once=True, example={"name": "atlas/database"}),
)  # fmt: skip

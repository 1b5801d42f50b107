"""Routes on the queue: propose, see what waits, apply, dismiss, process all."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from archivist.doors import shapes
from archivist.doors.http import answers
from archivist.doors.http.route import Answer, Call, Route, only_given
from archivist.doors.http.routes.memories import WRITING, refused_answer, written_answer
from archivist.records.memory import Kind, MemoryType
from archivist.records.principal import Role
from archivist.records.proposal import ProposalStatus
from archivist.write.proposals import Settled

NOUN = "proposals"


class NewProposal(Struct, forbid_unknown_fields=True):
    """A statement that an agent proposes, with words that stand in the conversation."""

    text: str
    quote: str
    conversation: str
    rationale: str | UnsetType = UNSET
    kind: Kind | UnsetType = UNSET
    type: MemoryType | UnsetType = UNSET
    to: answers.ScopeText | UnsetType = UNSET
    confidence: Annotated[float, Meta(ge=0.0, le=1.0)] | UnsetType = UNSET
    source_event: str | UnsetType = UNSET


class Target(Struct, forbid_unknown_fields=True):
    """Where an entry goes: `user`, `project`, or a scope; as suggested where it is left out."""

    to: str | UnsetType = UNSET


class Queue(Struct, forbid_unknown_fields=True):
    """Which entries to list."""

    status: tuple[ProposalStatus, ...] = (ProposalStatus.PENDING,)
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    cursor: str | None = None


def list_(call: Call, query: Queue) -> Answer:
    about = ["proposals", sorted(query.status)]
    after = call.seal.position(about, query.cursor) or (0, 0)
    page = call.session.proposals.queue(statuses=query.status, limit=query.limit, after=after[0])
    return Answer(
        {
            "proposals": [shapes.proposal(entry) for entry in page.items],
            "next_cursor": call.seal.cursor(about, page.next_key),
        }
    )


def create(call: Call, body: NewProposal) -> Answer:
    fields = only_given(body)
    return written_answer(call.session.proposals.propose(fields.pop("text"), **fields))


def show(call: Call, id: str) -> Answer:
    return Answer({"proposal": shapes.proposal(call.session.proposals.show(id))})


def why(call: Call, id: str) -> Answer:
    entry = call.session.proposals.show(id)
    acts = call.session.oversight.acts_on([f"proposal:{entry.id}"])
    return Answer({"record": None, "acts": [shapes.audit_entry(act) for act in acts]})


def apply(call: Call, id: str, body: Target) -> Answer:
    to = body.to if isinstance(body.to, str) else None
    return _decided(call.reaching(to).proposals.apply(id, to))


def dismiss(call: Call, id: str) -> Answer:
    return _decided(call.session.proposals.dismiss(id))


def process(call: Call) -> Answer:
    return Answer(shapes.processed(call.session.proposals.process_all()))


def _decided(settled: Settled) -> Answer:
    body = shapes.settled(settled)
    if settled.outcome in {"failed", "refused"}:
        return refused_answer(body["reason"], body["detail"], body)
    return Answer(body)


class OneProposal(Struct):
    """One entry."""

    proposal: answers.ProposalEntry


ROUTES = (
    Route("GET", "/proposals", list_, "What waits for a decision, oldest first", answers.ProposalPage, NOUN,
          query=Queue),
    Route("POST", "/proposals", create, "Propose a statement, as an agent does", answers.Written, NOUN,
          body=NewProposal, statuses=WRITING, role=Role.MEMBER, once=True,
          example={"text": "Reports are written in English", "quote": "always write reports in English",
                   "conversation": "c1"}),
    Route("POST", "/proposals:process", process, "Apply what is recommended, skip what needs an eye",
          answers.Processed, NOUN, role=Role.MEMBER, once=True),
    Route("GET", "/proposals/{id}", show, "One entry, whatever its state", OneProposal, NOUN),
    Route("GET", "/proposals/{id}/why", why, "Every gate's answer about an entry", answers.Why, NOUN),
    Route("POST", "/proposals/{id}:apply", apply, "Accept an entry", answers.Settled, NOUN, body=Target,
          role=Role.MEMBER, once=True, example={"to": "user"}),
    Route("POST", "/proposals/{id}:dismiss", dismiss, "Turn an entry away", answers.Settled, NOUN, role=Role.MEMBER,
          once=True),
)  # fmt: skip

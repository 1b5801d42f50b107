"""Routes on what was said: keep messages, read them, end a conversation, read it for what is worth remembering."""

from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from archivist.doors import shapes
from archivist.doors.http import answers
from archivist.doors.http.route import Answer, Call, Route
from archivist.policy.names import MAX_SPEAKER_CHARS, clean_party
from archivist.records.conversation import ConversationState, Message, MessageOrigin, Speaker
from archivist.records.identifiers import clean_id
from archivist.records.principal import Role

NOUN = "conversations"


class NewMessage(Struct, forbid_unknown_fields=True):
    """One message; its conversation comes into being with the first."""

    speaker: Speaker
    text: str
    origin: MessageOrigin | UnsetType = UNSET
    id: str | UnsetType = UNSET
    at: Annotated[datetime, Meta(tz=True)] | UnsetType = UNSET
    name: Annotated[str, Meta(max_length=MAX_SPEAKER_CHARS)] = ""


class Transcript(Struct, forbid_unknown_fields=True):
    """A transcript as a tool writes it: archivist's own JSON, or an export. Its source is told where not given."""

    transcript: dict[str, Any] | list[Any]
    source: str | None = None


class Listing(Struct, forbid_unknown_fields=True):
    """Which conversations to list; with `query`, whose messages match."""

    limit: Annotated[int, Meta(ge=1, le=500)] = 50


class Search(Struct, forbid_unknown_fields=True):
    """What to look for in what was said."""

    query: str
    limit: Annotated[int, Meta(ge=1, le=100)] = 10


class From(Struct, forbid_unknown_fields=True):
    """Where to start, counted from 0."""

    start: Annotated[int, Meta(ge=0, le=1 << 40)] = 0


class Kept(Struct):
    """What a transcript held."""

    conversations: list[str]
    new_messages: int
    skipped: list[dict[str, Any]]


class FoundMessages(Struct):
    """Messages that match, best first: ok, empty or degraded, with the reason."""

    status: str
    count: int
    hits: list[dict[str, Any]]
    reason: str


def list_(call: Call, query: Listing) -> Answer:
    return Answer({"conversations": [_line(one) for one in call.session.conversations.latest(query.limit)]})


def create(call: Call, body: Transcript) -> Answer:
    data = msgspec.json.encode(body.transcript)
    now = call.session.resources.clock()
    kept = call.session.conversations.import_transcript(data, "transcript", now, body.source)
    return Answer(
        {
            "conversations": [one.id for one in kept.conversations],
            "new_messages": kept.new_messages,
            "skipped": [{"where": one.where, "why": one.why} for one in kept.skipped],
        },
        201,
    )


def search(call: Call, body: Search) -> Answer:
    found = call.session.conversations.search(body.query, body.limit)
    hits = [
        {
            "conversation": one.located.conversation,
            "title": one.located.title,
            "message": _message(one.located.message),
            "relevance": round(one.relevance, 4),
        }
        for one in found.hits
    ]
    return Answer({"status": found.status, "count": len(hits), "hits": hits, "reason": found.reason})


def messages(call: Call, id: str, query: From) -> Answer:
    return Answer({"messages": [_message(one) for one in call.session.conversations.messages(id, query.start)]})


def say(call: Call, id: str, body: NewMessage) -> Answer:
    said = call.session.conversations.say(
        clean_party("conversation", id),
        body.speaker,
        body.text,
        origin=body.origin if isinstance(body.origin, MessageOrigin) else None,
        id=clean_id("id", body.id) if isinstance(body.id, str) else None,
        at=body.at.astimezone(UTC) if isinstance(body.at, datetime) else None,
        name=body.name,
    )
    return Answer({"conversation": id, "id": said.id, "at": shapes.moment(said.at)}, 201)


def end(call: Call, id: str) -> Answer:
    return Answer({"conversation": id, "ended": call.session.conversations.end(id)})


def extract(call: Call, id: str) -> Answer:
    return Answer(shapes.extracted(1, [call.session.conversations.extract(id)], []))


def _line(one: ConversationState) -> shapes.Json:
    return {
        "id": one.id,
        "title": one.title,
        "source": one.source,
        "project": one.project,
        "messages": one.messages,
        "started_at": shapes.moment(one.started_at),
        "last_message_at": shapes.moment(one.last_message_at),
        "ended_at": shapes.moment(one.ended_at),
    }


def _message(one: Message) -> shapes.Json:
    return {
        "id": one.id,
        "position": one.position,
        "speaker": one.speaker,
        "name": one.name,
        "origin": one.origin,
        "text": one.text,
        "at": shapes.moment(one.at),
    }


ROUTES = (
    Route("GET", "/conversations", list_, "Conversations, latest first", answers.Conversations, NOUN, query=Listing),
    Route("POST", "/conversations", create, "Keep a transcript; what is known is not kept twice", Kept, NOUN,
          body=Transcript, statuses=(201,), role=Role.MEMBER, once=True,
          example={"transcript": {"conversations": [{"id": "c1", "messages": [
              {"role": "user", "text": "Please always write reports in English."}]}]}}),
    Route("POST", "/conversations:search", search, "Find what was said", FoundMessages, NOUN, body=Search,
          example={"query": "reports"}),
    Route("GET", "/conversations/{id}/messages", messages, "The messages, in order", answers.Messages, NOUN,
          query=From),
    Route("POST", "/conversations/{id}/messages", say, "Keep one message", answers.MessageKept, NOUN, body=NewMessage,
          statuses=(201,), role=Role.MEMBER, once=True,
          example={"speaker": "user", "text": "Please always write reports in English."}),
    Route("POST", "/conversations/{id}:end", end, "Say that it is over; background reading follows", answers.Ended,
          NOUN, role=Role.MEMBER, once=True),
    Route("POST", "/conversations/{id}:extract", extract, "Read what is new for what is worth remembering",
          answers.Extracted, NOUN, role=Role.MEMBER),
)  # fmt: skip

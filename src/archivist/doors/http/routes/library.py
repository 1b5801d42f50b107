"""Routes on User Knowledge and Project Knowledge: read, save against the revision that was read, reorganise, expand.

A save that comes too late is refused with both sides in one text; what was typed is kept as unsaved edits.
"""

from typing import Any

from msgspec import Struct

from archivist.doors import shapes
from archivist.doors import shapes_library as shown
from archivist.doors.http import answers
from archivist.doors.http.route import Answer, Call, Route
from archivist.read.library import LibraryDocument
from archivist.records.principal import Role
from archivist.session import Session

NOUN = "library"
OVER_HTTP = "http"


class Text(Struct, forbid_unknown_fields=True):
    """The whole document as it should read; `base_text` is the one that the typing began from."""

    text: str
    base_text: str | None = None


class Topic(Struct, forbid_unknown_fields=True):
    """A line of the index, as it stands there."""

    topic: str


class Document(Struct):
    """A document as saved, with the figures of its saved state."""

    scope: answers.ScopeText
    text: str
    mode: str
    characters: int
    limit: int
    catalog_from: int
    rules: int
    infos: int
    topics: int
    revision: str
    updated_at: answers.Time | None
    exists: bool
    notices: list[str]
    entries: list[dict[str, Any]]


class Saved(Document):
    """A document after a save, and what became of every edit."""

    edits: list[dict[str, Any]] = []


class Tidied(Document):
    """What reorganising did: done, unchanged, refused or skipped."""

    outcome: str = ""
    merged: int = 0
    flattened: bool = False
    problems: list[str] = []


class Injected(Struct):
    """What a model is shown of a document: its text, or the index of its topics."""

    scope: answers.ScopeText
    mode: str
    text: str
    used: list[str]
    left_out: list[str]


class Expanded(Struct):
    """The full entries behind a line of the index."""

    topic: str
    entries: list[answers.MemoryRecord]


def show_user(call: Call) -> Answer:
    return _show(call.session, "user")


def show_project(call: Call, id: str) -> Answer:
    return _show(call.session, f"project:{id}")


def save_user(call: Call, body: Text) -> Answer:
    return _save(call, call.session, body, "user")


def save_project(call: Call, id: str, body: Text) -> Answer:
    return _save(call, call.reaching(f"project:{id}"), body, f"project:{id}")


def reorganize_user(call: Call) -> Answer:
    return _reorganize(call.session, "user")


def reorganize_project(call: Call, id: str) -> Answer:
    return _reorganize(call.session, f"project:{id}")


def undo_user(call: Call) -> Answer:
    return _document(call.session.library.undo("user"))


def undo_project(call: Call, id: str) -> Answer:
    return _document(call.session.library.undo(f"project:{id}"))


def expand_user(call: Call, body: Topic) -> Answer:
    return _expand(call.session, body.topic, "user")


def expand_project(call: Call, id: str, body: Topic) -> Answer:
    return _expand(call.session, body.topic, f"project:{id}")


def inject_user(call: Call) -> Answer:
    return Answer(shown.injected(call.session.library.injected("user")))


def inject_project(call: Call, id: str) -> Answer:
    return Answer(shown.injected(call.session.library.injected(f"project:{id}")))


def _show(session: Session, scope: str) -> Answer:
    return _document(session.library.show(scope))


def _document(document: LibraryDocument) -> Answer:
    return Answer(shown.document(document), etag=document.revision)


def _save(call: Call, session: Session, body: Text, scope: str) -> Answer:
    revision = call.if_match if call.if_match is not None else session.library.show(scope).revision
    saved = session.library.save(body.text, revision, scope, base_text=body.base_text, editor=OVER_HTTP)
    return Answer(shown.saved(saved), etag=saved.document.revision)


def _reorganize(session: Session, scope: str) -> Answer:
    tidied = session.library.reorganize(scope)
    return Answer(shown.tidied(tidied), etag=tidied.document.revision)


def _expand(session: Session, topic: str, scope: str) -> Answer:
    entries = session.library.expand(topic, scope)
    return Answer({"topic": topic, "entries": [shapes.memory(one) for one in entries]})


USER, PROJECT = "/library/user", "/library/projects/{id}"
EXAMPLE = {"text": "## Rules\n\n- Weekly reports use a short format\n\n## Info\n"}
ROUTES = (
    Route("GET", USER, show_user, "User Knowledge as saved", Document, NOUN),
    Route("PUT", USER, save_user, "Make User Knowledge say what was typed", Saved, NOUN, body=Text, role=Role.MEMBER,
          if_match="required", example=EXAMPLE),
    Route("POST", f"{USER}:reorganize", reorganize_user, "Merge equals, give it the form its size asks for", Tidied,
          NOUN, role=Role.MEMBER),
    Route("POST", f"{USER}:undo", undo_user, "Put it back as it was before the last reorganising", Document, NOUN,
          role=Role.MEMBER),
    Route("POST", f"{USER}:expand", expand_user, "The full entries behind a line of the index", Expanded, NOUN,
          body=Topic, example={"topic": "Reports"}),
    Route("GET", f"{USER}/injected", inject_user, "What a model is shown of it", Injected, NOUN),
    Route("GET", PROJECT, show_project, "Project Knowledge as saved", Document, NOUN),
    Route("PUT", PROJECT, save_project, "Make Project Knowledge say what was typed", Saved, NOUN, body=Text,
          role=Role.MEMBER, if_match="required", example=EXAMPLE),
    Route("POST", f"{PROJECT}:reorganize", reorganize_project, "Merge equals, give it the form its size asks for",
          Tidied, NOUN, role=Role.MEMBER),
    Route("POST", f"{PROJECT}:undo", undo_project, "Put it back as it was before the last reorganising", Document,
          NOUN, role=Role.MEMBER),
    Route("POST", f"{PROJECT}:expand", expand_project, "The full entries behind a line of the index", Expanded, NOUN,
          body=Topic, example={"topic": "Reports"}),
    Route("GET", f"{PROJECT}/injected", inject_project, "What a model is shown of it", Injected, NOUN),
)  # fmt: skip

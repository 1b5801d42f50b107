"""Routes on documents: add, publish, list, outline, read page by page, search, ask; and what a task may read.

A document whose name holds slashes is addressed by its id. With the header Archivist-Task, reading is that task's: only
what is mounted there. Files come with the request; nothing here reads a path on the server.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

from archivist.doors import shapes_knowledge as shapes
from archivist.doors.http import answers
from archivist.doors.http.route import Answer, Call, Route
from archivist.errors import Invalid
from archivist.records.principal import Role

NOUN = "documents"
TASKS = "tasks"


class NewDocument(Struct, forbid_unknown_fields=True):
    """A document under a name: its text, or the file itself in base64, of a kind the name's ending tells."""

    name: str
    text: str | None = None
    data: bytes | None = None
    scope: answers.ScopeText | None = None
    mask: bool = False
    publish: bool = False


class Which(Struct, forbid_unknown_fields=True):
    """Whose documents to list; all that may be seen where it is left out."""

    scope: list[answers.ScopeText] = []


class Because(Struct, forbid_unknown_fields=True):
    """A reason for the trail."""

    reason: str = ""


class Erasing(Struct, forbid_unknown_fields=True):
    """Whether the texts are removed for good."""

    erase: bool = False


class Page(Struct, forbid_unknown_fields=True):
    """`next_cursor` of the page before, and how long a page may be."""

    cursor: str | None = None
    max_characters: Annotated[int, Meta(ge=200, le=200_000)] | None = None


class Search(Struct, forbid_unknown_fields=True):
    """What to look for; words in quotes must stand together."""

    query: str
    limit: Annotated[int, Meta(ge=1, le=50)] = 8


class Question(Struct, forbid_unknown_fields=True):
    """What to ask the documents."""

    question: str


class Names(Struct, forbid_unknown_fields=True):
    """Documents by name or id."""

    documents: list[str]


class DocumentLine(Struct):
    """One document, with the version in force and the one that waits."""

    id: str
    doc: str
    title: str
    scope: answers.ScopeText
    state: str
    summary: str
    sections: int
    tokens: int
    source: str | None
    ready: dict[str, Any] | None
    pending: dict[str, Any] | None
    created_at: answers.Time


class OneDocument(Struct):
    """One document."""

    document: DocumentLine


class Documents(Struct):
    """Documents that may be seen."""

    documents: list[DocumentLine]


class Imported(Struct):
    """What became of a file."""

    doc: str
    outcome: str
    reason: str
    id: str | None
    state: str | None


class OutlineLine(Struct):
    """A section in an outline."""

    anchor: str
    level: int
    title: str
    line_start: int
    line_end: int
    tokens: int


class Outline(Struct):
    """The sections of a document."""

    doc: str
    title: str
    version: int
    state: str
    outline: list[OutlineLine]


class SectionPage(Struct):
    """A page of a section, its children, and where to go on."""

    doc: str
    title: str
    version: int
    anchor: str
    section: list[str]
    text: str
    line_start: int
    line_end: int
    children: list[OutlineLine]
    next_cursor: str | None


class SectionHit(Struct):
    """A section that matches, with one excerpt."""

    doc: str
    title: str
    anchor: str
    section: list[str]
    excerpt: str
    line_start: int
    line_end: int
    relevance: float


class SectionHits(Struct):
    """Sections that match, best first: ok, empty, nothing_to_search or degraded, with the reason."""

    status: str
    count: int
    hits: list[SectionHit]
    reason: str


class Told(Struct):
    """What the documents say, where, what they do not cover, and which model was wanted and did not answer."""

    answer: str
    citations: list[dict[str, Any]]
    not_covered: list[str]
    degraded: str


class Mounts(Struct):
    """What a task may read."""

    task: str
    mounts: list[dict[str, Any]]


def list_(call: Call, query: Which) -> Answer:
    return Answer({"documents": [shapes.document(one) for one in call.session.knowledge.documents(query.scope)]})


def add(call: Call, body: NewDocument) -> Answer:
    content = body.text if body.text is not None else body.data
    if content is None or (body.text is not None and body.data is not None):
        raise Invalid("text", "give either text or data")
    service = call.reaching(body.scope).knowledge
    item = service.add_text(body.name, content, scope=body.scope, mask=body.mask, publish=body.publish)
    return Answer(shapes.imported_file(item), 201)


def show(call: Call, id: str) -> Answer:
    return Answer({"document": shapes.document(call.session.knowledge.show(id))})


def publish(call: Call, id: str) -> Answer:
    return Answer({"document": shapes.document(call.session.knowledge.publish(id))})


def unpublish(call: Call, id: str, body: Because) -> Answer:
    return Answer({"document": shapes.document(call.session.knowledge.unpublish(id, body.reason))})


def delete(call: Call, id: str, query: Erasing) -> Answer:
    return Answer({"document": shapes.document(call.session.knowledge.delete(id, erase=query.erase))})


def outline(call: Call, id: str) -> Answer:
    return Answer(shapes.outline(call.session.knowledge.outline(id)))


def read(call: Call, id: str, anchor: str, query: Page) -> Answer:
    page = call.session.knowledge.read(f"{id}#{anchor}", query.cursor, query.max_characters)
    return Answer(shapes.page(page))


def search(call: Call, body: Search) -> Answer:
    return Answer(shapes.found(call.session.knowledge.search(body.query, body.limit)))


def ask(call: Call, body: Question) -> Answer:
    return Answer(shapes.answer(call.session.knowledge.ask(body.question)))


def mounts(call: Call, id: str) -> Answer:
    return Answer(shapes.mounts(id, call.session.tasks.show(id)))


def mount(call: Call, id: str, body: Names) -> Answer:
    return Answer(shapes.mounts(id, call.session.tasks.mount(id, *body.documents)))


def unmount(call: Call, id: str, body: Names) -> Answer:
    return Answer(shapes.mounts(id, call.session.tasks.unmount(id, *body.documents)))


ONE = "/documents/{id}"
ROUTES = (
    Route("GET", "/documents", list_, "Documents that you may see", Documents, NOUN, query=Which),
    Route("POST", "/documents", add, "Bring a document in; it waits until it is published", Imported, NOUN,
          body=NewDocument, statuses=(201,), role=Role.MEMBER, once=True,
          example={"name": "handbook.md", "text": "# Handbook\n\n## Travel\n\nBook trains early.\n"}),
    Route("POST", "/documents:search", search, "Sections that match", SectionHits, NOUN, body=Search,
          example={"query": "train booking"}),
    Route("POST", "/documents:ask", ask, "Ask the documents; the answer cites sections", Told, NOUN, body=Question,
          example={"question": "When are trains booked?"}),
    Route("GET", ONE, show, "One document, by id or name", OneDocument, NOUN),
    Route("DELETE", ONE, delete, "Take a document out of use", OneDocument, NOUN, query=Erasing, role=Role.MEMBER,
          once=True),
    Route("POST", f"{ONE}:publish", publish, "Put the version that waits in force", OneDocument, NOUN,
          role=Role.MEMBER, once=True),
    Route("POST", f"{ONE}:unpublish", unpublish, "Take the version in force out of use", OneDocument, NOUN,
          body=Because, role=Role.MEMBER, once=True, example={"reason": "out of date"}),
    Route("GET", f"{ONE}/outline", outline, "Its sections", Outline, NOUN),
    Route("GET", f"{ONE}/sections/{{anchor}}", read, "One page of a section", SectionPage, NOUN, query=Page),
    Route("GET", "/tasks/{id}/mounts", mounts, "What a task may read", Mounts, TASKS),
    Route("POST", "/tasks/{id}/mounts", mount, "Let a task read documents, from its next message on", Mounts, TASKS,
          body=Names, role=Role.MEMBER, example={"documents": ["handbook.md"]}),
    Route("POST", "/tasks/{id}/mounts:remove", unmount, "Take documents away; all where none is named", Mounts,
          TASKS, body=Names, role=Role.MEMBER, example={"documents": ["handbook.md"]}),
)  # fmt: skip

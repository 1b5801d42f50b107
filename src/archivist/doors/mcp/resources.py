"""What a client may read by address: the library, documents and their sections, and single records.

An address that is not there and one that may not be seen get the same answer.
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import quote, unquote

import mcp_types as types

from archivist.errors import NotFound
from archivist.records.memory import Memory
from archivist.session import Session

SCHEME: Final = "archivist://"
MARKDOWN: Final = "text/markdown"
LISTED: Final = 100


def _template(name: str, title: str, address: str, description: str) -> types.ResourceTemplate:
    return types.ResourceTemplate(
        name=name, title=title, uri_template=SCHEME + address, description=description, mime_type=MARKDOWN
    )


TEMPLATES: Final = (
    _template("memory", "One record", "memories/{id}", "One record of memory, with its origin."),
    _template("project_library", "Project Knowledge", "library/project:{project}", "The library of one project."),
    _template("document", "A document", "documents/{doc}", "The outline of a published document, and its first page."),
    _template("section", "A section", "documents/{doc}/{anchor}", "One section of a published document."),
)


def listing(session: Session) -> list[types.Resource]:
    """What there is to read, by address."""
    places = ["user", *(["project"] if session.principal.project else [])]
    libraries = [_resource(f"library/{place}", f"{place.capitalize()} Knowledge", 1.0) for place in places]
    documents = [
        _resource(f"documents/{_escaped(one.name)}", one.title or one.name, 0.8) for one in session.knowledge.map()
    ]
    records = [
        _resource(f"memories/{_escaped(memory.id)}", memory.description or memory.name, memory.importance)
        for memory in session.memory.list(limit=LISTED).items
    ]
    return [*libraries, *documents, *records]


def read(session: Session, uri: str) -> types.TextResourceContents:
    """What stands at an address.

    Raises:
        NotFound: nothing that this principal may see.
    """
    kind, _, rest = uri.removeprefix(SCHEME).partition("/")
    if not uri.startswith(SCHEME) or kind not in READERS or not rest:
        raise NotFound("resource", uri)
    return types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=READERS[kind](session, rest))


def complete(session: Session, params: types.CompleteRequestParams) -> list[str]:
    """Names that begin with what is typed, for the templates."""
    if not isinstance(params.ref, types.ResourceTemplateReference):
        return []
    match params.argument.name:
        case "id":
            names = [memory.id for memory in session.memory.list(limit=LISTED).items]
        case "doc":
            names = [document.name for document in session.knowledge.map()]
        case "project":
            names = sorted(session.principal.projects)
        case _:
            names = []
    return [name for name in names if name.startswith(params.argument.value)]


def _resource(address: str, title: str, priority: float) -> types.Resource:
    return types.Resource(
        name=address,
        title=title,
        uri=SCHEME + address,
        mime_type=MARKDOWN,
        annotations=types.Annotations(audience=["user", "assistant"], priority=priority),
    )


def _escaped(name: str) -> str:
    return quote(name, safe="")


def _memory(session: Session, rest: str) -> str:
    memory = session.memory.show(unquote(rest))
    return f"{memory.text}\n\n---\n{_origin(memory)}\n"


def _origin(memory: Memory) -> str:
    changed = memory.updated_at.date().isoformat()
    return f"{memory.name}, {memory.scope}, {memory.type}/{memory.kind}, {changed}"


def _library(session: Session, rest: str) -> str:
    return session.library.injected(unquote(rest)).text


def _document(session: Session, rest: str) -> str:
    name, _, anchor = rest.partition("/")
    if anchor:
        return session.knowledge.read(f"{unquote(name)}#{unquote(anchor)}").text
    outline = session.knowledge.outline(unquote(name))
    lines = [f"{'  ' * (one.level - 1)}- {one.title} (#{one.anchor})" for one in outline.sections]
    return "\n".join((f"# {outline.version.title}", "", *lines, "", session.knowledge.read(unquote(name)).text))


READERS: Final[dict[str, Callable[[Session, str], str]]] = {
    "memories": _memory,
    "library": _library,
    "documents": _document,
}

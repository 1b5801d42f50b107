"""What a client may read by address: records, and (as they come) the library and documents.

An address that is not there and one that may not be seen get the same answer.
"""

from typing import Final
from urllib.parse import quote, unquote

import mcp_types as types

from archivist.errors import NotFound
from archivist.session import Session

SCHEME: Final = "archivist://"
MARKDOWN: Final = "text/markdown"
LISTED: Final = 100

TEMPLATES: Final = (
    types.ResourceTemplate(
        name="memory",
        title="One record",
        uri_template=f"{SCHEME}memories/{{id}}",
        description="One record of memory, with its origin, as Markdown.",
        mime_type=MARKDOWN,
    ),
)


def listing(session: Session) -> list[types.Resource]:
    """What there is to read, by address."""
    return [
        types.Resource(
            name=memory.name,
            title=memory.description or memory.name,
            uri=f"{SCHEME}memories/{quote(memory.id, safe='')}",
            mime_type=MARKDOWN,
            annotations=types.Annotations(audience=["user", "assistant"], priority=memory.importance),
        )
        for memory in session.memory.list(limit=LISTED).items
    ]


def read(session: Session, uri: str) -> types.TextResourceContents:
    """What stands at an address.

    Raises:
        NotFound: nothing that this principal may see.
    """
    kind, _, rest = uri.removeprefix(SCHEME).partition("/")
    if not uri.startswith(SCHEME) or kind not in READERS or not rest:
        raise NotFound("resource", uri)
    return types.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=READERS[kind](session, unquote(rest)))


def complete(session: Session, params: types.CompleteRequestParams) -> list[str]:
    """Ids that begin with what is typed, for the templates."""
    typed = params.argument.value
    if not isinstance(params.ref, types.ResourceTemplateReference) or params.argument.name != "id":
        return []
    return [memory.id for memory in session.memory.list(limit=LISTED).items if memory.id.startswith(typed)]


def has_documents(session: Session) -> bool:
    """Whether there is a document to ask."""
    return False


def _memory(session: Session, id: str) -> str:
    memory = session.memory.show(id)
    changed = memory.updated_at.date().isoformat()
    return f"{memory.text}\n\n---\n{memory.name}, {memory.scope}, {memory.type}/{memory.kind}, {changed}\n"


READERS: Final = {"memories": _memory}

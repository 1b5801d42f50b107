"""The records of a scope's library as the entries of its document, and a word for the state the document is in."""

import hashlib
from collections.abc import Iterable, Sequence

from archivist.records.memory import Memory
from archivist.records.scope import Scope, ScopeKind
from archivist.views.entry import Entry
from archivist.views.library import render
from archivist.views.library_status import PROJECT_LIMITS, USER_LIMITS, LibraryLimits


def as_entries(memories: Iterable[Memory]) -> list[Entry]:
    """One entry a record, in the order given, each naming its record."""
    return [Entry(memory.kind, memory.text, memory.topic, memory.id) for memory in memories]


def document_text(memories: Iterable[Memory]) -> str:
    """The document that shows these records."""
    return render(as_entries(memories))


def revision_of(memories: Sequence[Memory]) -> str:
    """Twelve hex digits that are others after any change of a record, its place included; a recall changes nothing."""
    state = "\n".join(f"{memory.id} {memory.revision} {memory.position}" for memory in memories)
    return hashlib.sha256(state.encode()).hexdigest()[:12]


def limits_of(scope: Scope) -> LibraryLimits:
    """User Knowledge has the limits of its own document; everything shared has those of a project's."""
    return USER_LIMITS if scope.kind is ScopeKind.USER else PROJECT_LIMITS

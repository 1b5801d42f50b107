"""What a context is made of: a new part is one line here.

The order of the text follows from each part's authority, not from this list.
"""

from typing import Final

from archivist.read.context.charter_part import CharterPart
from archivist.read.context.conversation_part import ConversationPart
from archivist.read.context.events_part import EventsPart
from archivist.read.context.journal_part import JournalPart
from archivist.read.context.knowledge_part import KnowledgePart
from archivist.read.context.library_part import LibraryPart
from archivist.read.context.memories import AGENT_MEMORY, GLOBAL_MEMORY
from archivist.read.context.parts import ContextPart

CONTEXT_PARTS: Final[tuple[ContextPart, ...]] = (
    CharterPart(),
    ConversationPart(),
    LibraryPart(),
    GLOBAL_MEMORY,
    AGENT_MEMORY,
    KnowledgePart(),
    JournalPart(),
    EventsPart(),
)

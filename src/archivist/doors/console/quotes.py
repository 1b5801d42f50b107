"""A quote in its surroundings: the words of the message around it, as far as the conversation is still there."""

from dataclasses import dataclass
from typing import Final

from archivist.doors.console.visit import Visit
from archivist.errors import NotFound
from archivist.records.evidence import Evidence

SURROUNDINGS: Final = 240
"""Characters of the message shown on each side of a quote."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote between the words around it."""

    before: str
    words: str
    after: str
    witness: str


def in_surroundings(visit: Visit, piece: Evidence) -> Quote:
    """A quote with the words around it, as far as the conversation is still there."""
    try:
        said = visit.session.conversations.messages(piece.conversation) if piece.message else []
    except NotFound:
        said = []
    text = next((message.text for message in said if message.id == piece.message), "")
    stands = text[piece.start : piece.end] == piece.quote
    before = text[max(0, piece.start - SURROUNDINGS) : piece.start] if stands else ""
    after = text[piece.end : piece.end + SURROUNDINGS] if stands else ""
    return Quote(before, piece.quote, after, piece.witness)

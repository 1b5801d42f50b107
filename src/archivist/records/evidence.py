"""Why a statement is believed: the verbatim words, and where they stand."""

from dataclasses import dataclass
from enum import StrEnum


class Witness(StrEnum):
    """Whose words a quote is. Only a user's own words prove what the user said."""

    USER = "user"
    TOOL = "tool"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A quote and its place: `start` and `end` are character offsets in the message, `end` exclusive.

    `quote` is always the slice of the original message, never a retyped form of it. Without a message (evidence that
    came with an import) `conversation` and `message` are empty and the offsets are 0.
    """

    quote: str
    witness: Witness
    conversation: str = ""
    message: str = ""
    start: int = 0
    end: int = 0

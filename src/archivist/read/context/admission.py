"""Which records may go into a context without being asked for: in force, sure, and resting on somebody's word.

Asked by every part that shows records, the library included, so that what is untrusted is out of every automatic path.
Source: requirements C3, G4; design, law 3; cases EX-06 and openclaw#127469.
"""

from datetime import datetime

from archivist.records.context import Drop
from archivist.records.evidence import Witness
from archivist.records.memory import Memory, Status
from archivist.text.instructions import find_instructions

_HARMLESS = {"quoted_instruction"}


def kept_out(memory: Memory, now: datetime, min_confidence: float) -> Drop | None:
    """Why the record stays out; None where it may go in."""
    if memory.status is Status.CONFLICT:
        return Drop.CONFLICT
    if memory.status is not Status.ACTIVE or _over(memory, now):
        return Drop.EXPIRED
    if memory.valid_from is not None and memory.valid_from > now:
        return Drop.NOT_YET_VALID
    if memory.confidence < min_confidence:
        return Drop.UNSURE
    if memory.by_person:
        return None
    if memory.evidence and all(piece.witness is not Witness.USER for piece in memory.evidence):
        return Drop.UNTRUSTED
    if any(order.kind not in _HARMLESS for order in find_instructions(f"{memory.name}\n{memory.text}")):
        return Drop.INSTRUCTION_LIKE
    return None


def _over(memory: Memory, now: datetime) -> bool:
    ends = (memory.expires_at, memory.valid_until)
    return any(end is not None and end <= now for end in ends)

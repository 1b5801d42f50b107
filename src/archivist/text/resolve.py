"""Which statements of a history are replaced by which later ones; the conflict gate's own rules, run over a sequence.

There is no second logic here: a later statement replaces an earlier one exactly where `relation` finds a conflict
between two things stated as holding. What denies without giving a value ("it is not running") contradicts but replaces
nothing, and only a person's words replace anything.
"""

from collections.abc import Sequence
from typing import TypedDict

from archivist.text.readings import Claim, Mood, read
from archivist.text.relations import Conflict
from archivist.text.statements import relation


class Event(TypedDict):
    """One thing said: by whom (`user`, `assistant`, ...) and when (ISO 8601)."""

    text: str
    role: str
    at: str


def current(events: Sequence[Event]) -> list[tuple[int, int]]:
    """Pairs (i, j): what event i states is replaced by the later event j; events are in order of time.

    A compound event is replaced claim by claim: it stays until no claim of it holds any more.
    """
    pairs: list[tuple[int, int]] = []
    holding: dict[int, tuple[Claim, ...]] = {}
    for later, event in enumerate(events):
        new = read(event["text"])
        if event["role"] != "user" or new.mood is not Mood.STATE:
            continue
        for earlier in list(holding) if not any(claim.denied for claim in new.claims) else ():
            old = events[earlier]["text"]
            left = tuple(
                claim for claim in holding[earlier] if not any(claim.is_slot_of(other) for other in new.claims)
            )
            partly_gone = holding[earlier] != read(old).claims
            if isinstance(relation(old, event["text"]), Conflict) and not (partly_gone and left == holding[earlier]):
                pairs.append((earlier, later))
                if left and left != holding[earlier]:
                    holding[earlier] = left
                else:
                    del holding[earlier]
        holding[later] = new.claims
    return pairs

"""Which of two conflicting statements wins, or neither; pure, asked by gates 10 and 11 and by the nightly run.

In order: a person's own correction beats whatever was inferred; what a person wrote or reviewed is superseded by no
agent and no automatic run, whatever its confidence; between two that no person stands behind, clearly higher
confidence wins. Where none of these decides, neither is injected until a person does.
Source: requirements G4, design.md section 2 (gates 10 and 11), agent memory architecture, conflict rules.
"""

from dataclasses import dataclass
from enum import Enum

MARGIN = 0.15
"""Confidence must be higher by at least this (0..1) to win. Extractors' confidences for one statement, asked twice,
differ by about 0.1; a margin above that keeps two runs from taking turns."""


class Wins(Enum):
    """Which statement holds; `NEITHER` marks both until a person decides."""

    NEW = "new"
    OLD = "old"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Standing:
    """What speaks for a statement.

    `by_person`: a person wrote, corrected or reviewed it. `confidence`: 0..1. `corrects`: the user said, in so many
    words, that the other statement is no longer right; said by the user, even if an extraction carried it here.
    """

    by_person: bool
    confidence: float
    corrects: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who wins, and why in plain words for the trail."""

    wins: Wins
    reason: str


def precedence(old: Standing, new: Standing) -> Ruling:
    """Which of two statements that cannot both hold is to hold."""
    if new.by_person:
        return Ruling(Wins.NEW, "a person states it now")
    if old.by_person:
        if new.corrects:
            return Ruling(Wins.NEITHER, "the user seems to correct it, but a person's statement only a person replaces")
        return Ruling(Wins.OLD, "a person wrote or reviewed the older statement")
    if new.corrects:
        return Ruling(Wins.NEW, "the user's explicit correction beats an inference")
    ahead = round(new.confidence - old.confidence, 6)
    if ahead >= MARGIN:
        return Ruling(Wins.NEW, f"confidence {new.confidence:.2f} is clearly above {old.confidence:.2f}")
    if ahead <= -MARGIN:
        return Ruling(Wins.OLD, f"confidence {old.confidence:.2f} is clearly above {new.confidence:.2f}")
    return Ruling(Wins.NEITHER, f"confidence {old.confidence:.2f} and {new.confidence:.2f} are too close")

"""What gates answer, and what comes of it. The set of verdicts is closed: a type checker finds a forgotten case."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from archivist.records.candidate import Candidate

_WORDS: Final = re.compile("‹[^›]*›")


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing against it. `note` says what the gate did, where it amended the candidate."""

    candidate: Candidate
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reject:
    """Not remembered. `reason` is a stable code, `detail` a sentence for people that never holds a secret."""

    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Hold:
    """A person must look first. The walk goes on, since a later gate may still refuse. `memory_id` is what it meets."""

    reason: str
    detail: str
    candidate: Candidate | None = None
    memory_id: str | None = None


@dataclass(frozen=True, slots=True)
class MergeInto:
    """The same statement stands already; `similarity` of 1.0 means equal when folded."""

    memory_id: str
    similarity: float
    detail: str
    adds: bool = False  # equal in words, yet the new one says more: that it belongs into the library


@dataclass(frozen=True, slots=True)
class Supersede:
    """The new statement takes the place of an older one, which stays in the chain."""

    memory_id: str
    detail: str


@dataclass(frozen=True, slots=True)
class Contradict:
    """The two cannot both hold and nothing decides between them: neither is injected until a person does."""

    memory_id: str
    detail: str


Verdict = Pass | Reject | Hold | MergeInto | Supersede | Contradict


def quoted(words: str) -> str:
    """Somebody's words inside a detail, between ‹ and ›: a person reads them, the audit trail leaves them out."""
    return f"‹{words.replace('‹', '<').replace('›', '>')}›"


def without_words(detail: str) -> str:
    """A detail as the audit trail may keep it for ever: what anybody said in it is replaced by ‹…›."""
    return _WORDS.sub("‹…›", detail)


@dataclass(frozen=True, slots=True)
class Step:
    """One gate's answer, as the trail keeps it."""

    gate: str
    verdict: str
    reason: str = ""
    detail: str = ""


class Outcome(StrEnum):
    """What became of a candidate."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    SUPERSEDED = "superseded"
    HELD = "held"
    CONFLICT = "conflict"
    EXPIRED = "expired"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome and every verdict that led to it, in order. `target` is the record it merges into or replaces."""

    candidate: Candidate
    outcome: Outcome
    trail: tuple[Step, ...]
    target: str | None = None
    reason: str = ""
    detail: str = ""
    untrusted: bool = False

"""What a built context is made of, and the trace that answers "what was injected into run X, and why". No bodies here.

Source: requirements C1, C4, C7; source 004, section 14.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Drop(StrEnum):
    """Why something that was considered did not go in."""

    EXPIRED = "expired"
    NOT_YET_VALID = "not_yet_valid"
    CONFLICT = "conflict"
    UNSURE = "unsure"  # confidence below the floor
    UNTRUSTED = "untrusted"  # rests on what a tool or document said, and no person approved it
    INSTRUCTION_LIKE = "instruction_like"
    NOT_RELEVANT = "not_relevant"
    NEAR_DUPLICATE = "near_duplicate"
    BEYOND_LIMIT = "beyond_limit"  # better ones took the places there are
    OVER_BUDGET = "over_budget"
    BEYOND_WINDOW = "beyond_window"  # older than the window of latest records, and no word matches
    NOT_ALLOWED = "not_allowed"  # the agent's policy leaves it out


@dataclass(frozen=True, slots=True)
class Score:
    """The terms of C4, each with its weight already in it; `staleness` is what is taken away."""

    relevance: float = 0.0
    name_match: float = 0.0
    tag_match: float = 0.0
    recency: float = 0.0
    importance: float = 0.0
    confidence: float = 0.0
    scope_match: float = 0.0
    staleness: float = 0.0

    @property
    def total(self) -> float:
        """What things are ranked by; compares only within one part of one build."""
        gained = self.relevance + self.name_match + self.tag_match + self.recency
        return gained + self.importance + self.confidence + self.scope_match - self.staleness


@dataclass(frozen=True, slots=True)
class Used:
    """One thing that went in. `cut` says that only its beginning did; `by_meaning`, that no word asked for it."""

    id: str
    tokens: int
    scope: str = ""
    confidence: float | None = None
    source_event: str | None = None
    score: Score | None = None
    cut: bool = False
    by_meaning: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """One thing that did not go in. `detail` names the other thing or the limit."""

    id: str
    reason: Drop
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a context, as traced. `tokens` counts its marks too."""

    name: str
    tokens: int
    used: tuple[Used, ...]


@dataclass(frozen=True, slots=True)
class Spent:
    """What an agent's own searches have used of a run's allowance."""

    calls: int = 0
    results: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """One build. `query` is a fingerprint of the question; `versions` names builder, generation and policy.

    `degraded` says what was wanted for the search and did not come; empty where nothing was missing.
    """

    run: str
    at: datetime
    user: str
    agent: str
    tokens: int
    budget_tokens: int
    sections: tuple[Section, ...]
    dropped: tuple[Dropped, ...]
    versions: dict[str, str] = field(default_factory=dict)
    project: str | None = None
    task: str | None = None
    conversation: str | None = None
    source_event: str | None = None
    query: str = ""
    retrieval_ms: float = 0.0
    build_ms: float = 0.0
    spent: Spent = Spent()
    degraded: str = ""


@dataclass(frozen=True, slots=True)
class BuiltContext:
    """The answer: the text for the model, and its trace."""

    text: str
    trace: Trace

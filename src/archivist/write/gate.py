"""The shape of a gate: one rule, one class, one question, one answer from the closed set of verdicts."""

from dataclasses import dataclass, field
from typing import Protocol

from archivist.records.candidate import Candidate
from archivist.records.verdict import Contradict, Hold, MergeInto, Supersede, Verdict
from archivist.write.view import View

Intent = MergeInto | Supersede | Contradict


@dataclass(frozen=True, slots=True)
class Draft:
    """A candidate as far as the gates before have brought it.

    `intent` is what an earlier gate found it to be in relation to a record that stands; None means a new statement.
    """

    candidate: Candidate
    intent: Intent | None = None
    holds: tuple[Hold, ...] = field(default=())


class Gate(Protocol):
    """One rule of the write road. `name` is what the trail calls it."""

    @property
    def name(self) -> str: ...

    def check(self, draft: Draft, view: View) -> Verdict:
        """Answer for this draft; look only through `view`, change nothing."""
        ...

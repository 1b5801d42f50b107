"""Gate 8. What a person dismissed or forgot does not come back by itself. Source: design, laws of the write road."""

from typing import Final

from archivist.records.candidate import AUTOMATIC, Action, Candidate, Origin
from archivist.records.verdict import Pass, Reject, Verdict
from archivist.stores.base import Refusal
from archivist.write.gate import Draft
from archivist.write.view import View

SUPERSEDED: Final = "superseded"


class DismissedBefore:
    """Statements are compared folded, in every scope they may have been turned away from.

    A person may always say it again. What was superseded comes back only if it was said again afterwards: an old
    conversation that is read anew does not turn the clock back.
    """

    name = "dismissed"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.origin in {Origin.HUMAN, Origin.TOOL} or candidate.action is Action.EXPIRE:
            return Pass(candidate)
        refusal = view.refusal(candidate)
        if refusal is None or (refusal.why == SUPERSEDED and not _is_older(candidate, refusal)):
            return Pass(candidate)
        day = refusal.at.date().isoformat()
        return Reject("dismissed_before", f"{refusal.why} on {day} as {refusal.subject}; a person may still write it")


def _is_older(candidate: Candidate, refusal: Refusal) -> bool:
    """Whether background reading found what was said before it was replaced; an agent proposes what holds now."""
    return candidate.origin in AUTOMATIC and candidate.said_at is not None and candidate.said_at <= refusal.at

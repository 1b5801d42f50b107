"""Gate 13. Accept now, or hold for a person: by origin, scope, confidence and write mode.

Source: requirements X (reconciliation) and G3.
"""

from archivist.records.candidate import Candidate, Origin
from archivist.records.scope import ScopeKind, user
from archivist.records.verdict import Hold, Pass, Reject, Verdict
from archivist.write.gate import Draft
from archivist.write.view import View

SHARED = frozenset({ScopeKind.USER, ScopeKind.PROJECT, ScopeKind.WORKSPACE, ScopeKind.SYSTEM})


class Policy:
    """A person's own act passes; what others find or propose follows the write mode of where it would go."""

    name = "policy"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.scope.kind not in SHARED:
            return Pass(candidate)
        match candidate.origin:
            case Origin.HUMAN | Origin.TOOL:
                return Pass(candidate)
            case Origin.EXTRACTION | Origin.CONSOLIDATION:
                return self._automatic(candidate, view)
            case Origin.AGENT:
                return self._proposed(candidate, view)
            case Origin.IMPORT:
                return Hold("review", "an imported statement waits for a person")

    def _automatic(self, candidate: Candidate, view: View) -> Verdict:
        own = candidate.scope == user(view.principal.user)
        if own and view.settings.extraction.write_mode == "direct":
            return Pass(candidate)
        return Hold("review", "automatic suggestions wait for a person")

    def _proposed(self, candidate: Candidate, view: View) -> Verdict:
        shared = view.settings.global_
        if candidate.confidence < shared.min_confidence:
            return Reject(
                "low_confidence", f"confidence {candidate.confidence:.2f} is below {shared.min_confidence:.2f}"
            )
        if candidate.scope.kind in shared.require_review_for_scopes or shared.write_mode == "proposed":
            return Hold("review", f"proposals to {candidate.scope} wait for a person")
        return Pass(candidate)

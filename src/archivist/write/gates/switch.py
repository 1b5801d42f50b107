"""Gate 1. Memory is on, and for background reading, suggestions are on too. Source: requirement Q11."""

from archivist.records.candidate import AUTOMATIC
from archivist.records.scope import ScopeKind
from archivist.records.verdict import Pass, Reject, Verdict
from archivist.write.gate import Draft
from archivist.write.view import View


class Switch:
    """With memory off nothing is written, whoever asks: a person can look, delete, and turn it on again."""

    name = "switch"

    def check(self, draft: Draft, view: View) -> Verdict:
        if not view.enabled:
            return Reject("off", "memory is switched off")
        if draft.candidate.scope.kind is ScopeKind.AGENT and not view.settings.agent.enabled:
            return Reject("off", "agents' private memory is switched off")
        if draft.candidate.origin in AUTOMATIC and not view.automatic_suggestions:
            return Reject("suggestions_off", "automatic suggestions are switched off")
        return Pass(draft.candidate)

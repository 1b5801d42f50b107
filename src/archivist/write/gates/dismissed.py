"""Gate 8. What a person dismissed or forgot does not come back by itself. Source: design, laws of the write road."""

from archivist.records.candidate import Action, Origin
from archivist.records.verdict import Pass, Reject, Verdict
from archivist.write.gate import Draft
from archivist.write.view import View


class DismissedBefore:
    """Statements are compared folded, within one scope. A person may always say it again."""

    name = "dismissed"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.origin in {Origin.HUMAN, Origin.TOOL} or candidate.action is Action.EXPIRE:
            return Pass(candidate)
        refusal = view.refusal(candidate)
        if refusal is None:
            return Pass(candidate)
        day = refusal.at.date().isoformat()
        return Reject("dismissed_before", f"{refusal.why} on {day} as {refusal.subject}; a person may still write it")

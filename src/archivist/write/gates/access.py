"""Gate 3. The principal may write there, or may propose there. Source: requirement P1, `policy.access`."""

from archivist.policy.access import Act, Right, right
from archivist.records.verdict import Hold, Pass, Reject, Verdict
from archivist.write.gate import Draft
from archivist.write.view import View


class Access:
    """What may only be proposed goes on to the other gates and then waits for a person."""

    name = "access"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate, who = draft.candidate, view.principal
        match right(who, Act.WRITE, candidate.scope):
            case Right.ALLOW:
                return Pass(candidate)
            case Right.PROPOSE:
                return Hold("needs_review", f"{who.name} may propose to {candidate.scope}, not write there")
            case Right.DENY:
                return Reject("not_permitted", f"{who.name} may not write to {candidate.scope}")

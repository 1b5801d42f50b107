"""Gate 7. What background reading finds must be worth keeping. Source: requirement X4."""

from archivist.records.candidate import AUTOMATIC
from archivist.records.verdict import Pass, Reject, Verdict
from archivist.write.gate import Draft
from archivist.write.view import View


class Salience:
    """Only automatic origins are weighed: a person or an agent that asks has its reasons."""

    name = "salience"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate, least = draft.candidate, view.settings.extraction.min_salience
        if candidate.origin in AUTOMATIC and candidate.salience < least:
            return Reject("low_salience", f"salience {candidate.salience:.2f} is below {least:.2f}")
        return Pass(candidate)

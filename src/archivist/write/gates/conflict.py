"""Gate 10. Two statements that cannot both hold are never both active. Source: requirement G4; design, gate 10.

The user's explicit correction beats an inference, and higher confidence beats lower; where nothing decides, both are
marked and neither is injected until a person does.
"""

from archivist.policy.precedence import Standing, Wins, precedence
from archivist.records.candidate import Candidate, Origin
from archivist.records.memory import Memory
from archivist.records.verdict import Contradict, Hold, MergeInto, Pass, Supersede, Verdict
from archivist.text.statements import Conflict
from archivist.write.gate import Draft
from archivist.write.view import View


class ConflictGate:
    """Compares with the records of the same scope; the closest contradiction decides."""

    name = "conflict"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if isinstance(draft.intent, MergeInto) or candidate.updates is not None or candidate.value is not None:
            return Pass(candidate)
        for memory, found in view.relations(candidate):
            if isinstance(found, Conflict):
                return _settle(candidate, memory, found)
        return Pass(candidate)


def _settle(candidate: Candidate, memory: Memory, conflict: Conflict) -> Verdict:
    difference = conflict.difference
    detail = f"contradicts {memory.name!r}: {difference.why}, {difference.old!r} against {difference.new!r}"
    ruling = precedence(
        Standing(by_person=memory.by_person, confidence=memory.confidence),
        Standing(
            by_person=candidate.origin in {Origin.HUMAN, Origin.TOOL},
            confidence=candidate.confidence,
            corrects=candidate.is_correction,
        ),
    )
    detail = f"{detail}; {ruling.reason}"
    match ruling.wins:
        case Wins.NEW:
            return Supersede(memory.id, detail)
        case Wins.OLD:
            return Hold("conflict", detail)
        case Wins.NEITHER:
            return Contradict(memory.id, detail)

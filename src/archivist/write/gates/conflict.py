"""Gate 10. Two statements that cannot both hold are never both active. Source: requirement G4; design, gate 10.

The user's explicit correction beats an inference, and higher confidence beats lower; where nothing decides, both are
marked and neither is injected until a person does. What is contradicted in one part may still hold in the others: only
a person's own word takes the place of such a record, and anybody else's waits.
"""

from archivist.policy.precedence import Standing, Wins, precedence
from archivist.records.candidate import Action, Candidate, Origin
from archivist.records.memory import Delivery, Memory, Status
from archivist.records.scope import ScopeKind
from archivist.records.verdict import Contradict, Hold, MergeInto, Pass, Reject, Supersede, Verdict, quoted
from archivist.text.relations import Conflict
from archivist.write.gate import Draft
from archivist.write.view import View


class ConflictGate:
    """Compares with the records of the same scope; the closest contradiction decides."""

    name = "conflict"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.action is not Action.WRITE:
            return _about_standing(candidate, view)
        if isinstance(draft.intent, MergeInto) or candidate.updates is not None:
            return Pass(candidate)
        if memory := _of_that_key(candidate, view):
            return _settle(candidate, memory, "has another value than")
        if candidate.value is not None:
            return Pass(candidate)
        for memory, found in view.relations(candidate):
            if isinstance(found, Conflict):
                settled = _settle(candidate, memory, "contradicts", _why(found))
                return _wait_for_the_rest(candidate, settled) if found.partly else settled
        return Pass(candidate)


class ConflictOutside:
    """The same for an entry of a library document that a person saves.

    What they typed side by side stands side by side: they see both, and a wrong guess must not take their words away.
    Such a contradiction is named in the trail. One with a record that the document does not show is settled as ever.
    """

    name = "conflict"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if isinstance(draft.intent, MergeInto) or candidate.updates is not None:
            return Pass(candidate)
        beside = ""
        for memory, found in view.relations(candidate):
            if isinstance(found, Conflict) and memory.delivery is Delivery.ON_DEMAND:
                return _settle(candidate, memory, "contradicts", _why(found))
            if isinstance(found, Conflict):
                beside = beside or f"contradicts {quoted(memory.name)}, which stands beside it: {_why(found)}"
        return Pass(candidate, beside)


def _wait_for_the_rest(candidate: Candidate, settled: Verdict) -> Verdict:
    if candidate.origin is Origin.HUMAN or not isinstance(settled, Supersede):
        return settled
    return Hold(
        "conflict", f"{settled.detail}; the older one also says what may still hold", memory_id=settled.memory_id
    )


def _why(conflict: Conflict) -> str:
    difference = conflict.difference
    return f"{difference.why}, {quoted(difference.old)} against {quoted(difference.new)}"


def _about_standing(candidate: Candidate, view: View) -> Verdict:
    """A correction takes the place of the record it names; neither it nor an expiry means one that is gone."""
    memory = view.memory(candidate.updates or "")
    if memory is None or memory.status not in {Status.ACTIVE, Status.CONFLICT}:
        return Reject("gone", "the record it is about is no longer in force")
    return _settle(candidate, memory, "corrects") if candidate.action is Action.CORRECT else Pass(candidate)


def _of_that_key(candidate: Candidate, view: View) -> Memory | None:
    """The record that stands under the candidate's key: two values of one key cannot both hold, alike or not."""
    if candidate.name is None or candidate.scope.kind is ScopeKind.AGENT:
        return None
    return view.live_by_name(candidate.scope, candidate.name)


def _settle(candidate: Candidate, memory: Memory, how: str, why: str = "") -> Verdict:
    ruling = precedence(
        Standing(by_person=memory.by_person, confidence=memory.confidence),
        Standing(
            by_person=candidate.origin in {Origin.HUMAN, Origin.TOOL},
            confidence=candidate.confidence,
            corrects=candidate.is_correction,
        ),
    )
    detail = f"{how} {quoted(memory.name)}{': ' if why else ''}{why}; {ruling.reason}"
    match ruling.wins:
        case Wins.NEW:
            return Supersede(memory.id, detail)
        case Wins.OLD:
            return Hold("conflict", detail, memory_id=memory.id)
        case Wins.NEITHER:
            return Contradict(memory.id, detail)

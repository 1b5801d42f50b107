"""The walk through the gates, in order, and what comes of it. Pure: it looks through the view and changes nothing."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import assert_never

from archivist.records.candidate import Action, Candidate
from archivist.records.verdict import (
    Contradict,
    Decision,
    Hold,
    MergeInto,
    Outcome,
    Pass,
    Reject,
    Step,
    Supersede,
    Verdict,
)
from archivist.write.gate import Draft, Gate
from archivist.write.view import View

UNTRUSTED = "untrusted"
"""The reason of a hold whose evidence is not the user's own words."""


def decide(candidate: Candidate, gates: Sequence[Gate], view: View) -> Decision:
    """Ask each gate in turn; a `Reject` ends the walk, any other answer is carried on to the next gate."""
    draft = Draft(candidate)
    trail: list[Step] = []
    for gate in gates:
        verdict = gate.check(draft, view)
        trail.append(_step(gate.name, verdict))
        match verdict:
            case Pass(amended):
                draft = draft if amended is draft.candidate else replace(draft, candidate=amended)
            case Reject(reason, detail):
                return Decision(draft.candidate, Outcome.REJECTED, tuple(trail), reason=reason, detail=detail)
            case Hold():
                draft = replace(draft, candidate=verdict.candidate or draft.candidate, holds=(*draft.holds, verdict))
            case MergeInto() | Supersede() | Contradict():
                draft = replace(draft, intent=verdict)
            case _:
                assert_never(verdict)
    return _conclude(draft, tuple(trail))


def _conclude(draft: Draft, trail: tuple[Step, ...]) -> Decision:
    target = draft.intent.memory_id if draft.intent else draft.candidate.updates
    if draft.holds and not _says_nothing_new(draft):
        target = target or next((hold.memory_id for hold in draft.holds if hold.memory_id), None)
        reasons = [hold.reason for hold in draft.holds]
        return Decision(
            draft.candidate,
            Outcome.HELD,
            trail,
            target,
            reason=reasons[0],
            detail="; ".join(hold.detail for hold in draft.holds),
            untrusted=UNTRUSTED in reasons,
        )
    return Decision(draft.candidate, _outcome(draft), trail, target, detail=draft.intent.detail if draft.intent else "")


def _says_nothing_new(draft: Draft) -> bool:
    """Whether what it says stands already: then there is nothing for a person to look at."""
    return isinstance(draft.intent, MergeInto) and _outcome(draft) is Outcome.UNCHANGED


def _outcome(draft: Draft) -> Outcome:
    if draft.candidate.action is Action.EXPIRE:
        return Outcome.EXPIRED
    match draft.intent:
        case None:
            return Outcome.UPDATED if draft.candidate.updates else Outcome.CREATED
        case MergeInto(similarity=similarity, adds=adds):
            return Outcome.UNCHANGED if similarity == 1.0 and not adds else Outcome.UPDATED
        case Supersede():
            return Outcome.SUPERSEDED
        case Contradict():
            return Outcome.CONFLICT
        case _:
            assert_never(draft.intent)


def _step(gate: str, verdict: Verdict) -> Step:
    match verdict:
        case Pass(_, ""):
            return _silent_pass(gate)
        case Pass(_, note):
            return Step(gate, "pass", detail=note)
        case Reject(reason, detail):
            return Step(gate, "reject", reason, detail)
        case Hold(reason, detail):
            return Step(gate, "hold", reason, detail)
        case MergeInto(memory_id, similarity, detail):
            return Step(gate, "merge", memory_id, f"{detail} (similarity {similarity:.2f})")
        case Supersede(memory_id, detail):
            return Step(gate, "supersede", memory_id, detail)
        case Contradict(memory_id, detail):
            return Step(gate, "contradict", memory_id, detail)
        case _:
            assert_never(verdict)


@cache
def _silent_pass(gate: str) -> Step:
    return Step(gate, "pass")

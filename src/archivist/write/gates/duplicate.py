"""Gate 9. The same statement is not kept twice; a true rewording updates the one that stands.

Two statements of one subject are not yet the same statement: numbers, dates, negation and the like are compared first
(`text.statements`), and a difference there is left for the conflict gate. Source: requirements X5, X6, X11.
"""

from dataclasses import replace

from archivist.records.candidate import Action, Candidate, Origin
from archivist.records.memory import Memory
from archivist.records.scope import ScopeKind
from archivist.records.verdict import MergeInto, Pass, Reject, Verdict
from archivist.text.statements import Rewording, Same
from archivist.write.gate import Draft
from archivist.write.view import View


class Duplicate:
    """Equal text anywhere it would be injected is a no-op; a rewording counts within scope, type and kind."""

    name = "duplicate"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.scope.kind is ScopeKind.AGENT and candidate.value is not None:
            return Pass(candidate)  # an agent's keyed note is replaced by its key, not by its likeness
        if candidate.action is not Action.WRITE:
            return Pass(candidate) if candidate.origin is Origin.HUMAN else _against_queue(candidate, view)
        if candidate.value is not None:
            return _keyed(candidate, view)
        equal = [memory for memory in view.equals(candidate) if memory.id != candidate.updates]
        if equal:
            return MergeInto(equal[0].id, 1.0, f"{equal[0].scope} says this already as {equal[0].name!r}")
        if candidate.updates is None and (best := _reworded(candidate, view)):
            memory, similarity = best
            return MergeInto(memory.id, similarity, f"rewords {memory.name!r}")
        if candidate.origin is Origin.HUMAN:
            return Pass(candidate)
        return _against_queue(candidate, view)


def _keyed(candidate: Candidate, view: View) -> Verdict:
    """A structured record is the one that stands when key and value are; another value is the conflict gate's."""
    standing = view.live_by_name(candidate.scope, candidate.name) if candidate.name else None
    if standing is not None and standing.value == candidate.value and standing.id != candidate.updates:
        return MergeInto(standing.id, 1.0, f"{standing.name!r} has this value already")
    return Pass(candidate) if candidate.origin is Origin.HUMAN else _against_queue(candidate, view)


def _reworded(candidate: Candidate, view: View) -> tuple[Memory, float] | None:
    alike = [
        (memory, found.similarity)
        for memory, found in view.relations(candidate)
        if isinstance(found, Rewording) and (memory.type, memory.kind) == (candidate.type, candidate.kind)
    ]
    return max(alike, key=lambda pair: pair[1], default=None)


def _against_queue(candidate: Candidate, view: View) -> Verdict:
    if waiting := [entry for entry in view.waiting_equal(candidate) if entry.candidate.action is candidate.action]:
        return Reject("already_pending", f"proposal {waiting[0].id} says this and waits for a person")
    if candidate.action is Action.EXPIRE:
        return Pass(candidate)
    for entry, found in view.waiting(candidate):
        if isinstance(found, Rewording) and entry.candidate.origin is candidate.origin:
            return Pass(
                replace(candidate, supersedes_proposal=entry.id), f"rewords proposal {entry.id}, which it replaces"
            )
        if isinstance(found, Same):
            return Reject("already_pending", f"proposal {entry.id} says this and waits for a person")
    return Pass(candidate)

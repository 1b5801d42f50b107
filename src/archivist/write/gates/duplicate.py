"""Gate 9. The same statement is not kept twice; a true rewording updates the one that stands, unless that says more.

Two statements of one subject are not yet the same statement: numbers, dates, negation and the like are compared first
(`text.statements`), and a difference there is left for the conflict gate. Source: requirements X5, X6, X11.
"""

from dataclasses import replace

from archivist.records.candidate import AUTOMATIC, Action, Candidate, Origin
from archivist.records.memory import Delivery, Memory
from archivist.records.scope import ScopeKind
from archivist.records.verdict import MergeInto, Pass, Reject, Verdict, quoted
from archivist.text.relations import Rewording, Same
from archivist.write.gate import Draft
from archivist.write.pipeline import UNTRUSTED
from archivist.write.view import View


class Duplicate:
    """Equal text is a no-op, for automatic origins anywhere it may have been injected from.

    A rewording counts within scope, type and kind; what an automatic origin rewords of any scope the principal reads
    came up the read road, and is not learned again.
    """

    name = "duplicate"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.scope.kind is ScopeKind.AGENT and candidate.value is not None:
            return Pass(candidate)  # an agent's keyed note is replaced by its key, not by its likeness
        if candidate.action is not Action.WRITE:
            return Pass(candidate) if candidate.origin is Origin.HUMAN else _against_queue(draft, view)
        if candidate.value is not None:
            return _keyed(draft, view)
        equal = [memory for memory in view.equals(candidate) if memory.id != candidate.updates]
        if equal:
            return _equal(candidate, equal[0])
        if candidate.updates is None and (best := _reworded(candidate, view)):
            memory, found = best
            if found.shortens:
                return MergeInto(memory.id, 1.0, f"{quoted(memory.name)} says this already, and more")
            return MergeInto(memory.id, found.similarity, f"rewords {quoted(memory.name)}")
        if candidate.origin is Origin.HUMAN:
            return Pass(candidate)
        if candidate.origin in AUTOMATIC and (known := _known_elsewhere(candidate, view)):
            return Reject("known", f"{known.scope} says this already as {quoted(known.name)}")
        return _against_queue(draft, view)


def _equal(candidate: Candidate, standing: Memory) -> Verdict:
    """Nothing new, unless a person puts into the library what stood outside."""
    joins = candidate.origin is Origin.HUMAN and Delivery.ALWAYS is candidate.delivery is not standing.delivery
    where = "; it now goes with every conversation" if joins else ""
    return MergeInto(standing.id, 1.0, f"{standing.scope} says this already as {quoted(standing.name)}{where}", joins)


def _known_elsewhere(candidate: Candidate, view: View) -> Memory | None:
    """A record of another scope the principal reads that this rewords."""
    return next((memory for memory, found in view.relations_elsewhere(candidate) if isinstance(found, Rewording)), None)


def _keyed(draft: Draft, view: View) -> Verdict:
    """A structured record is the one that stands when key and value are; another value is the conflict gate's."""
    candidate = draft.candidate
    standing = view.live_by_name(candidate.scope, candidate.name) if candidate.name else None
    if standing is not None and standing.value == candidate.value and standing.id != candidate.updates:
        return MergeInto(standing.id, 1.0, f"{quoted(standing.name)} has this value already")
    return Pass(candidate) if candidate.origin is Origin.HUMAN else _against_queue(draft, view)


def _reworded(candidate: Candidate, view: View) -> tuple[Memory, Rewording] | None:
    alike = [
        (memory, found)
        for memory, found in view.relations(candidate)
        if isinstance(found, Rewording) and (memory.type, memory.kind) == (candidate.type, candidate.kind)
    ]
    return max(alike, key=lambda pair: pair[1].similarity, default=None)


def _against_queue(draft: Draft, view: View) -> Verdict:
    """What waits is not queued twice; a better wording takes its place, unless it is the worse attested one."""
    candidate = draft.candidate
    if candidate.origin is Origin.TOOL and not draft.holds:
        return Pass(candidate)  # the user's word is not kept waiting because an entry says it too
    untrusted = any(hold.reason == UNTRUSTED for hold in draft.holds)
    if waiting := [entry for entry in view.waiting_equal(candidate) if entry.candidate.action is candidate.action]:
        return Reject("already_pending", f"proposal {waiting[0].id} says this and waits for a person")
    if candidate.action is Action.EXPIRE:
        return Pass(candidate)
    for entry, found in view.waiting(candidate):
        replaces = entry.candidate.origin is candidate.origin and not (untrusted and not entry.untrusted)
        if isinstance(found, Rewording) and replaces:
            return Pass(
                replace(candidate, supersedes_proposal=entry.id), f"rewords proposal {entry.id}, which it replaces"
            )
        if isinstance(found, Same | Rewording):
            return Reject("already_pending", f"proposal {entry.id} says this and waits for a person")
    return Pass(candidate)

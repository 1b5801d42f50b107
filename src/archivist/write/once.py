"""The same event asking for the same thing twice changes nothing. Source: requirement R1, field case CO-02.

The key is source event, actor, scope, name or words, and action; the answer kept is the number of the audit entry.
"""

from archivist.records.candidate import Candidate
from archivist.records.principal import Principal
from archivist.records.verdict import Decision, Outcome
from archivist.stores.base import Transaction
from archivist.text.fold import fold_hash
from archivist.write.commit import Pen, Written


def replayed(tx: Transaction, candidate: Candidate, principal: Principal) -> Written | None:
    """What came of this candidate when the same event brought it before; None when it is new or names no event."""
    if candidate.source_event is None:
        return None
    answer = tx.ledger.receipt(*_key(candidate, principal))
    entry = tx.audit.get(int(answer)) if answer else None
    if entry is None:
        return None
    kind, _, id = entry.subject.partition(":")
    memory = tx.memories.get(id) if kind == "memory" else None
    proposal = tx.proposals.get(id) if kind == "proposal" else None
    outcome = Outcome.HELD if proposal else Outcome.UNCHANGED if memory else Outcome(entry.outcome)
    decision = Decision(candidate, outcome, entry.trail, id, "replayed", "the same event asked for this before")
    return Written(outcome, decision, entry.number, memory, proposal)


def remember_done(tx: Transaction, candidate: Candidate, written: Written, pen: Pen) -> None:
    """Keep the answer. A refusal is not kept: the same event may try again when the reason is gone."""
    if candidate.source_event is not None and written.outcome is not Outcome.REJECTED:
        tx.ledger.give_receipt(str(written.audit), pen.now, *_key(candidate, pen.principal))


def _key(candidate: Candidate, principal: Principal) -> tuple[str, ...]:
    what = candidate.updates or candidate.name or ""
    words = f"{fold_hash(candidate.text)}:{candidate.value or ''}"
    scope = (candidate.scope.holder, str(candidate.scope))
    return ("write", candidate.source_event or "", principal.name, *scope, what, words, candidate.action)

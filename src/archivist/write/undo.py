"""Takes back any single decision, by the number of its audit entry. The undo is itself an act: audited, and undoable.

Only the latest act on a thing can be taken back, so that nothing newer is lost with it; the answer names what has to go
first. An erase cannot be undone: that is what it is for. Source: issue 3, requirement G4; design, section 4.
"""

from typing import Final

from archivist.errors import AlreadyExists, Invalid, NotFound
from archivist.records.audit import AuditEntry
from archivist.records.event import Topic
from archivist.records.memory import Memory, Status
from archivist.records.proposal import Proposal
from archivist.stores.base import Transaction
from archivist.write import lifecycle, proposals
from archivist.write.commit import Pen, record

CLEARED: Final = "cleared"


def undo(tx: Transaction, entry: AuditEntry, pen: Pen) -> str:
    """Take back what `entry` tells of, and say in words what is the case now.

    Raises:
        Invalid: it cannot be taken back, or something newer stands on it; says what.
        AlreadyExists: another live record has taken the name.
    """
    kind, _, id = entry.subject.partition(":")
    match kind, entry.action:
        case _, "erase":
            raise Invalid("undo", "an erase cannot be taken back: nothing is left of the words")
        case "memory", _:
            return _undo_act(tx, _memory(tx, id), entry, pen)
        case "proposal", "apply" | "dismiss" | "propose":
            return _undo_decision(tx, _proposal(tx, id), entry, pen)
        case "setting", "switch":
            return _undo_switch(tx, id, entry, pen)
        case "scope", "clear":
            return _undo_clear(tx, entry, pen)
        case _:
            raise _nothing_changed(entry)


def _undo_act(tx: Transaction, memory: Memory, entry: AuditEntry, pen: Pen) -> str:
    if entry.outcome == "superseded" and entry.action == "write":
        _is_latest(tx, memory, entry)
        back = lifecycle.undo_supersede(tx, memory, pen)
        return f"{back.name!r} is in force again"
    states = {version.audit: version.memory for version in tx.memories.versions(memory.id)}
    if entry.number in states:
        _is_latest(tx, memory, entry)
        return _back_to(tx, memory, states[entry.number], entry, pen)
    if entry.action == "write" and entry.outcome in {"created", "conflict"}:
        _is_latest(tx, memory, entry)
        lifecycle.forget(tx, memory, pen, f"undo of {entry.number}")
        return f"{memory.name!r} is out of use; it can be restored"
    raise _nothing_changed(entry)


def _back_to(tx: Transaction, memory: Memory, to: Memory, entry: AuditEntry, pen: Pen) -> str:
    """Give the record the state it had; a settled conflict is open again on every side."""
    if to.status in lifecycle.LIVE:
        holder = tx.memories.live_by_name(to.scope, to.name)
        if holder is not None and holder.id != memory.id:
            raise AlreadyExists("memory", to.name, holder.id)
        tx.memories.unrefuse(f"memory:{memory.id}")
    else:
        tx.memories.refuse(to.scope, to.text, f"memory:{memory.id}", str(to.status), pen.now)
    lifecycle.roll_back(tx, memory, to, pen, f"of {entry.number}")
    if entry.action == "settle" and to.status is Status.CONFLICT:
        for other in lifecycle.once_opponents(tx, memory):
            settled = tx.memories.versions(other.id)[-1:]
            if settled and settled[0].memory.status is Status.CONFLICT:
                lifecycle.roll_back(tx, other, settled[0].memory, pen, f"of {entry.number}")
    return f"{to.name!r} is as it was before: {to.status}"


def _is_latest(tx: Transaction, memory: Memory, entry: AuditEntry) -> None:
    later = [version.audit for version in tx.memories.versions(memory.id) if version.audit > entry.number]
    if later:
        raise Invalid("undo", f"{memory.name!r} has changed since", hint=f"take back entry {later[-1]} first")


def _undo_decision(tx: Transaction, proposal: Proposal, entry: AuditEntry, pen: Pen) -> str:
    """An applied entry takes its record back with it; a dismissed one may come again; one that waits is withdrawn."""
    if entry.action == "propose":
        settled = proposals.dismiss(tx, proposal.id, pen)
        return f"proposal {proposal.id}: {settled.outcome}"
    if entry.action == "apply" and proposal.memory_id is not None:
        written = tx.audit.get(entry.number - 1)
        if written is not None and written.outcome != "unchanged" and written.subject == f"memory:{proposal.memory_id}":
            _undo_act(tx, _memory(tx, proposal.memory_id), written, pen)
            tx.memories.unrefuse(f"memory:{proposal.memory_id}")
    if not tx.proposals.reopen(proposal.id):
        raise Invalid("undo", f"proposal {proposal.id} waits already")
    tx.memories.unrefuse(f"proposal:{proposal.id}")
    _note(tx, entry, pen, f"proposal:{proposal.id}", "pending")
    return f"proposal {proposal.id} waits again"


def _undo_switch(tx: Transaction, key: str, entry: AuditEntry, pen: Pen) -> str:
    acts = [act for act in tx.audit.of_subject(entry.subject) if act.action in {"switch", "undo"}]
    if acts[-1].number != entry.number:
        raise Invalid("undo", f"{key} was turned again since", hint=f"take back entry {acts[-1].number} first")
    before = acts[-2].outcome if len(acts) > 1 else {"true": "false", "false": "true"}[entry.outcome]
    tx.ledger.set(key, before, pen.principal.name, pen.now)
    _note(tx, entry, pen, entry.subject, before)
    return f"{key} is {before}"


def _undo_clear(tx: Transaction, entry: AuditEntry, pen: Pen) -> str:
    """Bring back every record that this clear took out of use and that is still out of use."""
    back, number = 0, entry.number - 1
    while (act := tx.audit.get(number)) is not None and (act.action, act.detail) == ("forget", CLEARED):
        memory = tx.memories.get(act.subject.removeprefix("memory:"))
        if memory is not None and memory.status is Status.FORGOTTEN:
            lifecycle.restore(tx, memory, pen)
            back += 1
        number -= 1
    _note(tx, entry, pen, entry.subject, "restored")
    return f"{back} records are in use again"


def _nothing_changed(entry: AuditEntry) -> Invalid:
    return Invalid("undo", f"entry {entry.number} ({entry.action}: {entry.outcome}) changed nothing to take back")


def _note(tx: Transaction, entry: AuditEntry, pen: Pen, subject: str, outcome: str) -> None:
    topic = Topic.SETTINGS_CHANGED if subject.startswith("setting:") else Topic.PROPOSAL_DECIDED
    record(tx, pen, "undo", outcome, subject, scope=entry.scope, detail=f"of {entry.number}", topic=topic)


def _memory(tx: Transaction, id: str) -> Memory:
    memory = tx.memories.get(id)
    if memory is None:
        raise NotFound("memory", id)
    return memory


def _proposal(tx: Transaction, id: str) -> Proposal:
    proposal = tx.proposals.get(id)
    if proposal is None:
        raise NotFound("proposal", id)
    return proposal

"""A library document written back into the records it shows: saved by a person, reorganised, or put back.

A save is a diff. Each new or changed entry walks the gates as the person's own act, and one that is refused leaves the
record as it was: the answer names every entry, so nothing is refused silently. Reorganising changes layout only, by
record, and keeps the state before it. What the entries say is decided in `views`; here it is carried out, inside the
transaction that is open. Source: requirements L3, L5, P3; issue 4, points 2 and 5; cases CO-03 and OP-02.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from archivist.records.candidate import Candidate, Origin
from archivist.records.event import Topic
from archivist.records.memory import Delivery, Memory, MemoryType, Status
from archivist.records.scope import Scope, ScopeKind
from archivist.records.verdict import Outcome
from archivist.settings import MemorySettings
from archivist.stores.base import Transaction
from archivist.stores.library_port import Backup, KeptEntry
from archivist.text.fold import fold_statement
from archivist.views.entry import Entry, normal_entries
from archivist.views.library_diff import Added, Changed, Edit, Moved, Removed, diff, match_entries
from archivist.views.library_records import as_entries
from archivist.views.reorganize import statement
from archivist.write import lifecycle
from archivist.write.commit import Pen, Written, commit, record
from archivist.write.gate import Gate
from archivist.write.gates import LIBRARY_GATES
from archivist.write.gates.conflict import ConflictOutside
from archivist.write.lifecycle import LIVE
from archivist.write.pipeline import decide
from archivist.write.view import View

BACKUPS_KEPT: Final = 20
"""States of a document before its last reorganisings; each may hold as much as the document itself."""

SHOWN: Final = (Status.ACTIVE, Status.CONFLICT)
"""What a document shows. An entry in conflict is shown to people, so that they can decide, and never injected."""


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """What became of one edit: `act` is added, changed, moved or removed, and `id` the record it is about.

    Where `outcome` is rejected, held or unchanged, `reason` and `detail` say why; a refused text is the caller's again.
    The `detail` of any other names an entry that it contradicts.
    """

    act: str
    outcome: str
    text: str
    id: str | None = None
    reason: str = ""
    detail: str = ""

    @property
    def is_refused(self) -> bool:
        """The entry is not in the document."""
        return self.outcome in {Outcome.REJECTED, Outcome.HELD}


def save(
    tx: Transaction,
    scope: Scope,
    typed: Sequence[Entry],
    settings: MemorySettings,
    pen: Pen,
    gates: Sequence[Gate] = LIBRARY_GATES,
) -> list[EntryOutcome]:
    """Make the records of `scope` say what the typed document says, and tell what became of each edit."""
    records = {memory.id: memory for memory in tx.memories.always(scope, SHOWN)}
    before, after = normal_entries(as_entries(records.values())), normal_entries(typed)
    edits = diff(before, after)
    order = {place: before[index].id or "" for place, index in match_entries(before, after).items()}
    hand = _Hand(tx, scope, records, settings, pen, gates)
    outcomes = []
    for edit in edits:
        outcome = hand.carry_out(edit)
        outcomes.append(outcome)
        if isinstance(edit, Added) and outcome.id is not None:
            order[edit.position] = outcome.id
    if edits:
        arrange(tx, scope, [order[place] for place in sorted(order)])
        note(tx, scope, pen, "save", ", ".join(f"{count} {act}" for act, count in _counts(outcomes)))
    return outcomes


def arrange(tx: Transaction, scope: Scope, ids: Sequence[str]) -> None:
    """Put the entries of a document in this order; where they stand in it already, nothing is written."""
    standing = {memory.id: memory for memory in tx.memories.always(scope, SHOWN)}
    wanted = [standing[id] for id in dict.fromkeys(ids) if id in standing]
    wanted += [memory for memory in standing.values() if memory not in wanted]
    wanted.sort(key=lambda memory: memory.kind, reverse=True)  # rules before infos, as they are shown
    if wanted == list(standing.values()) and _rises(wanted):
        return
    for place, memory in enumerate(wanted, 1):
        if memory.position != place:
            tx.memories.place(memory.id, place)


def note(
    tx: Transaction, scope: Scope, pen: Pen, how: str, detail: str, outcome: str = "done", reason: str = ""
) -> None:
    """Write down an act on a document as a whole, and announce it."""
    tx.libraries.touch(scope, pen.now)
    record(
        tx, pen, how, outcome, f"library:{scope}", detail=detail, reason=reason, scope=scope,
        topic=Topic.LIBRARY_CHANGED, facts={"how": how},
    )  # fmt: skip


def back_up(tx: Transaction, scope: Scope, before: Sequence[Memory], pen: Pen, after: Sequence[Memory] = ()) -> None:
    """Keep the document as it was; without `after` as it still is. The same state is not kept twice in a row."""
    old, new = _kept(before), _kept(after or before)
    latest = next(iter(tx.libraries.backups(scope)), None)
    if latest is None or old != new or latest.before != old:
        tx.libraries.add_backup(scope, old, new, pen.now, BACKUPS_KEPT)


def rearrange(tx: Transaction, scope: Scope, tidied: Sequence[Entry], pen: Pen) -> None:
    """Give the records of `scope` the topics and the order of `tidied`, whose entries name them.

    A record that `tidied` leaves out is folded into its equal; the caller has proved that it has one.
    """
    before = tx.memories.always(scope, SHOWN)
    records = {memory.id: memory for memory in before}
    kept = {entry.id or "": entry for entry in tidied}
    for id, entry in kept.items():
        memory = records[id]
        text = memory.text if fold_statement(entry.text) == fold_statement(memory.text) else entry.text
        if (text, entry.topic) != (memory.text, memory.topic):
            records[id] = lifecycle.reshape(tx, memory, text, entry.topic, pen, "reorganize")
    shown = {entry.id for entry in normal_entries(as_entries(before))}
    for memory in before:
        if memory.id in shown and memory.id not in kept:
            into = records[_equal_of(memory, tidied)]
            lifecycle.fold(tx, memory, tx.memories.get(into.id) or into, pen, "reorganize")
    arrange(tx, scope, list(kept))
    back_up(tx, scope, before, pen, tx.memories.always(scope, SHOWN))


def put_back(tx: Transaction, scope: Scope, backup: Backup, pen: Pen) -> int:
    """Undo one reorganising, and return how many entries it left alone because they were changed since."""
    after = {entry.id: entry for entry in backup.after}
    left = 0
    for entry in backup.before:
        memory = tx.memories.get(entry.id)
        if memory is None or not _was_reorganised(memory, after.get(entry.id)):
            left += 1
            continue
        if memory.status not in LIVE:
            memory = lifecycle.restore(tx, memory, pen)
        if (memory.text, memory.topic) != (entry.text, entry.topic):
            lifecycle.reshape(tx, memory, entry.text, entry.topic, pen, "undo")
    arrange(tx, scope, [entry.id for entry in backup.before])
    tx.libraries.mark_undone(backup.number, pen.now)
    note(tx, scope, pen, "undo", f"{len(backup.before) - left} entries put back, {left} changed since and left")
    return left


@dataclass(frozen=True, slots=True)
class _Hand:
    """Carries out the edits of one save, one after the other."""

    tx: Transaction
    scope: Scope
    records: Mapping[str, Memory]
    settings: MemorySettings
    pen: Pen
    gates: Sequence[Gate]

    def carry_out(self, edit: Edit) -> EntryOutcome:
        match edit:
            case Removed(id):
                memory = lifecycle.forget(self.tx, self.records[id], self.pen, "taken out of the document")
                return EntryOutcome("removed", "removed", memory.text, id)
            case Added(entry):
                return self._outcome("added", entry, self._submit(self._new(entry), self.pen))
            case Moved(id, entry) if self._only_elsewhere(self.records[id], entry):
                return EntryOutcome("moved", "moved", entry.text, id)
            case Moved(id, entry) | Changed(id, entry):
                act = "moved" if isinstance(edit, Moved) else "changed"
                return self._change(act, self.records[id], entry)

    def _change(self, act: str, memory: Memory, entry: Entry) -> EntryOutcome:
        pen = self.pen if memory.by_person else replace(self.pen, approved_by=self.pen.principal.name)
        written = self._submit(self._revised(memory, entry), pen)
        if written.outcome is Outcome.UNCHANGED and written.memory is not None and written.memory.id != memory.id:
            lifecycle.fold(self.tx, memory, written.memory, self.pen, "merge")
        return self._outcome(act, entry, written)

    def _submit(self, candidate: Candidate, pen: Pen) -> Written:
        decision = decide(candidate, self.gates, View(self.tx, pen.principal, self.settings, pen.now))
        return commit(self.tx, decision, pen)

    def _new(self, entry: Entry) -> Candidate:
        return Candidate(
            scope=self.scope,
            text=entry.text,
            type=MemoryType.PROJECT if self.scope.kind is ScopeKind.PROJECT else MemoryType.USER,
            kind=entry.kind,
            origin=Origin.HUMAN,
            delivery=Delivery.ALWAYS,
            topic=entry.topic,
        )

    def _revised(self, memory: Memory, entry: Entry) -> Candidate:
        return replace(
            self._new(entry),
            type=memory.type,
            importance=memory.importance,
            confidence=memory.confidence if entry.text == memory.text else 1.0,
            updates=memory.id,
        )

    def _only_elsewhere(self, memory: Memory, entry: Entry) -> bool:
        return (memory.kind, memory.topic) == (entry.kind, entry.topic)

    def _outcome(self, act: str, entry: Entry, written: Written) -> EntryOutcome:
        text = "" if written.reason == "secret_detected" else entry.text
        id = written.memory.id if written.memory is not None else None
        beside = next((step.detail for step in written.decision.trail if step.gate == ConflictOutside.name), "")
        return EntryOutcome(act, written.outcome, text, id, written.reason, written.detail or beside)


def _counts(outcomes: Sequence[EntryOutcome]) -> list[tuple[str, int]]:
    words = Counter("refused" if one.is_refused else one.act for one in outcomes)
    return [(word, words[word]) for word in ("added", "changed", "moved", "removed", "refused") if words[word]]


def _kept(memories: Sequence[Memory]) -> tuple[KeptEntry, ...]:
    return tuple(KeptEntry(memory.id, memory.kind, memory.text, memory.topic) for memory in memories)


def _rises(memories: Sequence[Memory]) -> bool:
    """Whether the places say the order by themselves, so that a later entry at the end stands behind them all."""
    return all(one.kind is not other.kind or one.position < other.position for one, other in pairwise(memories))


def _equal_of(memory: Memory, tidied: Sequence[Entry]) -> str:
    """The record in `tidied` that says what this one says, in the same part where there is one."""
    said = {fold_statement(memory.text), fold_statement(statement(as_entries([memory])[0]))}
    equal = [entry for entry in tidied if said & {fold_statement(entry.text), fold_statement(statement(entry))}]
    best = next((entry for entry in equal if entry.kind is memory.kind), equal[0])
    assert best.id is not None, "a tidied entry names its record"
    return best.id


def _was_reorganised(memory: Memory, after: KeptEntry | None) -> bool:
    """Whether the record stands as the reorganising left it: folded away, or with the text and topic it gave."""
    if after is None:
        return memory.status is Status.SUPERSEDED
    return memory.status in LIVE and (memory.text, memory.topic) == (after.text, after.topic)

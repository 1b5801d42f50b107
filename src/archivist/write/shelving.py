"""Takes what a person did to the files of a shelf into the records: new, changed, renamed and deleted texts.

A file of one's own folder is one's own hand, so a new or changed one is its owner's act, and walks every gate all the
same: a secret is refused with the file left as it is and the reason said. A text that reads like an order to the agent
waits for a person, since another tool may have put it there. A rename keeps the record, a deletion forgets it. A file
and a record that were both changed are both kept and marked as a conflict. No field of a file grants anything.
Source: requirements M8, W1, W5 and P3; design, section 3 (the file shelf); field case FS-01.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from archivist.errors import ArchivistError, NotFound
from archivist.records.candidate import Candidate, Origin
from archivist.records.identifiers import clean_id
from archivist.records.memory import Kind, Memory, MemoryType
from archivist.records.scope import Scope
from archivist.records.verdict import Decision, Outcome
from archivist.stores.base import Store, Transaction
from archivist.stores.workspace.scan import Seen, scan
from archivist.stores.workspace.shelf import Shelf
from archivist.stores.workspace_port import ShelfEntry
from archivist.text.instructions import find_instructions
from archivist.views.record_file import Meaning, meaning, parse
from archivist.write import lifecycle
from archivist.write.commit import Pen, Written, commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.lifecycle import LIVE
from archivist.write.pipeline import decide
from archivist.write.view import View

BATCH: Final = 100
"""Texts a transaction: a crash repeats at most these, and repeating is harmless."""
SWITCHED_OFF: Final = "switched off in the file"

T = TypeVar("T")


@dataclass(slots=True)
class Synced:
    """What one look at the shelf did; names of texts everywhere, never their words."""

    taken: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    """Files that were brought up to their record."""
    conflicts: list[str] = field(default_factory=list)
    held: dict[str, str] = field(default_factory=dict)
    """Text to the queue entry that waits for a person."""
    refused: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    """Texts that went all at once; their records were left in force until a person says so."""

    def __bool__(self) -> bool:
        """Whether anything was done."""
        return any((self.taken, self.changed, self.renamed, self.forgotten, self.written, self.conflicts, self.held))


@dataclass(frozen=True, slots=True)
class Shelving:
    """One shelf, its owner's scope, and what writing needs. `folder` numbers the shelf in the store."""

    store: Store
    shelf: Shelf
    folder: int
    scope: Scope
    pen: Callable[[], Pen]
    view: Callable[[Transaction], View]
    is_adoption: bool = False
    """The first look: what was forgotten here before stays forgotten."""

    def take_in(self, done: Synced, *, accept_deletions: bool = False) -> None:
        """Bring the records up to the files and note in `done` what that took."""
        with self.store.reading() as tx:
            known = {entry.name: entry for entry in tx.workspaces.entries(self.folder)}
        changes, now = scan(self.shelf, {name: Seen(entry.mark, entry.version) for name, entry in known.items()})
        done.skipped.update(changes.skipped)
        self._rename(changes.renamed, known, now, done)
        self._each(changes.changed, lambda tx, name: self._changed(tx, known[name], now[name], done))
        self._each(self._by_age(changes.new), lambda tx, name: self._new(tx, name, now[name], done))
        self._delete(changes.deleted, known, done, accept_deletions or len(now) > 0)
        stale = [name for name, seen in now.items() if name in known and known[name].version == seen.version]
        self._remark([name for name in stale if known[name].mark != now[name].mark], known, now)

    # -- one text

    def _new(self, tx: Transaction, name: str, seen: Seen, done: Synced) -> None:
        self._put(tx, self._taken(tx, ShelfEntry(name, seen.mark, seen.version), done))

    def _changed(self, tx: Transaction, entry: ShelfEntry, seen: Seen, done: Synced) -> None:
        if entry.rival is not None:  # it waits for a person; the change is seen again once they decided
            done.conflicts.append(entry.name)
            return
        entry = replace(entry, mark=seen.mark, version=seen.version, reason="")
        memory = tx.memories.get(entry.memory) if entry.memory else None
        self._put(tx, self._taken(tx, entry, done) if memory is None else self._revised(tx, entry, memory, done))

    def _taken(self, tx: Transaction, entry: ShelfEntry, done: Synced) -> ShelfEntry:
        """The entry of a text that stands for no record yet."""
        file = parse(self.shelf.read(entry.name).text)
        said = meaning(file)
        if not said.enabled:
            return replace(entry, reason=SWITCHED_OFF)
        candidate = self._candidate(tx, file.body, said, entry.name)
        view = self.view(tx)
        refusal = view.refusal(candidate)
        if refusal is not None:
            back = None if self.is_adoption else self._brought_back(tx, refusal.subject, refusal.why)
            if back is None:
                return _refused(entry, f"{refusal.why} before, as {refusal.subject}", done)
            done.taken.append(entry.name)
            return replace(entry, memory=back.id, revision=back.revision)
        decision = decide(candidate, MEMORY_GATES, view)
        if decision.outcome is Outcome.UPDATED:  # a rewording of another text: that one stays as its file says it
            decision = replace(decision, outcome=Outcome.UNCHANGED)
        return self._noted(entry, commit(tx, decision, self.pen()), done, done.taken)

    def _revised(self, tx: Transaction, entry: ShelfEntry, memory: Memory, done: Synced) -> ShelfEntry:
        """The entry of a text that was changed by hand, and its record."""
        file = parse(self.shelf.read(entry.name).text)
        said = meaning(file)
        if not said.enabled:
            return self._switched_off(tx, entry, memory, done)
        if memory.status not in LIVE:
            try:
                memory = lifecycle.restore(tx, memory, self.pen())
            except ArchivistError as exc:
                return _refused(entry, exc.message, done)
            entry = replace(entry, revision=memory.revision)
        if _says_the_same(file.body, said, memory):
            return replace(entry, revision=memory.revision)
        candidate = replace(
            self._candidate(tx, file.body, said, entry.name),
            type=said.type or memory.type,
            kind=said.kind or memory.kind,
            name=memory.name,
            topic=said.topic or memory.topic,
            tags=said.tags or memory.tags,
            importance=memory.importance,
            delivery=memory.delivery,
            updates=memory.id,
        )
        decision = decide(candidate, MEMORY_GATES, self.view(tx))
        both_changed = memory.revision != entry.revision and decision.outcome is Outcome.UPDATED
        if both_changed:
            decision = _as_conflict(decision, memory, entry.name)
        written = commit(tx, decision, self.pen())
        if both_changed and written.memory:
            done.conflicts.append(entry.name)
            return replace(entry, rival=written.memory.id, reason="conflict")
        if written.outcome is Outcome.UNCHANGED and written.memory and written.memory.id != memory.id:
            lifecycle.forget(tx, memory, self.pen(), "its file now says what another record says")
        if written.memory is None:  # refused or held: the record stays as it was
            return self._noted(entry, written, done, done.changed)
        return self._noted(replace(entry, memory=None), written, done, done.changed)

    def _switched_off(self, tx: Transaction, entry: ShelfEntry, memory: Memory, done: Synced) -> ShelfEntry:
        if memory.status in LIVE:
            memory = lifecycle.forget(tx, memory, self.pen(), SWITCHED_OFF)
            done.forgotten.append(entry.name)
        return replace(entry, revision=memory.revision, reason=SWITCHED_OFF)

    def _candidate(self, tx: Transaction, body: str, said: Meaning, name: str) -> Candidate:
        return Candidate(
            scope=self.scope,
            text=body,
            type=said.type or MemoryType.PROJECT,
            kind=said.kind or Kind.INFO,
            origin=Origin.IMPORT if find_instructions(body) else Origin.HUMAN,
            name=_free(tx, self.scope, said.name),
            description=said.description,
            topic=said.topic,
            tags=said.tags,
            source_event=f"file:{name}",
        )

    def _brought_back(self, tx: Transaction, subject: str, why: str) -> Memory | None:
        """The record that was forgotten with its file, when the file comes back."""
        memory = tx.memories.get(subject.removeprefix("memory:"))
        if why != "forgotten" or memory is None or memory.scope != self.scope or memory.status in LIVE:
            return None
        try:
            return lifecycle.restore(tx, memory, self.pen())
        except ArchivistError:
            return None

    def _noted(self, entry: ShelfEntry, written: Written, done: Synced, into: list[str]) -> ShelfEntry:
        if written.proposal is not None:
            done.held[entry.name] = written.proposal.id
            return replace(entry, proposal=written.proposal.id, reason=written.reason)
        if written.memory is None:
            return _refused(entry, written.detail or written.reason, done)
        if written.outcome is Outcome.CONFLICT:
            done.conflicts.append(entry.name)
        into.append(entry.name)
        return replace(entry, memory=written.memory.id, revision=written.memory.revision, proposal=None, reason="")

    # -- many texts

    def _rename(
        self, pairs: Sequence[tuple[str, str]], known: dict[str, ShelfEntry], now: dict[str, Seen], done: Synced
    ) -> None:
        def rename(tx: Transaction, pair: tuple[str, str]) -> None:
            old, new = pair
            tx.workspaces.drop_entry(self.folder, old)
            self._put(tx, replace(known[old], name=new, mark=now[new].mark))
            done.renamed.append(pair)

        self._each(pairs, rename)

    def _delete(self, names: Sequence[str], known: dict[str, ShelfEntry], done: Synced, is_meant: bool) -> None:
        held = [name for name in names if known[name].memory]
        if not is_meant and len(held) > 1:  # an unmounted disk looks like this
            done.missing.extend(held)
            return
        elsewhere = [entry.memory for name, entry in known.items() if name not in set(names)]

        def delete(tx: Transaction, name: str) -> None:
            memory = tx.memories.get(known[name].memory or "")
            if memory is not None and memory.status in LIVE and memory.id not in elsewhere:
                lifecycle.forget(tx, memory, self.pen(), f"its file {name!r} was deleted")
                done.forgotten.append(name)
            tx.workspaces.drop_entry(self.folder, name)

        self._each(names, delete)

    def _remark(self, names: Sequence[str], known: dict[str, ShelfEntry], now: dict[str, Seen]) -> None:
        self._each(names, lambda tx, name: self._put(tx, replace(known[name], mark=now[name].mark)))

    def _by_age(self, names: Sequence[str]) -> list[str]:
        """The texts that were changed earlier first, so that of two that contradict each other the newer stays."""
        ages = {}
        for name in names if len(names) > 1 else ():
            try:
                changed_at = meaning(parse(self.shelf.read(name).text)).updated_at
            except (NotFound, ArchivistError):
                changed_at = None
            ages[name] = changed_at.isoformat() if changed_at else ""
        return sorted(names, key=lambda name: (ages.get(name, ""), name))

    def _each(self, items: Sequence[T], act: Callable[[Transaction, T], None]) -> None:
        for some in _batches(items):
            with self.store.transaction() as tx:
                for item in some:
                    act(tx, item)

    def _put(self, tx: Transaction, entry: ShelfEntry) -> None:
        tx.workspaces.put_entry(self.folder, entry)


def _as_conflict(decision: Decision, memory: Memory, name: str) -> Decision:
    return replace(
        decision,
        candidate=replace(decision.candidate, updates=None, name=None),
        outcome=Outcome.CONFLICT,
        target=memory.id,
        reason="both_changed",
        detail=f"file {name!r} and the record were both changed since they were last equal",
    )


def _refused(entry: ShelfEntry, why: str, done: Synced) -> ShelfEntry:
    done.refused[entry.name] = why
    return replace(entry, reason=why)


def _free(tx: Transaction, scope: Scope, name: str) -> str | None:
    """The name a file gives its record, where it is one and nobody has it."""
    try:
        wanted = clean_id("name", name) if name else ""
    except ArchivistError:
        return None
    return wanted if wanted and tx.memories.live_by_name(scope, wanted) is None else None


def _says_the_same(body: str, said: Meaning, memory: Memory) -> bool:
    return (
        body == memory.text
        and said.description in ("", memory.description)
        and said.type in (None, memory.type)
        and said.kind in (None, memory.kind)
        and said.topic in ("", memory.topic)
        and said.tags in ((), memory.tags)
    )


def _batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]

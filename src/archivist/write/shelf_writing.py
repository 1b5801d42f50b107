"""Writes a shelf's files after their records: what was edited, replaced, forgotten or erased elsewhere.

In the file's own dialect: of its fields only those that it has are touched. A file that was changed meanwhile is left
for the next look, which finds the conflict. What another file of the shelf replaced is left as its owner wrote it.
Source: requirements M8, W5 and P3.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from archivist.errors import AlreadyExists, NotFound, StaleWrite
from archivist.records.memory import Memory, Status
from archivist.records.proposal import ProposalStatus
from archivist.records.scope import project, user
from archivist.stores.base import Store, Transaction
from archivist.stores.workspace.opened import OpenWorkspace
from archivist.stores.workspace.shelf import Shelf
from archivist.stores.workspace_port import ShelfEntry
from archivist.text.frontmatter import Plain
from archivist.views.record_file import RecordFile, parse, refresh, render
from archivist.write.commit import Pen
from archivist.write.lifecycle import LIVE
from archivist.write.shelving import Shelving, Synced
from archivist.write.view import View


def write_back(shelving: Shelving, done: Synced) -> None:
    """Bring the files up to the records that moved on, and take in what a person decided."""
    with shelving.store.transaction() as tx:
        moved = tx.workspaces.moved_on(shelving.folder)
        if not moved:
            return
        known = tx.workspaces.entries(shelving.folder)
        holders: dict[str | None, str] = {entry.memory: entry.name for entry in known if entry.memory}
        for entry in moved:
            after = _settled(tx, entry)
            after = _written(tx, shelving.shelf, after, holders, done) if after.memory and not after.rival else after
            if after.name and after != entry:
                tx.workspaces.put_entry(shelving.folder, after)
            elif not after.name:
                tx.workspaces.drop_entry(shelving.folder, entry.name)


def sync_fragments(
    store: Store,
    opened: OpenWorkspace,
    pen: Callable[[], Pen],
    view: Callable[[Transaction], View],
    *,
    accept_deletions: bool = False,
) -> Synced:
    """Files of a workspace into records, then records into files; doing it again does nothing."""
    known, shelf = opened.known, opened.shelf(store)
    if shelf is None:
        return Synced(skipped={opened.layout.fragments: "the folder is not there"})
    scope = project(known.project) if known.project else user(known.owner)
    shelving = Shelving(store, shelf, known.seq, scope, pen, view, is_adoption=known.scanned_at is None)
    done = Synced()
    shelving.take_in(done, accept_deletions=accept_deletions)
    write_back(shelving, done)
    with store.transaction() as tx:
        tx.workspaces.scanned(known.seq, pen().now)
        if done:
            tx.ledger.count("shelf_changes", len(done.taken) + len(done.changed) + len(done.forgotten))
    return done


def _settled(tx: Transaction, entry: ShelfEntry) -> ShelfEntry:
    """The entry after a person decided its conflict or its proposal; as it was while nobody did."""
    if entry.proposal is not None:
        waits = tx.proposals.get(entry.proposal)
        if waits is None or waits.status is ProposalStatus.PENDING:
            return entry
        return replace(entry, proposal=None, memory=waits.memory_id or entry.memory, reason=str(waits.status))
    if entry.rival is not None:
        for id in (entry.memory, entry.rival):
            memory = tx.memories.get(id or "")
            if memory is not None and memory.status is Status.ACTIVE:
                return replace(entry, memory=id, rival=None, reason="")
    return entry


def _written(
    tx: Transaction, shelf: Shelf, entry: ShelfEntry, holders: Mapping[str | None, str], done: Synced
) -> ShelfEntry:
    """The entry after its file was brought up to its record; one with an empty name stands for no file any more."""
    memory = tx.memories.get(entry.memory or "")
    if memory is not None and memory.status is Status.SUPERSEDED:
        memory = _in_force(tx, memory)
        if memory.id != entry.memory and holders.get(memory.id, entry.name) != entry.name:
            return replace(entry, memory=None, reason=f"replaced by {holders[memory.id]!r}")
    if memory is None or (memory.revision == entry.revision and memory.id == entry.memory):
        return entry
    try:
        sheet = shelf.read(entry.name)
        if sheet.version != entry.version:
            return entry
        if memory.status is Status.ERASED:
            shelf.delete(entry.name, expected=entry.version)
            done.written.append(entry.name)
            return replace(entry, name="")
        text = render(_as_file(parse(sheet.text), memory))
        version = shelf.write(entry.name, text, expected=entry.version) if text != sheet.text else entry.version
    except (NotFound, StaleWrite, AlreadyExists):  # changed by hand in this moment: the next look sees it
        return entry
    if version != entry.version:
        done.written.append(entry.name)
    return replace(entry, memory=memory.id, revision=memory.revision, version=version, mark="")


def _in_force(tx: Transaction, memory: Memory) -> Memory:
    """The end of the chain of what replaced a record."""
    seen = {memory.id}
    while memory.status is Status.SUPERSEDED:
        later = [one for one in tx.memories.successors(memory.id) if one.id not in seen]
        if not later:
            return memory
        memory = later[-1]
        seen.add(memory.id)
    return memory


def _as_file(file: RecordFile, memory: Memory) -> RecordFile:
    fresh = refresh(file, memory)
    if memory.status in LIVE or "enabled" in fresh.fields:
        return fresh
    return RecordFile({**fresh.fields, "enabled": Plain("false")}, fresh.body)

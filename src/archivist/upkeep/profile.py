"""A changed preference reaches the profile: the field it is about says the new value, the old one is in the history.

The record has been down the write road before anything comes here: its gates passed it and, where it was proposed, a
person applied it. The profile is a person's file: one value is replaced where it stands, and nothing else.
Source: the layered workspace (003), 3.2 and 4.4; requirement W5.
"""

from typing import Final

from archivist.records.event import Event, Topic
from archivist.records.memory import Memory, MemoryType, Status
from archivist.records.principal import Principal
from archivist.records.scope import ScopeKind
from archivist.stores.workspace.opened import open_workspace
from archivist.stores.workspace_port import ProfileChange
from archivist.upkeep.means import Means
from archivist.views.preference import changed_field
from archivist.views.profile import set_field
from archivist.write.commit import record

JOB: Final = "profile"


def follow_preference(means: Means, event: Event) -> None:
    """Bring the profile up to the record that an event tells of; nothing where it is about no field."""
    if event.topic is not Topic.MEMORY_UPDATED or not event.subject.startswith("memory:"):
        return
    with means.store.reading() as tx:
        memory = tx.memories.get(event.subject.removeprefix("memory:"))
    if memory is not None and memory.status is Status.ERASED:
        with means.store.transaction() as tx:
            tx.workspaces.blank_profile_changes(memory.id)
    elif memory is not None and _is_preference(memory):
        _follow(means, memory)


def _is_preference(memory: Memory) -> bool:
    of_user = memory.scope.kind is ScopeKind.USER and memory.type in (MemoryType.USER, MemoryType.FEEDBACK)
    return of_user and memory.status is Status.ACTIVE


def _follow(means: Means, memory: Memory) -> None:
    with means.store.reading() as tx:
        known = tx.workspaces.of(memory.scope.id)
    if known is None or memory.updated_at < known.adopted_at:  # the profile is newer than what was said before it came
        return
    opened = open_workspace(known, means.zone)
    change = changed_field(memory.text, opened.folder.read_or(opened.layout.profile))
    if change is None:
        return
    pen = means.pen(Principal(known.owner, upkeep=JOB))
    with means.store.transaction() as tx:
        opened.folder.edit(opened.layout.profile, lambda text: set_field(text, change.field, change.new))
        record(tx, pen, JOB, "updated", f"workspace:{known.seq}", memory=memory, detail=f"field {change.field!r}")
        tx.workspaces.add_profile_change(
            known.seq, ProfileChange(change.field, change.old, change.new, memory.id, pen.now)
        )
        tx.ledger.count("profile_changes")

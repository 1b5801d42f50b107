"""Acts on a record that stands: forget, restore, erase, expire, roll back. Deleting is soft; only `erase` is not.

Every act keeps the state before it, writes an audit entry, and says what it did. Source: requirements A3, G4; design,
section 4.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from archivist.errors import AlreadyExists, Invalid
from archivist.records.event import Topic
from archivist.records.evidence import Evidence
from archivist.records.memory import Memory, Status
from archivist.records.verdict import Outcome, quoted
from archivist.stores.base import Transaction
from archivist.text.sensitive import mask_sensitive
from archivist.write.commit import Pen, record

ERASED: Final = "[erased]"
LIVE: Final = frozenset({Status.ACTIVE, Status.CONFLICT})


def forget(tx: Transaction, memory: Memory, pen: Pen, reason: str = "") -> Memory:
    """Take a live record out of use; it can be restored, and it does not come back by itself."""
    against = opponents(tx, memory) if memory.status is Status.CONFLICT else ()
    gone = _moved(tx, memory, Status.FORGOTTEN, pen, "forget", Topic.MEMORY_UPDATED, mask_sensitive(reason))
    tx.memories.refuse(memory.scope, memory.text, f"memory:{memory.id}", "forgotten", pen.now)
    _leave_the_field(tx, gone, against, pen)
    return gone


def expire(tx: Transaction, memory: Memory, pen: Pen, reason: str = "its time is over") -> Memory:
    """Take a record out of use whose time is over."""
    against = opponents(tx, memory) if memory.status is Status.CONFLICT else ()
    gone = _moved(tx, memory, Status.EXPIRED, pen, "expire", Topic.MEMORY_EXPIRED, mask_sensitive(reason))
    _leave_the_field(tx, gone, against, pen)
    return gone


def restore(tx: Transaction, memory: Memory, pen: Pen) -> Memory:
    """Bring a forgotten, expired or superseded record back into force.

    Raises:
        AlreadyExists: another live record has taken its name.
        Invalid: it is in force, or erased.
    """
    if memory.status in LIVE:
        raise Invalid("memory", f"{memory.name!r} is in force already")
    if memory.status is Status.ERASED:
        raise Invalid("memory", f"{memory.name!r} was erased; nothing is left to restore")
    taken = tx.memories.live_by_name(memory.scope, memory.name)
    if taken is not None:
        raise AlreadyExists("memory", memory.name, taken.id)
    expires = None if memory.expires_at and memory.expires_at <= pen.now else memory.expires_at
    back = _moved(
        tx, replace(memory, expires_at=expires), Status.ACTIVE, pen, "restore", Topic.MEMORY_UPDATED, before=memory
    )
    tx.memories.unrefuse(f"memory:{memory.id}")
    return back


def opponents(tx: Transaction, memory: Memory) -> list[Memory]:
    """The records that are in conflict with this one now."""
    return [other for other in once_opponents(tx, memory) if other.status is Status.CONFLICT]


def once_opponents(tx: Transaction, memory: Memory) -> list[Memory]:
    """The records this one was ever in conflict with: the one it met when it came, and those that came to it."""
    acts = tx.audit.of_subject(f"memory:{memory.id}")
    ids = {step.reason for act in acts for step in act.trail if step.verdict == "contradict"}
    for version in tx.memories.versions(memory.id):
        entry = tx.audit.get(version.audit)
        if entry is not None and entry.outcome == Outcome.CONFLICT:
            ids.add(entry.subject.removeprefix("memory:"))
    return [other for id in sorted(ids - {memory.id}) if (other := tx.memories.get(id)) is not None]


def _leave_the_field(tx: Transaction, memory: Memory, against: Sequence[Memory], pen: Pen) -> None:
    """With `memory` out of use, whoever was in conflict with it alone comes into force again."""
    for other in against:
        if not [left for left in opponents(tx, other) if left.id != memory.id]:
            _moved(tx, other, Status.ACTIVE, pen, "settle", Topic.MEMORY_UPDATED, "what stood against it is gone")


def settle(tx: Transaction, keep: Memory, against: Sequence[Memory], pen: Pen) -> Memory:
    """Decide a conflict: `keep` comes into force and supersedes the others.

    Where it stood under a numbered name because its key was taken, it gets the key.
    """
    for other in against:
        _moved(
            tx, other, Status.SUPERSEDED, pen, "settle", Topic.MEMORY_UPDATED, f"{quoted(keep.name)} was kept instead"
        )
    key = next((other.name for other in against if re.fullmatch(re.escape(other.name) + r"-\d+", keep.name)), keep.name)
    named = replace(keep, name=key, approved_by=pen.principal.name)
    return _moved(tx, named, Status.ACTIVE, pen, "settle", Topic.MEMORY_UPDATED, "a person kept it", before=keep)


def reshape(tx: Transaction, memory: Memory, text: str, topic: str, pen: Pen, action: str) -> Memory:
    """Show a record's statement under another topic, or with its topic's title in it; it says what it said."""
    updated_at = memory.updated_at if text == memory.text else pen.now
    after = replace(memory, text=text, topic=topic, revision=memory.revision + 1, updated_at=updated_at)
    return _written(tx, memory, after, pen, action, Topic.MEMORY_UPDATED, f"under {quoted(topic)}" if topic else "flat")


def fold(tx: Transaction, memory: Memory, into: Memory, pen: Pen, action: str) -> Memory:
    """Retire a record whose equal stands, which takes over its evidence."""
    gained = tuple(piece for piece in memory.evidence if piece not in into.evidence)
    if gained:
        richer = replace(into, evidence=(*into.evidence, *gained), revision=into.revision + 1)
        _written(
            tx, into, richer, pen, action, Topic.MEMORY_UPDATED, f"took over the evidence of {quoted(memory.name)}"
        )
    return _moved(
        tx, memory, Status.SUPERSEDED, pen, action, Topic.MEMORY_UPDATED, f"{quoted(into.name)} says the same"
    )


def undo_supersede(tx: Transaction, memory: Memory, pen: Pen) -> Memory:
    """Put the statement that `memory` replaced back in force, and return it; both stay in the chain.

    Raises:
        Invalid: it replaced nothing, or is itself not in force.
    """
    before = tx.memories.get(memory.supersedes) if memory.supersedes else None
    if before is None or memory.status not in LIVE:
        raise Invalid("memory", f"{memory.name!r} is in the place of no other statement")
    if before.status is Status.ERASED:
        raise Invalid("memory", f"what {memory.name!r} replaced was erased; nothing is left to put back")
    _moved(tx, memory, Status.SUPERSEDED, pen, "undo", Topic.MEMORY_UPDATED, f"{before.id} was put back")
    tx.memories.unrefuse(f"memory:{before.id}")
    return _moved(tx, before, Status.ACTIVE, pen, "undo", Topic.MEMORY_UPDATED, f"{memory.id} was taken back")


def roll_back(tx: Transaction, memory: Memory, to: Memory, pen: Pen, reason: str) -> Memory:
    """Give a record the content and status it had before; the state left behind stays in the history."""
    content = replace(
        to,
        revision=memory.revision + 1,
        updated_at=pen.now,
        last_active_at=memory.last_active_at,
        recall_count=memory.recall_count,
        last_recalled_at=memory.last_recalled_at,
    )
    return _written(tx, memory, content, pen, "undo", Topic.MEMORY_UPDATED, reason)


def erase(tx: Transaction, memory: Memory, pen: Pen) -> Memory:
    """Remove a body everywhere: record, versions, index, queue, library backups, and its quotes in conversations.

    What stays is that it was: an empty record, a fingerprint that keeps it from coming back, and the audit chain,
    which never held the words.
    """
    against = opponents(tx, memory) if memory.status is Status.CONFLICT else ()
    for state in (memory, *(version.memory for version in tx.memories.versions(memory.id))):
        for id in tx.proposals.about(memory.id, memory.scope, state.text):
            tx.proposals.blank(id)
        tx.memories.refuse(state.scope, state.text, f"memory:{memory.id}", "erased", pen.now)
        _redact(tx, state.evidence)
    blank = replace(
        memory,
        text=ERASED,
        name=f"erased-{memory.id}",
        description="",
        topic="",
        value=None,
        tags=(),
        evidence=(),
        source_event=None,
        status=Status.ERASED,
        revision=memory.revision + 1,
        updated_at=pen.now,
    )
    record(tx, pen, "erase", "erased", f"memory:{memory.id}", memory=blank, topic=Topic.MEMORY_UPDATED)
    tx.memories.replace(blank)
    tx.memories.blank_versions(memory.id)
    tx.libraries.erase(memory.scope, memory.id)
    tx.workspaces.drop_briefs()
    _leave_the_field(tx, blank, against, pen)
    return blank


def _redact(tx: Transaction, evidence: Sequence[Evidence]) -> None:
    """Take the quote out of whosesoever message it stands in: what a project keeps, any of its people may have said."""
    for piece in evidence:
        if piece.message:
            tx.conversations.redact(piece.conversation, piece.message, piece.quote, ERASED)


def _moved(
    tx: Transaction,
    memory: Memory,
    status: Status,
    pen: Pen,
    action: str,
    topic: Topic,
    reason: str = "",
    before: Memory | None = None,
) -> Memory:
    after = replace(memory, status=status, revision=memory.revision + 1, updated_at=pen.now)
    return _written(tx, before or memory, after, pen, action, topic, reason)


def _written(
    tx: Transaction, before: Memory, after: Memory, pen: Pen, action: str, topic: Topic, reason: str
) -> Memory:
    number = record(tx, pen, action, str(after.status), f"memory:{after.id}", memory=after, detail=reason, topic=topic)
    tx.memories.add_version(before, pen.now, pen.principal.name, number)
    tx.memories.replace(after)
    return after

"""Memory as a door may ask for it: remember, recall, show, edit, forget, and what undoes that."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from archivist.errors import (
    AlreadyExists,
    Invalid,
    MemoryOff,
    NotFound,
    NotPermitted,
    StaleWrite,
    StoreBusy,
    StoreReadOnly,
)
from archivist.policy.access import Act, Right, right
from archivist.policy.names import typed_scope
from archivist.read.recall import Recall, Selector
from archivist.read.visibility import visible
from archivist.records.audit import AuditEntry
from archivist.records.candidate import Candidate, Origin
from archivist.records.identifiers import clean_id
from archivist.records.memory import Delivery, Kind, Memory, MemoryType, Status, Version
from archivist.records.principal import Principal
from archivist.records.scope import Scope, user
from archivist.records.verdict import Outcome
from archivist.services.meaning import aids_for
from archivist.services.recalling import recalled
from archivist.services.resources import Resources
from archivist.stores.base import MemoryFilter, Page, Transaction
from archivist.text.fold import fold_statement
from archivist.write import lifecycle
from archivist.write.commit import Pen, Written, commit, record
from archivist.write.gates import MEMORY_GATES
from archivist.write.once import remember_done, replayed
from archivist.write.pipeline import decide
from archivist.write.view import View

LISTED: Final = (Status.ACTIVE, Status.CONFLICT)


@dataclass(frozen=True, slots=True)
class History:
    """How a record came to be what it is. `chain` runs from the oldest statement to the one in force."""

    memory: Memory
    versions: tuple[Version, ...]
    chain: tuple[Memory, ...]
    acts: tuple[AuditEntry, ...]


class MemoryService:
    """The memory of one principal."""

    def __init__(self, resources: Resources, principal: Principal, select: Selector | None = None) -> None:
        self._resources = resources
        self._principal = principal
        self._select = select

    # -- writing

    def remember(
        self,
        text: str,
        *,
        name: str | None = None,
        description: str = "",
        type: MemoryType | str = MemoryType.USER,
        kind: Kind | str = Kind.INFO,
        scope: Scope | str | None = None,
        tags: Sequence[str] = (),
        importance: float = 0.5,
        delivery: Delivery | str = Delivery.ON_DEMAND,
        topic: str = "",
        quote: str = "",
        conversation: str = "",
        source_event: str | None = None,
    ) -> Written:
        """Write one new statement, through every gate; the outcome says what came of it.

        Raises:
            AlreadyExists: a record of that name stands there; updating is another act.
            Invalid: type, kind, scope or delivery is not one of those there are.
        """
        candidate = Candidate(
            scope=self._scope(scope),
            text=text,
            type=one_of("type", MemoryType, type),
            kind=one_of("kind", Kind, kind),
            origin=Origin.HUMAN if self._principal.is_person else Origin.TOOL,
            name=clean_id("name", name) if name is not None else None,
            description=description,
            delivery=one_of("delivery", Delivery, delivery),
            topic=topic,
            tags=tuple(tags),
            importance=importance,
            quote=quote,
            conversation=conversation,
            source_event=source_event,
        )
        return self.submit(candidate)

    def submit(self, candidate: Candidate) -> Written:
        """Send one candidate down the write road.

        Raises:
            AlreadyExists: it is new and carries a name that is taken.
        """
        with self._resources.store.transaction() as tx:
            if done := replayed(tx, candidate, self._principal):
                return done
            if candidate.name is not None and candidate.updates is None:
                _refuse_taken_name(tx, candidate, candidate.name)
            return self._write(tx, candidate)

    def edit(
        self,
        name: str,
        *,
        scope: Scope | str | None = None,
        expected_revision: int | None = None,
        text: str | None = None,
        new_name: str | None = None,
        description: str | None = None,
        type: MemoryType | str | None = None,
        kind: Kind | str | None = None,
        tags: Sequence[str] | None = None,
        importance: float | None = None,
        delivery: Delivery | str | None = None,
        topic: str | None = None,
        quote: str = "",
        conversation: str = "",
    ) -> Written:
        """Change one record; source, recall statistics and creation time stay, and the state before is kept.

        Raises:
            NotFound: there is no such live record.
            StaleWrite: it is not at `expected_revision` any more.
            AlreadyExists: `new_name` is taken.
        """
        with self._resources.store.transaction() as tx:
            memory = self._find(tx, name, scope, LISTED)
            if expected_revision is not None and expected_revision != memory.revision:
                raise StaleWrite("memory", memory.name, expected_revision, memory.revision, memory.text)
            candidate = Candidate(
                scope=memory.scope,
                text=memory.text if text is None else text,
                type=memory.type if type is None else one_of("type", MemoryType, type),
                kind=memory.kind if kind is None else one_of("kind", Kind, kind),
                origin=Origin.HUMAN if self._principal.is_person else Origin.TOOL,
                name=memory.name if new_name is None else clean_id("name", new_name),
                description=memory.description if description is None and text is None else description or "",
                delivery=memory.delivery if delivery is None else one_of("delivery", Delivery, delivery),
                topic=memory.topic if topic is None else topic,
                position=memory.position,
                tags=memory.tags if tags is None else tuple(tags),
                importance=memory.importance if importance is None else importance,
                confidence=memory.confidence,
                updates=memory.id,
                quote=quote,
                conversation=conversation,
            )
            if candidate.name != memory.name:
                _refuse_taken_name(tx, candidate, candidate.name or "")
            return self._write(tx, candidate)

    def forget(
        self, name: str, *, scope: Scope | str | None = None, reason: str = "", conversation: str = ""
    ) -> Memory:
        """Take a record out of use; `restore` brings it back. `conversation` is where it was asked for.

        Raises:
            NotFound: there is no such live record; nothing was deleted.
            NotPermitted: this principal may not delete there.
        """

        def gone(tx: Transaction, memory: Memory, pen: Pen) -> Memory:
            self._note_explicit(tx, conversation, self._resources.view(tx, self._principal), pen)
            return lifecycle.forget(tx, memory, pen, reason)

        return self._act(name, scope, LISTED, Act.DELETE, gone)

    def restore(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """Bring a forgotten, expired or superseded record back.

        Raises:
            NotFound, NotPermitted, AlreadyExists, Invalid: see `write.lifecycle.restore`.
        """
        return self._act(name, scope, tuple(Status), Act.DELETE, lifecycle.restore)

    def erase(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """Remove a body everywhere, for good; the audit chain stays whole.

        Raises:
            NotFound, NotPermitted: erasing is a person's act.
        """
        erased = self._act(name, scope, tuple(Status), Act.ERASE, lifecycle.erase)
        self._resources.store.scrub()
        return erased

    def erased(self) -> list[str]:
        """Ids of what was erased in this home: a backup that is put in its place may still hold the words."""
        with self._resources.store.reading() as tx:
            return tx.memories.erased()

    def erase_again(self, ids: Sequence[str]) -> int:
        """After a backup came in place: erase once more what had been erased, and return how much that was.

        Raises:
            NotPermitted: an agent asked.
        """
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, "erase")
        with self._resources.store.transaction() as tx:
            found = [memory for id in ids if (memory := tx.memories.get(id)) and memory.status is not Status.ERASED]
            for memory in found:
                lifecycle.erase(tx, memory, self._pen())
        if found:
            self._resources.store.scrub()
        return len(found)

    def settle(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """Decide a conflict in favour of this record: it comes into force and supersedes what it contradicts.

        Raises:
            Invalid: it is not in conflict.
        """

        def keep(tx: Transaction, memory: Memory, pen: Pen) -> Memory:
            if memory.status is not Status.CONFLICT:
                raise Invalid("memory", f"{memory.name!r} is not in conflict")
            return lifecycle.settle(tx, memory, lifecycle.opponents(tx, memory), pen)

        return self._act(name, scope, (Status.CONFLICT,), Act.DECIDE, keep)

    def clear(self, scope: Scope | str) -> int:
        """Forget every record of one scope, and return how many. A person's act alone.

        Raises:
            NotPermitted: an agent asked, or the scope is not the asker's.
        """
        target = self._scope(scope)
        self._demand(Act.CLEAR, target)
        count = 0
        with self._resources.store.transaction() as tx:
            pen = self._pen()
            while batch := tx.memories.page(MemoryFilter([target], LISTED), 500).items:
                for memory in batch:
                    lifecycle.forget(tx, memory, pen, "cleared")
                count += len(batch)
            record(tx, pen, "clear", "done", f"scope:{target}", scope=target, detail=f"{count} records")
        return count

    # -- reading

    def recall(self, query: str, *, limit: int = 5, scopes: Sequence[Scope | str] = ()) -> Recall:
        """The records that answer `query`, best first; their recall statistics move."""
        wanted = [self._scope(scope) for scope in scopes]
        aids = aids_for(self._resources, query, of=self._principal)
        found = recalled(self._resources, self._principal, query, limit, wanted, self._select, aids)
        self._note_recall(found)
        return found

    def show(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """One live record, by name or id.

        Raises:
            NotFound: there is none that this principal may see.
        """
        with self._resources.store.reading() as tx:
            return self._find(tx, name, scope, LISTED)

    def list(
        self,
        *,
        scopes: Sequence[Scope | str] = (),
        statuses: Sequence[Status] = LISTED,
        limit: int = 50,
        before: tuple[int, int] | None = None,
        **filters: Any,
    ) -> Page[Memory]:
        """One page of what this principal may see, most recently changed first."""
        asked = visible(self._principal, [self._scope(scope) for scope in scopes])
        with self._resources.store.reading() as tx:
            return tx.memories.page(MemoryFilter(asked, tuple(statuses), **filters), limit, before)

    def history(self, name: str, *, scope: Scope | str | None = None) -> History:
        """Versions, supersede chain and acts of one record, whatever its status.

        Raises:
            NotFound: there never was one that this principal may see.
        """
        with self._resources.store.reading() as tx:
            memory = self._find(tx, name, scope, tuple(Status))
            return History(
                memory,
                tuple(tx.memories.versions(memory.id)),
                tuple(_chain(tx, memory)),
                tuple(tx.audit.of_subject(f"memory:{memory.id}")),
            )

    # -- how

    def _write(self, tx: Transaction, candidate: Candidate) -> Written:
        """Send it through the gates, carry the decision out, and keep in mind that it was done."""
        view, pen = self._resources.view(tx, self._principal), self._pen()
        written = commit(tx, decide(candidate, MEMORY_GATES, view), pen)
        remember_done(tx, candidate, written, pen)
        if written.outcome is not Outcome.REJECTED:
            self._note_explicit(tx, candidate.conversation, view, pen)
        return written

    def _note_explicit(self, tx: Transaction, conversation: str, view: View, pen: Pen) -> None:
        """Background reading leaves alone what was answered by an explicit act. Source: requirement X2."""
        if conversation and (message := view.answered_message(conversation)):
            tx.conversations.note_explicit(self._principal.user, conversation, message, pen.now)

    def _act(
        self,
        name: str,
        scope: Scope | str | None,
        statuses: Sequence[Status],
        act: Act,
        how: Callable[[Transaction, Memory, Pen], Memory],
    ) -> Memory:
        with self._resources.store.transaction() as tx:
            memory = self._find(tx, name, scope, statuses)
            self._demand(act, memory.scope)
            if not self._principal.is_person and not self._resources.view(tx, self._principal).enabled:
                raise MemoryOff
            return how(tx, memory, self._pen())

    def _demand(self, act: Act, scope: Scope) -> None:
        if right(self._principal, act, scope) is not Right.ALLOW:
            raise NotPermitted(self._principal.name, f"{act} in {scope}")

    def _find(self, tx: Transaction, name: str, scope: Scope | str | None, statuses: Sequence[Status]) -> Memory:
        readable = visible(self._principal, [self._scope(scope)] if scope is not None else [])
        by_id = tx.memories.get(name)
        if by_id is not None and by_id.scope in readable and by_id.status in statuses and _is_out(tx, by_id):
            return by_id
        key = clean_id("name", name)
        only_live = set(statuses) <= set(LISTED)
        look = tx.memories.live_by_name if only_live else tx.memories.latest_by_name
        found = [memory for place in readable if (memory := look(place, key)) and memory.status in statuses]
        found = [memory for memory in found if _is_out(tx, memory)]
        if not found:
            raise NotFound("memory", name, hint="see what there is: archivist list")
        if len(found) > 1:
            places = ", ".join(str(memory.scope) for memory in found)
            raise Invalid("name", f"{name!r} stands in {places}", hint="say which with --scope")
        return found[0]

    def _scope(self, scope: Scope | str | None) -> Scope:
        if scope is None:
            return user(self._principal.user)
        return typed_scope(scope).held_by(self._principal.user)

    def _pen(self) -> Pen:
        return self._resources.pen(self._principal)

    def _note_recall(self, found: Recall) -> None:
        """Counters are not facts: where the store is busy or read-only, the answer is worth more than the count."""
        if not found.hits:
            return
        try:
            with self._resources.store.transaction() as tx:
                tx.memories.touch([hit.memory.id for hit in found.hits], self._resources.clock())
                tx.ledger.count("memory_reads")
        except (StoreBusy, StoreReadOnly):
            return


def one_of(field: str, kind: type[Any], value: Any) -> Any:
    """`value` as a member of an enum.

    Raises:
        Invalid: it is none; names what is allowed.
    """
    try:
        return kind(value)
    except ValueError:
        raise Invalid(field, f"{value!r} is none of {', '.join(str(member) for member in kind)}") from None


def _is_out(tx: Transaction, memory: Memory) -> bool:
    """The generation it was written under is in force."""
    return memory.generation <= tx.generation()


def _refuse_taken_name(tx: Transaction, candidate: Candidate, name: str) -> None:
    standing = tx.memories.live_by_name(candidate.scope, name)
    if standing is not None and fold_statement(standing.text) != fold_statement(candidate.text):
        raise AlreadyExists("memory", name, standing.id)


def _chain(tx: Transaction, memory: Memory) -> list[Memory]:
    oldest, seen = memory, {memory.id}
    while oldest.supersedes and (before := tx.memories.get(oldest.supersedes)) and before.id not in seen:
        oldest = before
        seen.add(before.id)
    chain, seen = [oldest], {oldest.id}
    while successors := [later for later in tx.memories.successors(chain[-1].id) if later.id not in seen]:
        chain.append(successors[-1])
        seen.add(successors[-1].id)
    return chain

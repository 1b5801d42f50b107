"""Global memory: facts that agents share, in the scopes user, project, workspace and system. Agents only propose.

A proposal walks the same gates as everything else and waits in the same queue, unless the write mode says `direct` and
no rule holds it. A correction takes the place of a record and an expiry takes it out of use; both are proposals too.
Each names the event it answers, and the same event never proposes the same thing twice. What replaced what can be
taken back. Source: requirements G1 to G5, R1; source 004, sections 3.2, 6.2, 8.2, 11.4.
"""

from collections.abc import Callable, Sequence
from typing import Final

from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.policy.access import Act, Right, right
from archivist.policy.names import typed_scope
from archivist.read.recall import Recall, RecallStatus, recall
from archivist.read.visibility import visible
from archivist.records.candidate import Action, Candidate, Origin
from archivist.records.identifiers import clean_id
from archivist.records.memory import Kind, Memory, MemoryType, Status
from archivist.records.principal import Principal
from archivist.records.scope import Scope, ScopeKind, user
from archivist.records.verdict import Decision, Outcome
from archivist.services.agents import named_event
from archivist.services.meaning import aids_for
from archivist.services.memory import one_of
from archivist.services.resources import Resources
from archivist.services.value_schemas import Value, canonical
from archivist.stores.base import Transaction
from archivist.write import lifecycle
from archivist.write.commit import Written, commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.gates.quota import answered_in, answered_message
from archivist.write.pipeline import decide

GLOBAL: Final = frozenset({ScopeKind.USER, ScopeKind.PROJECT, ScopeKind.WORKSPACE, ScopeKind.SYSTEM})
LIVE: Final = (Status.ACTIVE, Status.CONFLICT)
NO_VALUE: Final = object()


class GlobalMemoryService:
    """Global memory as one principal may see it and propose to it."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def search(self, query: str, *, scopes: Sequence[Scope | str] = (), limit: int = 5) -> Recall:
        """Records in force that match, best first, each with its scope, confidence and source event."""
        if limit < 1:
            raise Invalid("limit", f"must be at least 1, got {limit}")
        settings, now = self._resources.settings().memory, self._resources.clock()
        aids = aids_for(self._resources, query, of=self._principal)
        with self._resources.store.reading() as tx:
            if not (settings.global_.enabled and self._resources.view(tx, self._principal).enabled):
                return Recall(RecallStatus.OFF, reason="memory is switched off")
            return recall(tx, self._readable(scopes), query, limit, settings.recall, now, aids=aids)

    def propose(
        self,
        text: str,
        *,
        source_event: str,
        scope: Scope | str | None = None,
        key: str | None = None,
        value: Value = NO_VALUE,
        confidence: float = 1.0,
        reason: str = "",
        type: MemoryType | str = MemoryType.PROJECT,
        kind: Kind | str = Kind.INFO,
        tags: Sequence[str] = (),
        importance: float = 0.5,
        quote: str = "",
        conversation: str = "",
        is_correction: bool = False,
    ) -> Written:
        """Propose a fact. One key holds one value: another value is a conflict, however it is worded.

        A person's own proposal is written at once. `is_correction` says that the user, in the quoted words, corrects
        what stands.

        Raises:
            Invalid: no source event, no JSON value, or no global scope.
        """
        name = clean_id("key", key) if key is not None else None
        event = named_event(source_event)
        candidate = Candidate(
            scope=self._scope(scope),
            text=text,
            name=name,
            value=None if value is NO_VALUE else canonical(value),
            type=one_of("type", MemoryType, type),
            kind=one_of("kind", Kind, kind),
            origin=self._origin(),
            tags=tuple(tags),
            importance=importance,
            confidence=confidence,
            rationale=reason,
            quote=quote,
            conversation=conversation,
            is_correction=is_correction,
            source_event=event,
            for_library=False,
        )
        return self._submit(lambda tx: candidate, "propose", event, f"{candidate.scope} {name or text}")

    def correct(
        self,
        name: str,
        text: str,
        *,
        source_event: str,
        value: Value = NO_VALUE,
        confidence: float = 1.0,
        reason: str = "",
        quote: str = "",
        conversation: str = "",
        is_correction: bool = False,
        scope: Scope | str | None = None,
    ) -> Written:
        """Propose that this statement takes the place of the record `name`, which stays in the chain.

        Raises:
            NotFound: no such record is in force, or not for this principal.
        """
        event = named_event(source_event)

        def corrected(tx: Transaction) -> Candidate:
            memory = self._find(tx, name, scope)
            return Candidate(
                scope=memory.scope,
                text=text,
                name=memory.name,
                value=memory.value if value is NO_VALUE else canonical(value),
                type=memory.type,
                kind=memory.kind,
                topic=memory.topic,
                tags=memory.tags,
                importance=memory.importance,
                origin=self._origin(),
                confidence=confidence,
                rationale=reason,
                quote=quote,
                conversation=conversation,
                is_correction=is_correction,
                source_event=event,
                action=Action.CORRECT,
                updates=memory.id,
                for_library=False,
            )

        return self._submit(corrected, "correct", event, name)

    def expire(self, name: str, *, source_event: str, reason: str, scope: Scope | str | None = None) -> Written:
        """Propose that the record `name` goes out of use.

        Raises:
            NotFound: no such record is in force, or not for this principal.
            Invalid: no reason is given.
        """
        if not reason.strip():
            raise Invalid("reason", "is needed: why is it over?")
        event = named_event(source_event)

        def expired(tx: Transaction) -> Candidate:
            memory = self._find(tx, name, scope)
            return Candidate(
                scope=memory.scope,
                text=memory.text,
                type=memory.type,
                kind=memory.kind,
                origin=self._origin(),
                rationale=reason,
                source_event=event,
                action=Action.EXPIRE,
                updates=memory.id,
                for_library=False,
            )

        return self._submit(expired, "expire", event, name)

    def roll_back(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """Take a supersede back: what the record `name` replaced is in force again. A person's act.

        Raises:
            NotFound, NotPermitted: see `correct`; an agent may not.
            Invalid: it replaced nothing.
        """
        with self._resources.store.transaction() as tx:
            memory = self._find(tx, name, scope)
            if not self._principal.is_person or right(self._principal, Act.DECIDE, memory.scope) is not Right.ALLOW:
                raise NotPermitted(self._principal.name, f"decide for {memory.scope}")
            return lifecycle.undo_supersede(tx, memory, self._resources.pen(self._principal))

    def _submit(self, make: Callable[[Transaction], Candidate], action: str, event: str, about: str) -> Written:
        """Send it down the write road once: the same event, agent, subject and act give the answer they gave before."""
        once = ("global_memory", event, self._principal.user, self._principal.agent or "", about, action)
        with self._resources.store.transaction() as tx:
            if (answer := tx.ledger.receipt(*once)) and (done := _done(tx, answer, event)):
                return done
            candidate = make(tx)
            view, pen = self._resources.view(tx, self._principal), self._resources.pen(self._principal)
            written = commit(tx, decide(candidate, MEMORY_GATES, view), pen)
            if candidate.origin is Origin.AGENT:
                answered, queued = answered_message(candidate, view), written.proposal is not None
                tx.proposals.record_call(self._principal.user, answered_in(candidate), answered, queued, pen.now)
            if written.proposal or written.memory:
                kept = f"proposal:{written.proposal.id}" if written.proposal else f"memory:{_id(written)}"
                tx.ledger.give_receipt(kept, pen.now, *once)
            return written

    def _origin(self) -> Origin:
        return Origin.HUMAN if self._principal.is_person else Origin.AGENT

    def _readable(self, asked: Sequence[Scope | str]) -> list[Scope]:
        return [scope for scope in visible(self._principal, [_parsed(one) for one in asked]) if scope.kind in GLOBAL]

    def _scope(self, scope: Scope | str | None) -> Scope:
        target = user(self._principal.user) if scope is None else _parsed(scope)
        if target.kind not in GLOBAL:
            raise Invalid("scope", f"global memory has the scopes {', '.join(sorted(GLOBAL))}, not {target.kind}")
        return target

    def _find(self, tx: Transaction, name: str, scope: Scope | str | None) -> Memory:
        readable = self._readable([scope] if scope is not None else [])
        by_id = tx.memories.get(name)
        if by_id is not None and by_id.scope in readable and by_id.status in LIVE:
            return by_id
        found = [one for place in readable if (one := tx.memories.live_by_name(place, clean_id("name", name)))]
        if not found:
            raise NotFound("memory", name, hint="find its name: archivist global search QUERY")
        if len(found) > 1:
            places = ", ".join(str(one.scope) for one in found)
            raise Invalid("name", f"{name!r} stands in {places}", hint="say which with its scope")
        return found[0]


def _done(tx: Transaction, answer: str, event: str) -> Written | None:
    """What a replayed event gets: what stands of its first time; None where that is gone for good."""
    kind, _, id = answer.partition(":")
    proposal = tx.proposals.get(id) if kind == "proposal" else None
    memory = tx.memories.get(id) if kind == "memory" else None
    if proposal is None and memory is None:
        return None
    candidate = proposal.candidate if proposal else Candidate(scope=memory.scope, text=memory.text) if memory else None
    assert candidate is not None
    outcome = Outcome.HELD if proposal else Outcome.UNCHANGED
    decision = Decision(candidate, outcome, (), id, "replayed", f"event {event} proposed this already")
    return Written(outcome, decision, 0, memory, proposal)


def _id(written: Written) -> str:
    assert written.memory is not None
    return written.memory.id


def _parsed(scope: Scope | str) -> Scope:
    return typed_scope(scope)

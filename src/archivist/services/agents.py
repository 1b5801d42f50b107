"""Agents' private memory: one agent's notes for one user, by key. No agent reads another's, on any path.

A put of a key that stands replaces the value and keeps the rest of the record's life; a delete by the agent is an
expiry mark, a delete by the person keeps the note from coming back by itself. Every act names the event it answers, and
the same event never acts twice. Search tells of notes and does not show values.
Source: requirements A1 to A4, R1, R2; source 004, sections 3.1, 6.1, 8.1.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from archivist.errors import Invalid, MemoryOff, NotFound, NotPermitted
from archivist.policy.access import Act, Right, right
from archivist.read.aids import NO_AIDS
from archivist.read.found import memories_found
from archivist.read.recall import Recall, RecallHit, RecallStatus
from archivist.records import scope as scopes
from archivist.records.candidate import Candidate, Origin
from archivist.records.identifiers import clean_id
from archivist.records.memory import Memory
from archivist.records.principal import Principal
from archivist.records.scope import Scope
from archivist.records.verdict import Decision, Outcome
from archivist.services.meaning import aids_for
from archivist.services.resources import Resources
from archivist.services.value_schemas import Value, canonical
from archivist.stores.base import MemoryFilter, Transaction
from archivist.text.words import parse_query
from archivist.write import lifecycle
from archivist.write.commit import Written, commit, record
from archivist.write.gates import MEMORY_GATES
from archivist.write.pipeline import decide

SUMMARY_CHARACTERS: Final = 200
MAX_HITS: Final = 50


@dataclass(frozen=True, slots=True)
class Artifact:
    """Where a value stands that is too large to keep, and what it was: the note keeps this instead."""

    uri: str
    data: bytes

    def reference(self) -> Value:
        """The value that is kept."""
        return {"artifact": self.uri, "bytes": len(self.data), "sha256": hashlib.sha256(self.data).hexdigest()}


class AgentMemoryService:
    """The private notes of agents that work for one principal's user.

    `agent` names whose; an agent leaves it out and means itself.
    """

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def put(
        self,
        key: str,
        value: Value | Artifact,
        *,
        source_event: str,
        summary: str = "",
        tags: Sequence[str] = (),
        importance: float = 0.5,
        confidence: float = 1.0,
        schema_version: int | None = None,
        ttl_days: int | None = None,
        agent: str | None = None,
    ) -> Written:
        """Write the note of that key. Without `summary` it is taken from the value.

        Raises:
            Invalid: no source event, no JSON, or not what the key's schema wants.
            NotPermitted: it is another's agent; the refusal is audited.
        """
        scope = self._scope(agent)
        key = clean_id("key", key)
        event = named_event(source_event)
        version = schema_version if schema_version is not None else self._resources.values.version(scope.id, key)
        kept = value.reference() if isinstance(value, Artifact) else value
        text = self._resources.values.checked(scope.id, key, kept, version)
        with self._resources.store.transaction() as tx:
            if done := self._done(tx, scope, key, "put", event):
                return done
            self._make_room(tx, scope)
            standing = tx.memories.live_by_name(scope, key)
            pen = self._resources.pen(self._principal)
            days = ttl_days or self._resources.settings().memory.agent.default_ttl_days
            candidate = Candidate(
                scope=scope,
                name=key,
                text=summary or _summary(key, kept),
                value=text,
                origin=Origin.HUMAN if self._principal.is_person else Origin.AGENT,
                tags=tuple(tags),
                importance=importance,
                confidence=confidence,
                schema_version=version,
                updates=standing.id if standing else None,
                expires_at=pen.now + timedelta(days=days),
                source_event=event,
                for_library=False,
            )
            written = commit(tx, decide(candidate, MEMORY_GATES, self._resources.view(tx, self._principal)), pen)
            self._remember_done(tx, scope, key, "put", event, written)
            return written

    def get(self, key: str, *, agent: str | None = None) -> Memory:
        """The note of that key, its value in the newest version.

        Raises:
            NotFound: there is none, its time is over, or it is another's.
        """
        scope = self._readable(agent)
        with self._resources.store.reading() as tx:
            found = tx.memories.live_by_name(scope, clean_id("key", key)) if scope and self._is_on(tx) else None
        now = self._resources.clock()
        if found is None or (found.expires_at is not None and found.expires_at <= now):
            raise NotFound("note", key)
        return self._resources.values.upgraded(found)

    def search(self, query: str = "", *, tag: str | None = None, limit: int = 10, agent: str | None = None) -> Recall:
        """Notes that match, best first, without their values; without a query the latest ones."""
        scope = self._readable(agent)
        limit = min(max(limit, 1), MAX_HITS)
        now = self._resources.clock()
        aids = aids_for(self._resources, query, of=self._principal, in_order=False) if scope else NO_AIDS
        with self._resources.store.reading() as tx:
            if not self._is_on(tx):
                return Recall(RecallStatus.OFF, reason="memory is switched off")
            if scope is None:
                return Recall(RecallStatus.EMPTY, reason="nothing matches")
            if parse_query(query).is_empty:
                page = tx.memories.page(MemoryFilter([scope], tag=tag), limit).items
                found = [(memory, 0.0) for memory in page if memory.expires_at is None or memory.expires_at > now]
            else:
                hits = memories_found(tx, [scope], query, MAX_HITS, now, aids.question)
                memories = tx.memories.by_seqs([hit.seq for hit in hits])
                found = [(memory, hit.relevance) for memory, hit in zip(memories, hits, strict=True)]
        shown = [(memory, relevance) for memory, relevance in found if tag is None or tag in memory.tags][:limit]
        answer = tuple(RecallHit(replace(memory, value=None), relevance) for memory, relevance in shown)
        if aids.lacking:
            return Recall(RecallStatus.DEGRADED, answer, aids.lacking)
        return Recall(RecallStatus.OK if answer else RecallStatus.EMPTY, answer, "" if answer else "nothing matches")

    def delete(self, key: str, *, source_event: str, reason: str = "", agent: str | None = None) -> Memory:
        """Take the note of that key out of use; it can be restored.

        Raises:
            NotFound: there is none.
            NotPermitted: it is another's agent; the refusal is audited.
        """
        scope = self._scope(agent)
        key = clean_id("key", key)
        event = named_event(source_event)
        with self._resources.store.transaction() as tx:
            if (done := self._done(tx, scope, key, "delete", event)) and done.memory:
                return done.memory
            if not self._principal.is_person and not self._is_on(tx):
                raise MemoryOff
            standing = tx.memories.live_by_name(scope, key)
            if standing is None:
                raise NotFound("note", key)
            pen = self._resources.pen(self._principal)
            if self._principal.is_person:
                gone = lifecycle.forget(tx, standing, pen, reason)
            else:
                gone = lifecycle.expire(tx, standing, pen, reason or "its agent deleted it")
            tx.ledger.give_receipt(gone.id, pen.now, *self._receipt(scope, key, "delete", event))
            return gone

    # -- whose

    def _scope(self, agent: str | None) -> Scope:
        """The scope to write in.

        Raises:
            Invalid: no agent is named.
            NotPermitted: it is not this principal's; the refusal is audited before it is raised.
        """
        scope = self._named(agent)
        if right(self._principal, Act.WRITE, scope) is Right.ALLOW:
            return scope
        with self._resources.store.transaction() as tx:
            pen = self._resources.pen(self._principal)
            record(tx, pen, "write", "rejected", f"scope:{scope}", reason="not_permitted", detail="another's notes")
        raise NotPermitted(self._principal.name, f"write to {scope}")

    def _readable(self, agent: str | None) -> Scope | None:
        """The scope to read in; None where it is not this principal's, which looks like an empty one."""
        scope = self._named(agent)
        return scope if right(self._principal, Act.READ, scope) is Right.ALLOW else None

    def _named(self, agent: str | None) -> Scope:
        name = agent or self._principal.agent
        if name is None:
            raise Invalid("agent", "say whose notes are meant")
        return scopes.agent(name, self._principal.user)

    def _is_on(self, tx: Transaction) -> bool:
        return self._resources.view(tx, self._principal).enabled and self._resources.settings().memory.agent.enabled

    def _make_room(self, tx: Transaction, scope: Scope) -> None:
        """Take notes out of use whose time is over, so that they count no more and leave their keys."""
        pen = self._resources.pen(self._principal)
        for due in tx.memories.due_in(scope, pen.now, 1_000):
            lifecycle.expire(tx, due, pen)

    # -- once

    def _receipt(self, scope: Scope, key: str, action: str, event: str) -> tuple[str, ...]:
        return ("agent_memory", event, scope.holder, scope.id, key, action)

    def _done(self, tx: Transaction, scope: Scope, key: str, action: str, event: str) -> Written | None:
        """What came of this act when this event asked for it before."""
        answer = tx.ledger.receipt(*self._receipt(scope, key, action, event))
        if answer is None:
            return None
        memory = tx.memories.get(answer)
        candidate = Candidate(scope=scope, name=key, text=memory.text if memory else key)
        decision = Decision(candidate, Outcome.UNCHANGED, (), answer, "replayed", f"event {event} did this already")
        return Written(Outcome.UNCHANGED, decision, 0, memory)

    def _remember_done(
        self, tx: Transaction, scope: Scope, key: str, action: str, event: str, written: Written
    ) -> None:
        if written.memory is not None:
            receipt = self._receipt(scope, key, action, event)
            tx.ledger.give_receipt(written.memory.id, self._resources.clock(), *receipt)


def named_event(source_event: str) -> str:
    """The event an act answers.

    Raises:
        Invalid: none is named.
    """
    if not source_event.strip():
        raise Invalid("source_event", "is needed: the event, message or task this answers")
    return clean_id("source_event", source_event)


def _summary(key: str, value: Value) -> str:
    """A line about the value: its own `summary`, its text, or its beginning."""
    told = value.get("summary") if isinstance(value, dict) else value
    if isinstance(told, str) and told.strip():
        return told.strip()[:SUMMARY_CHARACTERS]
    return f"{key}: {canonical(value)}"[:SUMMARY_CHARACTERS]

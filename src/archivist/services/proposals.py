"""The queue as a door may ask for it: see what waits, apply, dismiss, process all; and for agents, propose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archivist.errors import Invalid, NotPermitted
from archivist.policy.access import Act, Right, reviewed_scopes, right
from archivist.policy.names import typed_scope
from archivist.records.candidate import Candidate, Origin
from archivist.records.memory import Kind, MemoryType
from archivist.records.principal import Principal
from archivist.records.proposal import Proposal, ProposalStatus
from archivist.records.scope import Scope, ScopeKind, project, user
from archivist.services.memory import one_of
from archivist.services.resources import Resources
from archivist.stores.base import Page
from archivist.text.queries import STEP_MARK
from archivist.text.secrets import mask_secrets
from archivist.write import proposals as write
from archivist.write.commit import Written, commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.gates.quota import answered_in, answered_message
from archivist.write.once import remember_done, replayed
from archivist.write.pipeline import decide
from archivist.write.proposals import Settled

ALL = tuple(ProposalStatus)


@dataclass(frozen=True, slots=True)
class Processed:
    """What a batch did. `skipped` names each entry left waiting, and why."""

    applied: tuple[Settled, ...]
    skipped: tuple[tuple[str, str], ...]


class ProposalService:
    """The queue of one principal's user."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def propose(
        self,
        text: str,
        *,
        quote: str,
        conversation: str,
        rationale: str = "",
        kind: Kind | str = Kind.RULE,
        type: MemoryType | str | None = None,
        to: Scope | str | None = None,
        confidence: float = 1.0,
        source_event: str | None = None,
    ) -> Written:
        """An agent's proposal; it waits in the queue and pauses nobody.

        Every call counts against the quota of the user message it answers, refused ones too.
        """
        scope = self._target(to)
        fallback = MemoryType.PROJECT if scope.kind is ScopeKind.PROJECT else MemoryType.USER
        candidate = Candidate(
            scope=scope,
            text=text,
            type=fallback if type is None else one_of("type", MemoryType, type),
            kind=one_of("kind", Kind, kind),
            origin=Origin.AGENT,
            quote=quote,
            conversation=conversation,
            rationale=rationale,
            confidence=confidence,
            source_event=source_event,
        )
        with self._resources.store.transaction() as tx:
            if done := replayed(tx, candidate, self._principal):
                return done
            view = self._resources.view(tx, self._principal)
            decision = decide(candidate, MEMORY_GATES, view)
            pen = self._resources.pen(self._principal)
            written = commit(tx, decision, pen)
            remember_done(tx, candidate, written, pen)
            message = answered_message(candidate, view)
            counted, queued = mask_secrets(answered_in(candidate)), written.proposal is not None
            tx.proposals.record_call(self._principal.user, counted, message, queued, pen.now)
            if STEP_MARK in text and self._principal.task:
                tx.proposals.add_step_note(self._principal.user, self._principal.task, text, pen.now)
            return written

    def queue(
        self, *, statuses: Sequence[ProposalStatus] = (ProposalStatus.PENDING,), limit: int = 100, after: int = 0
    ) -> Page[Proposal]:
        """What waits (or any other state), oldest first. A person's view: what waits reaches no model.

        Raises:
            NotPermitted: an agent asked.
        """
        self._for_people()
        with self._resources.store.reading() as tx:
            reviewed = reviewed_scopes(self._principal)
            return tx.proposals.queue([self._principal.user], statuses, limit, after, reviewed)

    def show(self, id: str) -> Proposal:
        """One entry, whatever its state.

        Raises:
            NotFound: none of that id is in this user's queue.
            NotPermitted: an agent asked.
        """
        self._for_people()
        with self._resources.store.reading() as tx:
            return write.find(tx, id, self._resources.pen(self._principal))

    def count(self) -> int:
        """How many entries wait."""
        with self._resources.store.reading() as tx:
            return tx.proposals.count_pending(self._principal.user)

    def apply(self, id: str, to: Scope | str | None = None) -> Settled:
        """Write an entry into User or Project Knowledge. A person's act.

        Raises:
            NotPermitted: an agent asked, or the person may not decide there.
            Invalid: the entry is meant for a project and none was picked.
            NotFound: none of that id is in this user's queue.
        """
        with self._resources.store.transaction() as tx:
            pen = self._resources.pen(self._principal)
            entry = write.find(tx, id, pen)
            target = self._target(to) if to is not None else entry.candidate.scope
            if entry.status is ProposalStatus.PENDING:
                if to is None and entry.needs_project:
                    raise Invalid("project", "this entry belongs to a project; pick one", hint="--to project:NAME")
                self._demand(target)
            return write.apply(tx, id, target, self._resources.settings().memory, pen)

    def dismiss(self, id: str) -> Settled:
        """Turn an entry away. A person's act.

        Raises:
            NotPermitted, NotFound: as for `apply`.
        """
        self._demand(user(self._principal.user))
        with self._resources.store.transaction() as tx:
            return write.dismiss(tx, id, self._resources.pen(self._principal))

    def process_all(self) -> Processed:
        """Apply every waiting entry where it is suggested, and skip those that need a person's eye.

        Skipped are entries that need a project, that rest on untrusted evidence, that read like an instruction, that
        a person's word stands against, and those that would replace or contradict a record as things stand now.
        """
        applied: list[Settled] = []
        skipped: list[tuple[str, str]] = []
        for entry in list(self._waiting()):
            try:
                why = self._needs_eye(entry)
                settled = None if why else self.apply(entry.id)
            except NotPermitted as exc:
                why, settled = exc.message, None
            if settled is None:
                skipped.append((entry.id, why))
                continue
            if settled.outcome == "applied":
                applied.append(settled)
            else:
                skipped.append((entry.id, settled.written.detail if settled.written else settled.outcome))
        return Processed(tuple(applied), tuple(skipped))

    def _waiting(self) -> Iterator[Proposal]:
        """Every entry that waits, page by page."""
        after: int | None = 0
        while after is not None:
            page = self.queue(limit=1_000, after=after)
            yield from page.items
            after = page.next_key[0] if page.next_key else None

    def _needs_eye(self, entry: Proposal) -> str:
        with self._resources.store.reading() as tx:
            return write.needs_eye(tx, entry, self._resources.settings().memory, self._resources.pen(self._principal))

    def _target(self, to: Scope | str | None) -> Scope:
        if to is None or to == "user":
            return user(self._principal.user)
        if to == "project":
            if self._principal.project is None:
                raise Invalid("project", "none is in focus; pick one", hint="--to project:NAME")
            return project(self._principal.project)
        return typed_scope(to).held_by(self._principal.user)

    def _for_people(self) -> None:
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, "look into the queue")

    def _demand(self, scope: Scope) -> None:
        if right(self._principal, Act.DECIDE, scope) is not Right.ALLOW:
            raise NotPermitted(self._principal.name, f"decide for {scope}")

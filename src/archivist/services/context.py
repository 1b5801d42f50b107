"""The context of one run: built from what may be seen, inside a budget, traced; and the agent's own searches in it.

A build changes no memory: what was shown is in the trace, and an agent that is shown a record has not recalled it, so
that the same inputs give the same text again. Source: requirements C1, C6, C7, O2.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from time import perf_counter
from typing import Final

from archivist.errors import ArchivistError, Invalid, MemoryOff, NotFound, QuotaExceeded, StoreBusy, StoreReadOnly
from archivist.policy.names import clean_party
from archivist.read.context.budget import Fitted, fit_budget
from archivist.read.context.parts import Asked, ContextPart, Offered
from archivist.read.recall import RecallHit, RecallStatus, recall
from archivist.read.visibility import visible
from archivist.records.charter import Charter
from archivist.records.context import BuiltContext, Drop, Dropped, Spent, Trace
from archivist.records.event import Topic
from archivist.records.principal import Principal
from archivist.records.scope import Scope, ScopeKind, user
from archivist.services.library import LibraryService
from archivist.services.meaning import aids_for
from archivist.services.metrics import bucket_of
from archivist.services.resources import Resources
from archivist.services.spans import span
from archivist.stores.base import Transaction
from archivist.text.fences import fingerprint
from archivist.text.length import is_chinese
from archivist.text.tokens import count_tokens, load_counter
from archivist.version import __version__

BUILDER: Final = "2"
"""Raised whenever the same records would give another text."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What one search of an agent found, what is left of its allowance, and what was wanted and did not come."""

    hits: tuple[RecallHit, ...]
    calls_left: int
    results_left: int
    tokens_left: int
    degraded: str = ""


class ContextService:
    """Contexts for the agents of one principal's user."""

    def __init__(self, resources: Resources, principal: Principal, parts: Sequence[ContextPart]) -> None:
        self._resources = resources
        self._principal = principal
        self._parts = parts

    def build(
        self,
        agent: str,
        query: str,
        *,
        budget_tokens: int | None = None,
        conversation: str | None = None,
        task: str | None = None,
        source_event: str | None = None,
        with_messages: bool = True,
    ) -> BuiltContext:
        """What `agent` is given for `query`, at most `budget_tokens` of it.

        Before the first message of a conversation a library that has outgrown its form is reorganised.

        Args:
            with_messages: False where the caller hands the latest messages on itself; the summary is given anyway.
        Raises:
            MemoryOff: memory is switched off: an agent behaves as if there were none.
            Invalid: the budget is too little for what people fixed for this agent.
        """
        if conversation is not None:
            self._tidy_library(conversation)
        with span("context.build") as traced:
            asked, hidden = self._asked(agent, query, conversation, task, source_event)
            built = self._build(replace(asked, with_messages=with_messages), hidden, budget_tokens)
            traced.set(_attributes(built.trace))
            return built

    def _tidy_library(self, conversation: str) -> None:
        """Layout is worth less than an answer: where the store cannot write now, it waits for another conversation."""
        with suppress(StoreBusy, StoreReadOnly):
            LibraryService(self._resources, self._principal).before_first_message(conversation)

    def _build(self, asked: Asked, hidden: Sequence[Dropped], budget_tokens: int | None) -> BuiltContext:
        began = perf_counter()
        run = self._resources.new_id()
        budget = self._budget(asked, budget_tokens)
        asked = replace(asked, aids=aids_for(self._resources, asked.query, of=asked.principal, in_order=False))
        try:
            with self._resources.store.reading() as tx:
                if not self._resources.view(tx, asked.principal).enabled:
                    raise MemoryOff
                offered = [self._offered(part, tx, asked) for part in self._parts]
                generation = tx.generation()
            retrieved = perf_counter()
            fitted = fit_budget(offered, asked.query, budget, self._counter(), asked.chinese)
        except ArchivistError as exc:
            self._note_failure(asked, run, exc)
            raise
        trace = self._trace(run, asked, budget, fitted, hidden, generation)
        timed = replace(trace, retrieval_ms=_ms(began, retrieved), build_ms=_ms(began, perf_counter()))
        self._keep(timed, asked)
        return BuiltContext(fitted.text, timed)

    def show(self, run: str) -> Trace:
        """What was injected into a run, and why.

        Raises:
            NotFound: this user has no such run, or its trace is past its time.
        """
        with self._resources.store.reading() as tx:
            return self._found(tx, run)

    def latest(self, limit: int = 20) -> list[Trace]:
        """The user's runs, latest first."""
        with self._resources.store.reading() as tx:
            return tx.traces.latest(self._principal.user, limit)

    def search(self, run: str, query: str, *, limit: int = 5) -> Searched:
        """What an agent looks for by itself during a run, within the allowance of its policy.

        Only scopes of the policy's allow-list are looked into; a hit that would go over the tokens is left out.

        Raises:
            NotFound: this user has no such run, or it is another agent's.
            QuotaExceeded: the run's calls, results or tokens are used up.
        """
        with self._resources.store.reading() as tx:
            asked, _ = self._searchable(tx, run, query)
        aids = aids_for(self._resources, query, of=asked.principal)
        with self._resources.store.reading() as tx:
            most = min(limit, asked.charter.policy.search.max_results)
            found = recall(tx, list(asked.scopes), query, most, asked.settings.memory.recall, asked.now, aids=aids)
        with self._resources.store.transaction() as tx:
            asked, spent = self._searchable(tx, run, query)
            allowed = asked.charter.policy.search
            hits = found.hits[: allowed.max_results - spent.results]
            hits, tokens = self._within(hits, allowed.max_tokens - spent.tokens)
            tx.traces.spend(self._principal.user, run, len(hits), tokens)
            tx.ledger.count("agent_searches")
            return Searched(
                hits,
                allowed.max_calls - spent.calls - 1,
                allowed.max_results - spent.results - len(hits),
                allowed.max_tokens - spent.tokens - tokens,
                found.reason if found.status is RecallStatus.DEGRADED else "",
            )

    def _searchable(self, tx: Transaction, run: str, query: str) -> tuple[Asked, Spent]:
        """What a search within a run asks for, and what its run has used; raises as `search` does."""
        trace = self._found(tx, run)
        if self._principal.agent not in (None, trace.agent):
            raise NotFound("run", run)
        asked, _ = self._asked(trace.agent, query, trace.conversation, trace.task, trace.source_event)
        allowed, spent = asked.charter.policy.search, trace.spent
        for what, used, most in (
            ("searches", spent.calls, allowed.max_calls),
            ("search results", spent.results, allowed.max_results),
            ("search tokens", spent.tokens, allowed.max_tokens),
        ):
            if used >= most:
                raise QuotaExceeded(f"{what} of run {run}", most)
        return asked, spent

    def _asked(
        self, agent: str, query: str, conversation: str | None, task: str | None, source_event: str | None
    ) -> tuple[Asked, list[Dropped]]:
        """What a build is about, and the scopes that the agent's policy or the focus leaves out."""
        name = clean_party("agent", agent)
        if self._principal.agent not in (None, name):
            raise Invalid("agent", f"{self._principal.name} builds contexts for itself only")
        focus = clean_party("task", task) if task else self._principal.task
        acting = replace(self._principal, agent=name, task=focus)
        charter = self._resources.charter(name, acting.user, acting.project)
        seen, hidden = [], []
        for scope in visible(acting):
            why = _hides(charter, scope, acting)
            if why:
                hidden.append(Dropped(f"scope:{scope}", Drop.NOT_ALLOWED, why))
            else:
                seen.append(scope)
        asked = Asked(
            agent=name,
            query=query,
            principal=acting,
            scopes=tuple(seen),
            now=self._resources.clock(),
            settings=self._resources.settings(),
            charter=charter,
            chinese=is_chinese(query),
            conversation=conversation,
            task=acting.task,
            source_event=source_event,
        )
        return asked, hidden

    def _budget(self, asked: Asked, wanted: int | None) -> int:
        if wanted is not None and wanted < 1:
            raise Invalid("budget_tokens", f"must be at least 1, got {wanted}")
        most = asked.charter.policy.budget_tokens
        budget = wanted or asked.settings.context.budget_tokens
        return budget if most is None else min(budget, most)

    def _offered(self, part: ContextPart, tx: Transaction, asked: Asked) -> Offered:
        return Offered(part, part.offer(tx, asked), part.limits(asked.settings))

    def _counter(self) -> Callable[[str], int]:
        name = self._resources.settings().context.tokenizer
        return _exact(name) if name else count_tokens

    def _within(self, hits: Sequence[RecallHit], tokens_left: int) -> tuple[tuple[RecallHit, ...], int]:
        count, kept, spent = self._counter(), [], 0
        for hit in hits:
            tokens = count(hit.memory.text)
            if spent + tokens <= tokens_left:
                kept.append(hit)
                spent += tokens
        return tuple(kept), spent

    def _trace(
        self, run: str, asked: Asked, budget: int, fitted: Fitted, hidden: Sequence[Dropped], generation: int
    ) -> Trace:
        return Trace(
            run=run,
            at=asked.now,
            user=asked.principal.user,
            agent=asked.agent,
            tokens=fitted.tokens,
            budget_tokens=budget,
            sections=fitted.sections,
            dropped=(*hidden, *fitted.dropped),
            versions={
                "archivist": __version__,
                "builder": BUILDER,
                "generation": str(generation),
                "policy": fingerprint([repr(asked.charter)]),
                **({"embedder": asked.aids.question.model.name} if asked.aids.question else {}),
            },
            project=asked.principal.project,
            task=asked.task,
            conversation=asked.conversation,
            source_event=asked.source_event,
            query=fingerprint([asked.query]),
            degraded=asked.aids.lacking,
        )

    def _keep(self, trace: Trace, asked: Asked) -> None:
        """Trace, event and counters; where the store cannot be written, the context is given all the same."""
        try:
            with self._resources.store.transaction() as tx:
                tx.traces.purge(trace.at - timedelta(days=asked.settings.context.trace_days))
                tx.traces.insert(trace)
                facts = {"agent": trace.agent, "tokens": str(trace.tokens)}
                about = user(trace.user)
                tx.events.emit(Topic.CONTEXT_BUILT, trace.at, f"run:{trace.run}", about, trace.source_event, facts)
                _count_build(tx, trace)
        except (StoreBusy, StoreReadOnly):
            return

    def _note_failure(self, asked: Asked, run: str, problem: ArchivistError) -> None:
        try:
            with self._resources.store.transaction() as tx:
                facts = {"agent": asked.agent, "code": problem.code}
                about = user(asked.principal.user)
                tx.events.emit(Topic.CONTEXT_BUILD_FAILED, asked.now, f"run:{run}", about, asked.source_event, facts)
                tx.ledger.count("context_builds_failed")
        except (StoreBusy, StoreReadOnly):
            return

    def _found(self, tx: Transaction, run: str) -> Trace:
        trace = tx.traces.get(self._principal.user, run)
        if trace is None:
            raise NotFound("run", run)
        return trace


def _hides(charter: Charter, scope: Scope, principal: Principal) -> str:
    """Why a readable scope is left out of this agent's contexts; empty where it is not."""
    if scope.kind is ScopeKind.PROJECT and principal.project is not None and scope.id != principal.project:
        return "another project is in focus"
    allowed = charter.policy.read_scopes
    if allowed is None or str(scope) in allowed or scope.kind in allowed:
        return ""
    return "the agent's policy does not list it"


def _attributes(trace: Trace) -> dict[str, str | float]:
    """What a span tells of a build. Source: requirement O2."""
    by_section = {f"{section.name}_ids": ",".join(one.id for one in section.used) for section in trace.sections}
    return {
        "run": trace.run,
        "agent_id": trace.agent,
        "event_id": trace.source_event or "",
        "correlation_id": trace.task or trace.conversation or trace.run,
        "context_builder_version": trace.versions["builder"],
        "memory_policy_version": trace.versions["policy"],
        "retrieval_latency_ms": trace.retrieval_ms,
        "tokens": trace.tokens,
        **by_section,
    }


def _count_build(tx: Transaction, trace: Trace) -> None:
    tx.ledger.count("context_builds")
    tx.ledger.count("context_tokens", trace.tokens)
    tx.ledger.count("context_build_ms_sum", round(trace.build_ms))
    tx.ledger.count("retrieval_ms_sum", round(trace.retrieval_ms))
    tx.ledger.count(bucket_of(trace.build_ms))


@cache
def _exact(name: str) -> Callable[[str], int]:
    counter = load_counter(name)
    return lambda text: count_tokens(text, counter)


def _ms(began: float, ended: float) -> float:
    return round((ended - began) * 1000, 3)

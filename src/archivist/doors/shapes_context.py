"""How built contexts and their traces look in JSON, at every door. Source: the contract of the doors."""

from dataclasses import asdict
from typing import Any

from archivist.doors.shapes import Json, hit, moment
from archivist.records.context import BuiltContext, Dropped, Section, Trace, Used
from archivist.services.context import Searched


def built(answer: BuiltContext) -> Json:
    """A context: the text, and what went in and what did not."""
    told = trace(answer.trace)
    return {"run": told.pop("run"), "text": answer.text, **told}


def trace(one: Trace) -> Json:
    """What was injected into a run, and why."""
    return {
        "run": one.run,
        "at": moment(one.at),
        "agent": one.agent,
        "user": one.user,
        "project": one.project,
        "task": one.task,
        "conversation": one.conversation,
        "source_event": one.source_event,
        "tokens": one.tokens,
        "budget_tokens": one.budget_tokens,
        "sections": [section(each) for each in one.sections],
        "dropped": [dropped(each) for each in one.dropped],
        "versions": one.versions,
        "retrieval_ms": one.retrieval_ms,
        "build_ms": one.build_ms,
        "searches": asdict(one.spent),
        "degraded": one.degraded,
    }


def section(one: Section) -> Json:
    """One part and what of it went in."""
    return {"name": one.name, "tokens": one.tokens, "items": [used(each) for each in one.used]}


def used(one: Used) -> Json:
    """One thing that went in, with every term of its score."""
    terms: dict[str, Any] = {}
    if one.score is not None:
        terms = {name: round(value, 4) for name, value in asdict(one.score).items()}
        terms["total"] = round(one.score.total, 4)
    return {
        "id": one.id,
        "tokens": one.tokens,
        "scope": one.scope,
        "confidence": one.confidence,
        "source_event": one.source_event,
        "score": terms or None,
        "cut": one.cut,
        "by_meaning": one.by_meaning,
    }


def dropped(one: Dropped) -> Json:
    """One thing that did not go in."""
    return {"id": one.id, "reason": one.reason, "detail": one.detail}


def searched(answer: Searched) -> Json:
    """An agent's own search, and what is left of its allowance."""
    return {
        "count": len(answer.hits),
        "hits": [hit(found) for found in answer.hits],
        "left": {"calls": answer.calls_left, "results": answer.results_left, "tokens": answer.tokens_left},
        "degraded": answer.degraded,
    }

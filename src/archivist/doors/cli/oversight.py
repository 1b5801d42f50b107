"""Commands that look inside: why, audit, events, metrics."""

import json
import time
from datetime import datetime, tzinfo

import click

from archivist.doors import shapes
from archivist.doors.cli.common import Asked, command
from archivist.errors import Invalid, NotFound
from archivist.records.audit import AuditEntry
from archivist.records.context import Trace
from archivist.records.scope import Scope
from archivist.services.metrics import prometheus
from archivist.session import Session
from archivist.stores.base import AuditFilter

POLL_S = 0.5


@command()
@click.argument("name")
@click.option("--scope")
def why(asked: Asked, name: str, scope: str | None) -> int:
    """Why a record is remembered, or a proposal waits or was refused: every gate's answer, in order.

    NAME may also be the number of an audit entry, such as a refusal; or a run: then, what was injected into it and why.
    """
    with asked.session() as session:
        if trace := _trace(session, name):
            return _tell_run(asked, trace)
        try:
            record = session.memory.history(name, scope=scope).memory
            acts = session.oversight.acts_on([f"memory:{record.id}"])
        except NotFound:
            record = None
            acts = _acts(session, name)
    answer = {
        "record": shapes.memory(record) if record else None,
        "acts": [shapes.audit_entry(act) for act in acts],
    }

    def human() -> None:
        from archivist.doors.cli import output

        if record is not None:
            output.memory(record)
        for act in acts:
            output.say(f"\n{output.when(act.at)}  {act.action}: {act.outcome}, by {act.actor}", "bold")
            if act.detail:
                output.say(act.detail)
            if act.trail:
                output.trail(act.trail)

    asked.answer(answer, human)
    return 0


def _acts(session: Session, name: str) -> list[AuditEntry]:
    """What happened to the proposal of that id, or the one audit entry of that number."""
    try:
        return session.oversight.acts_on([f"proposal:{session.proposals.show(name).id}"])
    except NotFound:
        if name.isascii() and name.isdigit():
            return [session.oversight.entry(int(name))]
        raise NotFound("record, proposal, run or audit entry", name, hint="see what there is: archivist list") from None


@command()
@click.argument("number", type=click.IntRange(1))
def undo(asked: Asked, number: int) -> int:
    """Take back the decision of one audit entry; `archivist audit` shows the numbers."""
    with asked.session() as session:
        now = session.oversight.undo(number)
    asked.answer({"undone": number, "now": now}, lambda: click.echo(now))
    return 0


def _trace(session: Session, run: str) -> Trace | None:
    try:
        return session.context.show(run)
    except NotFound:
        return None


def _tell_run(asked: Asked, trace: Trace) -> int:
    from archivist.doors import shapes_context

    def human() -> None:
        from archivist.doors.cli.context import tell_trace

        tell_trace(trace)

    asked.answer(shapes_context.trace(trace), human)
    return 0


@command()
@click.argument("what", required=False, type=click.Choice(["verify"]))
@click.option("--actor")
@click.option("--scope", "scopes", multiple=True)
@click.option("--record", "subject", help="memory:ID, proposal:ID, document:ID or setting:KEY.")
@click.option("--action")
@click.option("--since", help="A day or a time, such as 2026-11-29 or 2026-11-29T16:30.")
@click.option("--until", help="Up to, and without, this day or time.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@click.option("--cursor", type=int, help="Entries before this number.")
def audit(
    asked: Asked,
    what: str | None,
    actor: str | None,
    scopes: tuple[str, ...],
    subject: str | None,
    action: str | None,
    since: str | None,
    until: str | None,
    limit: int,
    cursor: int | None,
) -> int:
    """Who did what, the latest first. `audit verify` recomputes the whole chain."""
    if what == "verify":
        return _verify(asked)
    with asked.app() as app:
        zone = app.resources.zone
        wanted = AuditFilter(
            [Scope.parse(scope).held_by(asked.user) for scope in scopes] or None,
            actor,
            subject,
            action,
            _time("since", since, zone),
            _time("until", until, zone),
        )
        entries = asked.acting(app).oversight.audit(wanted, limit, cursor)

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("no", "when", "who", "act", "outcome", "about", "why"),
            [
                (str(one.number), output.when(one.at), one.actor, one.action, output.word(one.outcome), _about(one),
                 one.detail or one.reason)
                for one in entries
            ],
        )  # fmt: skip

    next_cursor = entries[-1].number if len(entries) == limit else None
    asked.answer({"entries": [shapes.audit_entry(one) for one in entries], "next_cursor": next_cursor}, human)
    return 0


def _verify(asked: Asked) -> int:
    with asked.session() as session:
        report = session.oversight.verify()

    def human() -> None:
        from archivist.doors.cli import output

        if report.whole:
            output.say(f"the chain is whole: {report.entries} entries", "green")
        else:
            output.say(f"the chain is broken at entry {report.broken_at}: {report.problem}", "red")

    asked.answer(shapes.chain(report), human)
    return 0 if report.whole else 1


@command()
@click.option("--follow", is_flag=True, help="Go on as they happen, until interrupted.")
@click.option("--after", type=int, default=0, show_default=True, help="Events behind this number.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=100, show_default=True)
def events(asked: Asked, follow: bool, after: int, limit: int) -> int:
    """What happened, in order. With --follow, one JSON line or one line of text an event, as they come."""
    with asked.session() as session:
        found = session.oversight.events(after, limit)
        if not follow:
            answer = {"events": [shapes.event(one) for one in found]}
            asked.answer(answer, lambda: _lines(asked, answer["events"]))
            return 0
        while True:
            for one in found:
                _line(asked, shapes.event(one))
                after = one.number
            time.sleep(POLL_S)
            found = session.oversight.events(after, limit)


@command()
@click.option("--prometheus", "as_text", is_flag=True, help="The text form that Prometheus reads.")
def metrics(asked: Asked, as_text: bool) -> int:
    """Counters."""
    with asked.session() as session:
        counters = session.oversight.counters()
    if as_text:
        click.echo(prometheus(counters), nl=False)
        return 0

    def human() -> None:
        from archivist.doors.cli import output

        output.table(("counter", "value"), [(name, str(value)) for name, value in counters.items()])

    asked.answer({"counters": counters}, human)
    return 0


def _lines(asked: Asked, found: list[shapes.Json]) -> None:
    for one in found:
        _line(asked, one)


def _line(asked: Asked, event: shapes.Json) -> None:
    if asked.as_json:
        click.echo(json.dumps(event, ensure_ascii=False))
    else:
        click.echo(
            f"{event['number']:>6}  {event['at']}  {event['topic']:<24}  {event['scope'] or ''}  {event['subject']}"
        )


def _about(entry: AuditEntry) -> str:
    return f"{entry.subject} {entry.scope or ''}".strip()


def _time(field: str, text: str | None, zone: tzinfo) -> datetime | None:
    """An instant from a day or time in the user's zone.

    Raises:
        Invalid: it is neither.
    """
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise Invalid(field, f"{text!r} is not a day or time such as 2026-11-29T16:30") from None
    return at if at.tzinfo else at.replace(tzinfo=zone)

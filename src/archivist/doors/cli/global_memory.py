"""Commands on global memory: search, propose, correct, expire, rollback; with --agent as an agent, else as yourself."""

import json
from typing import Any

import click

from archivist.doors import shapes
from archivist.doors.cli.common import Asked, text_argument, with_asked
from archivist.doors.cli.memory import KINDS, TYPES, tell
from archivist.services.global_memory import NO_VALUE

SCOPE_HELP = "user:ID, project:ID, workspace:ID or system; yours by default."


@click.group("global")
def global_() -> None:
    """Facts that agents share. An agent (--agent A) proposes; what you say yourself is written at once."""


@global_.command()
@click.argument("query")
@click.option("--scope", "scopes", multiple=True, help="Look only here; may be given several times.")
@click.option("--limit", type=click.IntRange(1, 50), default=5, show_default=True)
@click.option("--agent")
@with_asked
def search(asked: Asked, query: str, scopes: tuple[str, ...], limit: int, agent: str | None) -> int:
    """Records in force that match, each with its scope, confidence and source event."""
    with asked.session(agent=agent) as session:
        answer = session.global_memory.search(text_argument(query), scopes=scopes, limit=limit)

    def human() -> None:
        from archivist.doors.cli import output

        for found in answer.hits:
            one = found.memory
            output.say(one.text)
            origin = f", from {one.source_event}" if one.source_event else ""
            output.say(f"  {one.name}, {one.scope}, confidence {one.confidence:.2f}{origin}", "dim")
        if not answer.hits:
            output.say(answer.reason, "dim")

    asked.answer(shapes.recalled(answer), human)
    return 0


@global_.command(
    epilog='\b\nExample: archivist global propose "The project is in design" --key phase --value \'"design"\''
)
@click.argument("text")
@click.option("--agent", help="The agent that proposes.")
@click.option("--scope", help=SCOPE_HELP)
@click.option("--key", help="One key holds one value.")
@click.option("--value", help="JSON, or plain text.")
@click.option("--confidence", type=float, default=1.0, show_default=True)
@click.option("--reason", default="", help="For the reviewer only.")
@click.option("--type", type=TYPES, default="project", show_default=True)
@click.option("--kind", type=KINDS, default="info", show_default=True)
@click.option("--tag", "tags", multiple=True)
@click.option("--importance", type=float, default=0.5, show_default=True)
@click.option("--quote", default="", help="Words that stand in the conversation.")
@click.option("--conversation", default="", metavar="ID")
@click.option("--event", help="The event this answers; the same event never proposes twice.")
@with_asked
def propose(asked: Asked, text: str, agent: str | None, value: str | None, event: str | None, **fields: Any) -> int:
    """Propose a fact."""
    with asked.acting_for(fields["scope"]).session(agent=agent) as session:
        written = session.global_memory.propose(
            text_argument(text),
            value=_value(value),
            source_event=event or f"cli:{session.resources.new_id()}",
            **fields,
        )
    return tell(asked, written)


@global_.command()
@click.argument("name")
@click.argument("text")
@click.option("--agent", help="The agent that proposes.")
@click.option("--scope")
@click.option("--value", help="JSON, or plain text; the value that stands by default.")
@click.option("--confidence", type=float, default=1.0, show_default=True)
@click.option("--reason", default="")
@click.option("--quote", default="")
@click.option("--conversation", default="", metavar="ID")
@click.option("--event")
@with_asked
def correct(
    asked: Asked, name: str, text: str, agent: str | None, value: str | None, event: str | None, **fields: Any
) -> int:
    """Propose that TEXT takes the place of the record NAME, which stays in the chain."""
    with asked.acting_for(fields["scope"]).session(agent=agent) as session:
        source_event = event or f"cli:{session.resources.new_id()}"
        written = session.global_memory.correct(
            name, text_argument(text), value=_value(value), source_event=source_event, **fields
        )
    return tell(asked, written)


@global_.command()
@click.argument("name")
@click.option("--reason", required=True)
@click.option("--agent", help="The agent that proposes.")
@click.option("--scope")
@click.option("--event")
@with_asked
def expire(asked: Asked, name: str, reason: str, agent: str | None, scope: str | None, event: str | None) -> int:
    """Propose that the record NAME goes out of use."""
    with asked.acting_for(scope).session(agent=agent) as session:
        source_event = event or f"cli:{session.resources.new_id()}"
        written = session.global_memory.expire(name, reason=reason, scope=scope, source_event=source_event)
    return tell(asked, written)


@global_.command()
@click.argument("name")
@click.option("--scope")
@with_asked
def rollback(asked: Asked, name: str, scope: str | None) -> int:
    """Take a supersede back: what the record NAME replaced is in force again."""
    with asked.acting_for(scope).session() as session:
        back = session.global_memory.roll_back(name, scope=scope)
    asked.answer({"record": shapes.memory(back)}, lambda: click.echo(f"in force again: {back.text}"))
    return 0


def _value(text: str | None) -> Any:
    if text is None:
        return NO_VALUE
    try:
        return json.loads(text)
    except ValueError:
        return text

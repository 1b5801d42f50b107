"""Commands on an agent's private notes: get, put, search, delete. Each acts as that agent, for the asking user."""

import json
from pathlib import Path
from typing import Any

import click

from archivist.doors import shapes
from archivist.doors.cli.common import Asked, text_argument, with_asked
from archivist.doors.cli.memory import tell
from archivist.errors import Invalid
from archivist.services.agents import Artifact

EVENT_HELP = "The event this answers; the same event never acts twice."


@click.group()
def agent() -> None:
    """An agent's private notes: get, put, search, delete."""


@agent.command()
@click.argument("name", metavar="AGENT")
@click.argument("key")
@with_asked
def get(asked: Asked, name: str, key: str) -> int:
    """One note, with its value."""
    with asked.session(agent=name) as session:
        found = session.agents.get(key)

    def human() -> None:
        from archivist.doors.cli import output

        output.memory(found)

    asked.answer({"record": shapes.memory(found)}, human)
    return 0


@agent.command(epilog='\b\nExample: archivist agent put planner style \'{"order": "conclusion first"}\' --summary "…"')
@click.argument("name", metavar="AGENT")
@click.argument("key")
@click.argument("value", required=False)
@click.option("--file", "file", type=click.Path(path_type=Path, dir_okay=False), help="Read the value from this file.")
@click.option("--as-artifact", is_flag=True, help="Keep a reference to the file instead of its content.")
@click.option("--summary", default="", help="A line about the value; taken from it where none is given.")
@click.option("--tag", "tags", multiple=True)
@click.option("--importance", type=float, default=0.5, show_default=True)
@click.option("--confidence", type=float, default=1.0, show_default=True)
@click.option("--ttl-days", type=click.IntRange(1), help="How long it lives; memory.agent.default_ttl_days by default.")
@click.option("--schema-version", type=click.IntRange(1))
@click.option("--event", help=EVENT_HELP)
@with_asked
def put(
    asked: Asked,
    name: str,
    key: str,
    value: str | None,
    file: Path | None,
    as_artifact: bool,
    event: str | None,
    **fields: Any,
) -> int:
    """Write one note. VALUE is JSON, or plain text; - reads standard input."""
    if (value is None) == (file is None):
        raise click.UsageError("give a VALUE or --file")
    if as_artifact and file is None:
        raise click.UsageError("--as-artifact needs --file")
    kept = (
        _artifact(file) if as_artifact and file else _value(text_argument(value) if value is not None else _read(file))
    )
    with asked.session(agent=name) as session:
        source_event = event or f"cli:{session.resources.new_id()}"
        written = session.agents.put(key, kept, source_event=source_event, **fields)
    return tell(asked, written)


@agent.command()
@click.argument("name", metavar="AGENT")
@click.argument("query", default="")
@click.option("--tag")
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True)
@with_asked
def search(asked: Asked, name: str, query: str, tag: str | None, limit: int) -> int:
    """Notes that match, best first, without their values; without QUERY the latest."""
    with asked.session(agent=name) as session:
        answer = session.agents.search(query, tag=tag, limit=limit)

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("key", "summary", "tags", "changed", "expires"),
            [
                (one.memory.name, one.memory.text, ", ".join(one.memory.tags), output.when(one.memory.updated_at),
                 output.when(one.memory.expires_at))
                for one in answer.hits
            ],
        )  # fmt: skip

    hits = [shapes.noted(one) for one in answer.hits]
    asked.answer({"status": answer.status, "count": len(hits), "hits": hits, "reason": answer.reason}, human)
    return 0


@agent.command()
@click.argument("name", metavar="AGENT")
@click.argument("key")
@click.option("--reason", default="")
@click.option("--event", help=EVENT_HELP)
@with_asked
def delete(asked: Asked, name: str, key: str, reason: str, event: str | None) -> int:
    """Mark one note as expired; it can be restored."""
    with asked.session(agent=name) as session:
        gone = session.agents.delete(key, reason=reason, source_event=event or f"cli:{session.resources.new_id()}")
    asked.answer({"record": shapes.memory(gone)}, lambda: click.echo(f"expired: {gone.name}"))
    return 0


def _value(text: str) -> Any:
    """The JSON of the text; text that is no JSON stands for itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _read(file: Path | None) -> str:
    assert file is not None
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as exc:
        raise Invalid("file", f"{file} is not UTF-8 text", hint="keep a reference: --as-artifact") from exc
    except OSError as exc:
        raise Invalid("file", f"{file} cannot be read: {exc.strerror}") from exc


def _artifact(file: Path) -> Artifact:
    try:
        return Artifact(file.resolve().as_uri(), file.read_bytes())
    except OSError as exc:
        raise Invalid("file", f"{file} cannot be read: {exc.strerror}") from exc

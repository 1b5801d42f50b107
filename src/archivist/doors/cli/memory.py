"""Commands on records: remember, recall, show, list, edit, forget, restore, erase, keep, history, clear."""

from pathlib import Path
from typing import Any

import click

from archivist.doors import shapes
from archivist.doors.cli.common import Asked, command, text_argument
from archivist.errors import Invalid, NotFound
from archivist.read.recall import RecallStatus
from archivist.records.memory import Delivery, Kind, Memory, MemoryType, Source, Status
from archivist.records.verdict import Outcome
from archivist.write.commit import Written

TYPES = click.Choice([str(member) for member in MemoryType])
KINDS = click.Choice([str(member) for member in Kind])
DELIVERIES = click.Choice([str(member) for member in Delivery])
REFUSED = 1


@command(epilog='\b\nExample: archivist remember "以后周报都用英文写" --type feedback --kind rule')
@click.argument("text")
@click.option("--name", help="A name to find it by; made from the words where none is given.")
@click.option("--description", default="", help="One line that says what it is about.")
@click.option("--type", type=TYPES, default="user", show_default=True)
@click.option("--kind", type=KINDS, default="info", show_default=True)
@click.option("--scope", help="user:ID, project:ID, workspace:ID or system; yours by default.")
@click.option("--tag", "tags", multiple=True, help="May be given several times.")
@click.option("--importance", type=float, default=0.5, show_default=True)
@click.option("--always", is_flag=True, help="Keep it in the library: it goes with every conversation.")
@click.option("--topic", default="", help="A heading in the library.")
def remember(asked: Asked, text: str, always: bool, **fields: Any) -> int:
    """Write one statement, as a person. TEXT of - reads standard input."""
    with asked.session() as session:
        delivery = Delivery.ALWAYS if always else Delivery.ON_DEMAND
        written = session.memory.remember(text_argument(text), delivery=delivery, **fields)
    return tell(asked, written)


@command(epilog='\b\nExample: archivist recall "周报" --limit 3')
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, 50), default=5, show_default=True)
@click.option("--scope", "scopes", multiple=True, help="Look only here; may be given several times.")
def recall(asked: Asked, query: str, limit: int, scopes: tuple[str, ...]) -> int:
    """Find what is remembered."""
    with asked.session() as session:
        answer = session.memory.recall(text_argument(query), limit=limit, scopes=scopes)

    def human() -> None:
        from archivist.doors.cli import output

        for found in answer.hits:
            output.say(f"{found.memory.text}")
            output.say(f"  {found.memory.name}, {found.memory.scope}, {output.when(found.memory.updated_at)}", "dim")
        if not answer.hits or answer.status is RecallStatus.DEGRADED:
            output.say(answer.reason, "dim")

    asked.answer(shapes.recalled(answer), human)
    return 0


@command()
@click.argument("name")
@click.option("--scope")
def show(asked: Asked, name: str, scope: str | None) -> int:
    """Show one record, by name or id."""
    with asked.session() as session:
        found = session.memory.show(name, scope=scope)
    return _one(asked, found)


@command("list")
@click.option("--scope", "scopes", multiple=True)
@click.option("--type", type=TYPES)
@click.option("--kind", type=KINDS)
@click.option("--source", type=click.Choice([str(member) for member in Source]))
@click.option("--status", "statuses", multiple=True, type=click.Choice([str(member) for member in Status]))
@click.option("--tag")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True)
@click.option("--cursor", help="next_cursor of the page before.")
def list_(
    asked: Asked, scopes: tuple[str, ...], statuses: tuple[str, ...], limit: int, cursor: str | None, **filters: Any
) -> int:
    """List records, the latest change first."""
    wanted = [Status(status) for status in statuses] or [Status.ACTIVE, Status.CONFLICT]
    with asked.session() as session:
        page = session.memory.list(
            scopes=scopes, statuses=wanted, limit=limit, before=shapes.key_from(cursor), **filters
        )
    answer = {"records": [shapes.memory(one) for one in page.items], "next_cursor": shapes.cursor(page.next_key)}

    def human() -> None:
        from archivist.doors.cli import output

        if page.items:
            output.memories(page.items)
        else:
            output.say('nothing yet; try: archivist remember "…", or archivist extract FILE', "dim")
        if page.next_key:
            output.say(f"more: --cursor {answer['next_cursor']}", "dim")

    asked.answer(answer, human)
    return 0


@command()
@click.argument("name")
@click.option("--text", help="The new words; without any option the record opens in $EDITOR.")
@click.option("--name", "new_name", help="A new name.")
@click.option("--description")
@click.option("--type", type=TYPES)
@click.option("--kind", type=KINDS)
@click.option("--tag", "tags", multiple=True)
@click.option("--importance", type=float)
@click.option("--delivery", type=DELIVERIES)
@click.option("--topic")
@click.option("--revision", "expected_revision", type=int, help="Refuse unless the record is still at this revision.")
@click.option("--scope")
def edit(asked: Asked, name: str, tags: tuple[str, ...], **changes: Any) -> int:
    """Change one record; its origin, statistics and history stay."""
    changes["tags"] = tags or None
    with asked.session() as session:
        if not any(value is not None for key, value in changes.items() if key not in {"scope", "expected_revision"}):
            standing = session.memory.show(name, scope=changes["scope"])
            typed = click.edit(standing.text)
            if typed is None:
                return 0
            changes |= {"text": typed.strip("\n"), "expected_revision": standing.revision}
        written = session.memory.edit(name, **changes)
    return tell(asked, written)


@command()
@click.argument("name")
@click.option("--scope")
@click.option("--reason", default="")
def forget(asked: Asked, name: str, scope: str | None, reason: str) -> int:
    """Take a record out of use. `restore` brings it back; by itself it does not come back."""
    with asked.session() as session:
        gone = session.memory.forget(name, scope=scope, reason=reason)
    return _one(asked, gone, f"forgotten: {gone.name} (archivist restore {gone.name!r} brings it back)")


@command()
@click.argument("name")
@click.option("--scope")
@click.option("--yes", is_flag=True, help="Replace the home by the backup without asking.")
def restore(asked: Asked, name: str, scope: str | None, yes: bool) -> int:
    """Bring back a forgotten record by NAME; or, where NAME is a backup file, the whole home."""
    from archivist.doors.cli.home import is_backup, restore_home

    if is_backup(Path(name)):
        return restore_home(asked, Path(name), yes)
    with asked.session() as session:
        try:
            back = session.memory.restore(name, scope=scope)
        except NotFound:
            if not Path(name).is_file():
                raise
            raise Invalid("backup", f"{name} is no backup that archivist wrote") from None
    return _one(asked, back, f"restored: {back.name}")


@command()
@click.argument("name")
@click.option("--scope")
@click.option("--yes", is_flag=True, help="Do not ask.")
def erase(asked: Asked, name: str, scope: str | None, yes: bool) -> int:
    """Remove a record's words everywhere, for good; that it was, and who erased it, stays."""
    with asked.session() as session:
        if not yes:
            click.confirm(f"Erase {name!r} for good?", abort=True, err=True)
        gone = session.memory.erase(name, scope=scope)
    return _one(asked, gone, f"erased: {name}")


@command()
@click.argument("name")
@click.option("--scope")
def keep(asked: Asked, name: str, scope: str | None) -> int:
    """Decide a conflict: this record holds, what it contradicts is superseded."""
    with asked.session() as session:
        kept = session.memory.settle(name, scope=scope)
    return _one(asked, kept, f"kept: {kept.name}")


@command()
@click.argument("name")
@click.option("--scope")
def history(asked: Asked, name: str, scope: str | None) -> int:
    """The chain of versions and supersedes of a record, oldest first."""
    with asked.session() as session:
        answer = session.memory.history(name, scope=scope)
    entries = shapes.history(answer)

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("changed", "revision", "state", "statement"),
            [
                (entry["updated_at"], str(entry["revision"]), output.word(entry["status"]), entry["text"])
                for entry in entries
            ],
        )
        for act in answer.acts:
            output.say(f"{output.when(act.at)}  {act.action}: {act.outcome} by {act.actor}  {act.detail}", "dim")

    asked.answer({"history": entries}, human)
    return 0


@command()
@click.option("--scope", help="Yours by default.")
@click.option("--yes", is_flag=True, required=True, help="Needed: this forgets every record of the scope.")
def clear(asked: Asked, scope: str | None, yes: bool) -> int:
    """Forget everything in a scope. Only a person can."""
    with asked.session() as session:
        count = session.memory.clear(scope if scope is not None else f"user:{asked.user}")

    def human() -> None:
        from archivist.doors.cli import output

        output.say(f"{count} records forgotten; each can be restored")

    asked.answer({"cleared": count}, human)
    return 0


def tell(asked: Asked, written: Written) -> int:
    """Print what came of a candidate; the exit code is 1 where it was refused."""

    def human() -> None:
        from archivist.doors.cli import output

        if written.memory is not None:
            output.outcome(written.outcome, written.memory.text)
            output.say(f"  as {written.memory.name!r} in {written.memory.scope}", "dim")
        elif written.proposal is not None:
            output.outcome(written.outcome, f"it waits for a person as {written.proposal.id}: {written.detail}")
        else:
            output.outcome(written.outcome, f"{written.detail} ({written.reason})")
        if written.outcome is Outcome.CONFLICT:
            output.say(f"  {written.detail}; decide with: archivist keep NAME", "dim")

    asked.answer(shapes.written(written), human)
    return REFUSED if written.outcome is Outcome.REJECTED else 0


def _one(asked: Asked, record: Memory, line: str = "") -> int:
    def human() -> None:
        from archivist.doors.cli import output

        if line:
            output.say(line)
        else:
            output.memory(record)

    asked.answer({"record": shapes.memory(record)}, human)
    return 0

"""Commands on the home itself: init, doctor, backup, restore from a backup, reindex."""

import sqlite3
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal

import click
from click.core import ParameterSource

from archivist.app import SETTINGS_FILE, Archivist, default_language, open_app
from archivist.doors.cli.common import Asked, command
from archivist.errors import ArchivistError, Invalid, ModelError, NotFound, SettingsError

SQLITE_MAGIC: Final = b"SQLite format 3\x00"
FIRST_SETTINGS: Final = """\
# Settings of this archivist home. Every key and its default: docs/settings.md, or `archivist config show`.
memory:
  enabled: true
  automatic_suggestions: true
"""


@command(epilog="\b\nExample: archivist init --workspace ~/notes")
@click.option("--fragments", default="", metavar="URL", help="An object store for its fragments, such as s3://b/mem.")
@click.option("--language", type=click.Choice(["zh", "en"]), help="Of the first files of a folder that is made.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
def init(asked: Asked, fragments: str, language: Literal["zh", "en"] | None, yes: bool) -> int:
    """Make a home: its folder, its database and a settings file to edit. Making it again changes nothing.

    With --workspace DIR, a layered folder is adopted as it is, or made where there is none; with --project P it is
    that project's own. In a terminal it asks, once, how you like to be answered; Enter skips a question.
    """
    folder = _named_folder(asked)
    asked = replace(asked, workspace=None) if folder else asked
    with asked.app() as app:
        home = app.home
        assert home is not None, "a home on disk has a folder"
        settings = home / SETTINGS_FILE
        created = not settings.exists()
        if created:
            settings.write_text(FIRST_SETTINGS, "utf-8")
        answer: dict[str, Any] = {"home": str(home), "created": created}
        if folder is not None:
            from archivist.doors.shapes_workspace import adopted

            taken = asked.acting(app).workspaces.adopt(folder, fragments=fragments, language=language or _spoken(app))
            answer |= adopted(taken)
        if not (yes or asked.as_json) and sys.stdin.isatty() and sys.stdout.isatty():
            from archivist.doors.cli.preferences import ask_preferences

            ask_preferences(asked.acting(app), language or app.resources.settings().language)

    def human() -> None:
        from archivist.doors.cli import output

        output.say(f"{'made' if created else 'found'} {home}")
        if folder is not None:
            brought = answer["fragments"]
            output.say(
                f"{'adopted' if answer['adopted'] else 'made'} {answer['workspace']}: "
                f"{len(answer['layers'])} layers, {len(brought['taken'])} fragments taken in, "
                f"{len(brought['held'])} wait for you, {len(brought['refused'])} refused"
            )
            for refused in brought["refused"]:
                output.say(f"  {refused['file']}: {refused['reason']}", "yellow")
        output.say('next: archivist remember "…", or archivist extract FILE', "dim")

    asked.answer(answer, human)
    return 0


def _named_folder(asked: Asked) -> Path | None:
    """The folder that `--workspace` names here; elsewhere, and in the environment, it names a workspace scope."""
    source = click.get_current_context().get_parameter_source("workspace")
    return Path(asked.workspace) if asked.workspace and source is ParameterSource.COMMANDLINE else None


def _spoken(app: Archivist) -> Literal["zh", "en"]:
    chosen = app.resources.settings().language
    return default_language() if chosen == "auto" else chosen


@command()
def doctor(asked: Asked) -> int:
    """Check settings, database, index and audit chain; say what is wrong and what to do."""
    findings: list[tuple[str, bool, str]] = []
    try:
        with asked.app() as app:
            findings.append(("settings", True, "loaded"))
            problems = app.store.problems()
            findings.append(("database", not problems, "; ".join(problems[:3]) or "sound"))
            with app.store.transaction() as tx:
                tx.ledger.count("doctor_runs")
            findings.append(("writing", True, "works"))
            report = asked.acting(app).oversight.verify()
            findings.append(("audit chain", report.whole, report.problem or f"{report.entries} entries, whole"))
            for health in app.models.check():
                if health.model:
                    findings.append((f"model of {health.role}", health.answers, f"{health.model}: {health.detail}"))
            for health in (one.check() for one in app.specialists):
                if health.model:
                    findings.append((health.role, health.answers, f"{health.model}: {health.detail}"))
    except ArchivistError as exc:
        findings.append((exc.code, False, f"{exc.message}. {exc.hint}".strip()))
    sound = all(ok for _, ok, _ in findings)

    def human() -> None:
        from rich.text import Text

        from archivist.doors.cli import output

        output.table(
            ("", "check", "result"),
            [
                (Text("ok" if ok else "no", style="green" if ok else "red"), check, result)
                for check, ok, result in findings
            ],
        )

    checks = [{"check": check, "ok": ok, "result": result} for check, ok, result in findings]
    asked.answer({"ok": sound, "checks": checks}, human)
    return 0 if sound else 1


@command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(asked: Asked, file: Path) -> int:
    """Write a consistent, checked copy of the database to FILE, while others work."""
    if file.exists():
        raise Invalid("file", f"{file} exists already", hint="name a new file")
    if not file.parent.is_dir():
        raise NotFound("folder", str(file.parent))
    with asked.app() as app:
        app.store.copy_to(file)
    problem = _unsound(file)
    if problem:
        raise Invalid("backup", f"{file} is not sound: {problem}")
    size = file.stat().st_size

    def human() -> None:
        from archivist.doors.cli import output

        output.say(f"wrote {file}, {size:,} bytes, checked")

    asked.answer({"file": str(file), "bytes": size}, human)
    return 0


@command()
@click.option("--vectors", is_flag=True, help="Fill the vector index instead: what has none of the present model's.")
def reindex(asked: Asked, vectors: bool) -> int:
    """Make the search index anew from the records."""
    if vectors:
        return _fill_vectors(asked)
    with asked.app() as app:
        with app.store.transaction() as tx:
            records, messages = tx.memories.rebuild_index(), tx.conversations.rebuild_index()
            sections = tx.documents.rebuild_index()
        stale = _drifted(app)

    def human() -> None:
        from archivist.doors.cli import output

        output.say(f"indexed {records} records, {messages} messages and {sections} sections")
        if stale:
            output.say(f"{stale} vectors are of another model and count for nothing: archivist reindex --vectors")

    counts = {"records": records, "messages": messages, "sections": sections}
    asked.answer(counts | ({"vectors_of_another_model": stale} if stale else {}), human)
    return 0


def _drifted(app: Archivist) -> int:
    """Vectors that the present embedder cannot compare with its own; 0 where vectors are off."""
    from archivist.upkeep.vectors import drifted

    with suppress(SettingsError, ModelError):  # what is wrong with the embedder is for `doctor` to say
        embedder = app.resources.embedder()
        return drifted(app.resources, embedder) if embedder is not None else 0
    return 0


def _fill_vectors(asked: Asked) -> int:
    from archivist.doors.cli import output
    from archivist.upkeep.vectors import fill_up

    with asked.app() as app:
        embedder = app.resources.embedder()
        if embedder is None:
            raise Invalid(
                "vectors",
                "they are switched off",
                hint="set knowledge.index.vector.enabled in config.yaml, then: archivist config reload",
            )
        filled = fill_up(app.resources, embedder)

    def human() -> None:
        if filled.others:
            output.say(f"{filled.others} vectors were of another model and could not be compared; they were made anew")
        output.say(
            f"{filled.model.name} embedded {filled.memories} records, {filled.sections} sections "
            f"and {filled.messages} messages"
        )

    answer = {
        "model": filled.model.name,
        "dimensions": filled.model.dimensions,
        "records": filled.memories,
        "sections": filled.sections,
        "messages": filled.messages,
        "of_another_model": filled.others,
    }
    asked.answer(answer, human)
    return 0


def is_backup(path: Path) -> bool:
    """Whether `path` is a database file."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError:
        return False


def restore_home(asked: Asked, file: Path, yes: bool) -> int:
    """Put a backup in place of the home's database, keeping what was there beside it."""
    problem = _unsound(file)
    if problem:
        raise Invalid("backup", f"{file} is not sound: {problem}")
    with open_app(asked.home) as app:
        target = app.store.path
        kept = target.with_name(f"{target.name}.before-restore")
        if not yes:
            click.confirm(f"Replace {target} by {file}? What is there is kept as {kept.name}", abort=True, err=True)
        kept.unlink(missing_ok=True)
        app.store.copy_to(kept)
        erased = asked.acting(app).memory.erased()
        app.store.replace_by(file)
    with open_app(asked.home) as app:  # anew: an older backup is brought to this schema
        again = asked.acting(app).memory.erase_again(erased)

    def human() -> None:
        from archivist.doors.cli import output

        output.say(f"restored {target} from {file}; what was there is {kept}")
        if again:
            output.say(f"{again} records that had been erased were erased again")

    asked.answer({"restored": str(target), "from": str(file), "kept": str(kept), "erased_again": again}, human)
    return 0


def _unsound(file: Path) -> str:
    try:
        connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            row = connection.execute("SELECT count(*) FROM migration").fetchone()
            return "" if row[0] else "it is not an archivist database"
        finally:
            connection.close()
    except sqlite3.Error as exc:
        return str(exc)

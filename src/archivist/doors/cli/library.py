"""Commands on User Knowledge, and with --project on a project's: show, edit, save, status, reorganize, undo, expand."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from archivist.doors import shapes_library as shapes
from archivist.doors.cli.common import Asked, text_argument, with_asked
from archivist.doors.cli.guard import REFUSED
from archivist.errors import Invalid, NotFound, StaleWrite
from archivist.read.library import LibraryDocument
from archivist.records.memory import Memory
from archivist.services.library import Saved, Tidied
from archivist.session import Session
from archivist.stores.library_port import Backup
from archivist.views.entry import Entry
from archivist.views.library import render
from archivist.views.library_status import Mode

EDITOR: Final = "terminal"
SIGNS: Final = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}


@click.group()
def library() -> None:
    """User Knowledge and Project Knowledge: what goes with every conversation.

    Each command is about your own User Knowledge; with --project P it is about the knowledge of that project.
    """


@library.command()
@click.option("--origins", is_flag=True, help="Where every entry comes from.")
@click.option("--injected", is_flag=True, help="What a model is shown: the text, or the index of its topics.")
@with_asked
def show(asked: Asked, origins: bool, injected: bool) -> int:
    """The document as it is saved."""
    with asked.session() as session:
        document = session.library.show(_which())
        part = session.library.injected(_which()) if injected else None

    def human() -> None:
        if part is not None:
            click.echo(part.text, nl=False)
        elif origins:
            _show_origins(document)
        else:
            click.echo(document.text, nl=False)

    answer = shapes.document(document)
    asked.answer({**answer, "injected": shapes.injected(part)} if part is not None else answer, human)
    return 0


@library.command()
@with_asked
def status(asked: Asked) -> int:
    """Counts, characters against the limits, and the mode, of the saved document."""
    with asked.session() as session:
        document = session.library.show(_which())
        unsaved = session.library.unsaved(_which())

    def human() -> None:
        from archivist.doors.cli import output

        figures = document.status
        rows = [
            ("last updated", output.when(document.updated_at) or "never"),
            ("entries", f"{figures.rules} rules, {figures.infos} infos, {figures.topics} topics"),
            ("characters", f"{figures.characters:,} of {figures.limits.injected_at_most:,} that are injected"),
            ("mode", f"{figures.mode}, {_mode_in_words(document)}"),
            ("topics", f"from {figures.limits.catalog_from:,} characters on; below it, entries are flat"),
            ("revision", document.revision),
        ]
        output.say(shapes.title(document), "bold")
        output.table(("", ""), rows)
        for notice in shapes.notices(document):
            output.say(f"! {notice}", "yellow")
        for edits in unsaved:
            output.say(f"! unsaved edits of {output.when(edits.at)} in {edits.editor}; edit takes them up", "yellow")

    asked.answer({**shapes.document(document), "unsaved": [shapes.unsaved(edits) for edits in unsaved]}, human)
    return 0


@library.command()
@click.argument("file")
@click.option("--revision", help="The revision your text began from; `library show --json` gives it.")
@click.option(
    "--base",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The text it began from.",
)
@with_asked
def save(asked: Asked, file: str, revision: str | None, base: Path | None) -> int:
    """Make the document say what FILE says; - reads standard input. Where the document moved on, nothing is written."""
    text = text_argument("-") if file == "-" else _read(Path(file))
    with asked.session() as session:
        base_text = _read(base) if base is not None else None
        try:
            saved = session.library.save(text, revision, _which(), base_text=base_text, editor=EDITOR)
        except StaleWrite as stale:
            if file != "-":
                merged = Path(f"{file}.merged")
                merged.write_text(stale.merged_text, "utf-8")
                stale.hint = f"both sides are in {merged}; decide, then save it with --revision {stale.current}"
            raise
    return _tell_saved(asked, saved)


@library.command()
@with_asked
def edit(asked: Asked) -> int:
    """Open the document in $EDITOR and save it. Where it moved on meanwhile, both sides are opened again."""
    with asked.session() as session:
        began = _taken_up(session) or session.library.show(_which())
        text, revision, base = began.text, began.revision, began.text
        while True:
            session.library.keep_edits(text, revision, _which(), EDITOR)
            edited = click.edit(text, extension=".md")
            edited = text if edited is None else edited  # closed as it was: both sides together are what is meant
            if edited == base:
                session.library.drop_edits(_which(), EDITOR)
                click.echo("nothing was changed", err=True)
                return 0
            try:
                return _tell_saved(
                    asked, session.library.save(edited, revision, _which(), base_text=base, editor=EDITOR)
                )
            except StaleWrite as stale:
                click.secho(f"{stale.message}; both sides are put together for you", fg="yellow", err=True)
                text, revision, base = stale.merged_text, str(stale.current), stale.current_text
            except Invalid as exc:
                click.secho(f"{exc.message}. {exc.hint}", fg="yellow", err=True)
                text = edited
            if not click.confirm("Edit again? (No keeps your text: edit takes it up)", default=True, err=True):
                session.library.keep_edits(text, revision, _which(), EDITOR)
                return REFUSED


@library.command()
@with_asked
def reorganize(asked: Asked) -> int:
    """Merge equals, and give the document the form its size asks for; `undo` puts it back."""
    with asked.session() as session:
        tidied = session.library.reorganize(_which())

    def human() -> None:
        from archivist.doors.cli import output

        output.say(_in_words(tidied))
        for problem in tidied.problems:
            output.say(f"  {problem}", "yellow")
        if tidied.outcome == "done":
            output.say("as it was: archivist library backup; put it back: archivist library undo", "dim")

    asked.answer(shapes.tidied(tidied), human)
    return 0 if tidied.outcome in {"done", "unchanged"} else REFUSED


@library.command()
@with_asked
def undo(asked: Asked) -> int:
    """Put back the document as it was before the last reorganising; what was changed since stays changed."""
    with asked.session() as session:
        document = session.library.undo(_which())
    asked.answer(shapes.document(document), lambda: click.echo(document.text, nl=False))
    return 0


@library.command()
@click.option("--out", type=click.Path(path_type=Path), help="Write it to this file instead.")
@with_asked
def backup(asked: Asked, out: Path | None) -> int:
    """The document as it was before the last reorganising."""
    with asked.session() as session:
        latest = next(iter(session.library.backups(_which())), None)
    if latest is None:
        raise NotFound("backup of", "this library", hint="reorganising makes one")
    text = _text_of(latest)

    def human() -> None:
        if out is None:
            click.echo(text, nl=False)
        else:
            click.echo(f"wrote {out}")

    if out is not None:
        if out.exists():
            raise Invalid("out", f"{out} exists already", hint="name a new file")
        out.write_text(text, "utf-8")
    asked.answer({"text": text, "at": latest.at.isoformat(), "undone": latest.undone_at is not None}, human)
    return 0


@library.command()
@click.argument("topic")
@with_asked
def expand(asked: Asked, topic: str) -> int:
    """The full entries behind one line of the index. Without --project, of User Knowledge, then of the project."""
    with asked.session() as session:
        found = session.library.expand(topic, _which() if _names_project() else None)

    def human() -> None:
        click.echo(_topic_text(found), nl=False)

    asked.answer({"topic": topic, "entries": [shapes.entry(memory) for memory in found]}, human)
    return 0


def _names_project() -> bool:
    """Whether --project was typed; one that is only in focus does not turn every command to it."""
    return click.get_current_context().get_parameter_source("project") is ParameterSource.COMMANDLINE


def _which() -> str:
    return "project" if _names_project() else "user"


def _read(path: Path) -> str:
    if not path.is_file():
        raise NotFound("file", str(path))
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise Invalid("file", f"{path} is not UTF-8 text (byte {exc.start + 1})") from exc


def _taken_up(session: Session) -> LibraryDocument | None:
    """The document with the text that an earlier edit could not save, where the person wants it."""
    left = next((edits for edits in session.library.unsaved(_which()) if edits.editor == EDITOR), None)
    if left is None or not sys.stdin.isatty():
        return None
    if not click.confirm("There are unsaved edits of yours. Take them up?", default=True, err=True):
        return None
    return replace(session.library.show(_which()), text=left.text, revision=left.base_revision)


def _tell_saved(asked: Asked, saved: Saved) -> int:
    def human() -> None:
        from archivist.doors.cli import output

        for one in saved.entries:
            sign = "!" if one.is_refused else SIGNS[one.act]
            style = "red" if one.is_refused else "yellow" if one.detail else "green"
            output.say(f"{sign} {one.text or '(not repeated)'}", style)
            if one.detail and one.outcome != "updated":
                output.say(f"    {one.outcome}: {one.detail}", "dim")
        output.say(f"saved {shapes.title(saved.document)}, revision {saved.document.revision}" if saved.entries else
                   "nothing was changed")  # fmt: skip
        if saved.refused:
            output.say(f"{len(saved.refused)} entries were refused and are not in the document", "red")

    asked.answer(shapes.saved(saved), human)
    return REFUSED if saved.refused else 0


def _mode_in_words(document: LibraryDocument) -> str:
    return "injected whole" if document.status.mode is Mode.FLAT else "an index of topics is injected"


def _in_words(tidied: Tidied) -> str:
    merged = f", {tidied.merged} equal entries merged" if tidied.merged else ""
    flat = "; topics were taken away, as the document is small" if tidied.flattened else ""
    words = {
        "done": f"reorganised: {tidied.document.status.topics} topics{merged}{flat}",
        "unchanged": "it stands as it should already",
        "refused": "the answer was no good; the document is as it was",
        "skipped": "the document is as it was",
    }
    return words[tidied.outcome]


def _text_of(backup: Backup) -> str:
    return render([Entry(entry.kind, entry.text, entry.topic) for entry in backup.before])


def _topic_text(found: list[Memory]) -> str:
    parts = render([Entry(memory.kind, memory.text, memory.topic) for memory in found]).split("\n\n")
    return "\n\n".join(part for part in parts if "(none yet)" not in part).rstrip("\n") + "\n"


def _show_origins(document: LibraryDocument) -> None:
    from archivist.doors.cli import output

    output.say(shapes.title(document), "bold")
    for memory in document.memories:
        output.say(f"- {memory.text}")
        approved = f", approved by {memory.approved_by}" if memory.approved_by else ""
        topic = f", under {memory.topic}" if memory.topic else ""
        output.say(f"    {memory.kind}{topic}; {memory.source}, by {memory.created_by}{approved}; {memory.id}", "dim")
        for piece in memory.evidence:
            output.say(f"    “{piece.quote}” ({piece.witness}, {piece.conversation})", "dim")

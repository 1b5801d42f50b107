"""Commands on documents: add, list, publish, search, read page by page, ask, and where they came from."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from archivist.doors import shapes_knowledge as shapes
from archivist.doors.cli.common import Asked, with_asked
from archivist.errors import Invalid
from archivist.read.recall import RecallStatus
from archivist.records.knowledge import Document
from archivist.services.importing import ImportReport

REFUSED = 1
SHOWN = 20


@click.group()
def knowledge() -> None:
    """Documents that may be relied on: published, searched by section, cited.

    \b
    Examples:
      archivist knowledge add handbook/
      archivist knowledge publish handbook/leave.md
      archivist knowledge search "年假 天数"
      archivist knowledge read handbook/leave.md#annual-leave
    """


def _command(name: str | None = None) -> Callable[[Callable[..., Any]], click.Command]:
    return knowledge.command(name)


@_command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--scope", help="user:ID, project:ID, workspace:ID or system; yours by default.")
@click.option("--name", help="The name of what - reads from standard input.")
@click.option("--mask", is_flag=True, help="Put the kind in place of secrets and personal numbers, do not refuse.")
@click.option("--publish", is_flag=True, help="Publish at once what you may publish.")
@with_asked
def add(asked: Asked, paths: tuple[str, ...], scope: str | None, name: str | None, mask: bool, publish: bool) -> int:
    """Import files, folders or patterns; - reads standard input. What arrives waits to be published."""
    options: dict[str, Any] = {"scope": scope, "mask": mask, "publish": publish}
    with asked.session() as session:
        if "-" in paths:
            if paths != ("-",) or not name:
                raise Invalid("name", "standard input needs --name and stands alone")
            report = ImportReport((session.knowledge.add_text(name, sys.stdin.buffer.read(), **options),))
        else:
            with _progress(asked) as progress:
                report = session.knowledge.add(*paths, progress=progress, **options)
    return _tell(asked, report)


@_command()
@click.argument("source", required=False)
@with_asked
def sync(asked: Asked, source: str | None) -> int:
    """Read a source again: what is new, changed, renamed or gone."""
    with asked.session() as session, _progress(asked) as progress:
        report = session.knowledge.sync(source, progress)
    return _tell(asked, report)


@_command("list")
@click.option("--scope", "scopes", multiple=True)
@click.option("--task", help="Only what this task may read.")
@with_asked
def list_(asked: Asked, scopes: tuple[str, ...], task: str | None) -> int:
    """List documents and their states."""
    with asked.session(task=task) as session:
        found = session.knowledge.documents(scopes)

    def human() -> None:
        from archivist.doors.cli import output

        if not found:
            output.say("nothing yet; try: archivist knowledge add FOLDER", "dim")
            return
        for one in found:
            output.line(f"{one.state:<11}  {one.name}")
            output.line(f"{'':<11}  {one.title}, {one.scope}, {_size(one)}", "dim")

    asked.answer({"documents": [shapes.document(one) for one in found]}, human)
    return 0


@_command()
@click.argument("doc")
@click.option("--task", help="As this task sees it.")
@with_asked
def outline(asked: Asked, doc: str, task: str | None) -> int:
    """The sections of a document, with the anchors to read them by."""
    with asked.session(task=task) as session:
        found = session.knowledge.outline(doc)

    def human() -> None:
        from archivist.doors.cli import output

        output.say(f"{found.version.title}  ({found.document.name}, version {found.version.number})")
        for one in found.sections:
            lines = f"{one.line_start}-{one.line_end}"
            output.line(f"{lines:>11}  {'  ' * (one.level - 1)}{one.title}  #{one.anchor}  ({one.tokens} tokens)")

    asked.answer(shapes.outline(found), human)
    return 0


@_command()
@click.argument("docs", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Everything that waits and you may publish.")
@with_asked
def publish(asked: Asked, docs: tuple[str, ...], everything: bool) -> int:
    """Put the version that waits in force. Only a person can who decides for that scope."""
    with asked.session() as session:
        names = [one.id for one in session.knowledge.documents() if one.pending] if everything else docs
        if not names and not everything:
            raise Invalid("document", "name one, or use --all")
        done = [session.knowledge.publish(name) for name in names]
    return _states(asked, done, "published")


@_command()
@click.argument("doc")
@click.option("--reason", default="")
@with_asked
def unpublish(asked: Asked, doc: str, reason: str) -> int:
    """Take the version in force out of use; it waits again."""
    with asked.session() as session:
        done = session.knowledge.unpublish(doc, reason)
    return _states(asked, [done], "out of use")


@_command()
@click.argument("doc")
@click.option("--erase", is_flag=True, help="Remove its texts for good.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_asked
def delete(asked: Asked, doc: str, erase: bool, yes: bool) -> int:
    """Take a document out of use; importing its file again makes a new one."""
    with asked.session() as session:
        if erase and not yes:
            click.confirm(f"Erase the texts of {doc!r} for good?", abort=True, err=True)
        gone = session.knowledge.delete(doc, erase=erase)
    return _states(asked, [gone], "erased" if erase else "deleted")


@_command()
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, 50), default=8, show_default=True)
@click.option("--task", help="Only what this task may read.")
@with_asked
def search(asked: Asked, query: str, limit: int, task: str | None) -> int:
    """Find sections. Words in straight quotes are looked for in that order."""
    with asked.session(task=task) as session:
        found = session.knowledge.search(query, limit)

    def human() -> None:
        from archivist.doors.cli import output

        for hit in found.hits:
            where = " > ".join(hit.section.path) or hit.document.title
            output.line(f"{hit.document.name}#{hit.section.anchor}", "bold")
            output.line(f"  {where}, lines {hit.line_start}-{hit.line_end}", "dim")
            output.line(_indented(hit.excerpt.text))
        if not found.hits:
            output.say("nothing published that you may see matches", "dim")
        if found.status is RecallStatus.DEGRADED:
            output.say(found.reason, "dim")

    asked.answer(shapes.found(found), human)
    return 0


@_command()
@click.argument("reference", metavar="DOC#ANCHOR")
@click.option("--cursor", help="next_cursor of the page before.")
@click.option("--characters", type=click.IntRange(20, 1_000_000), help="The most a page holds.")
@click.option("--task", help="As this task may read it.")
@with_asked
def read(asked: Asked, reference: str, cursor: str | None, characters: int | None, task: str | None) -> int:
    """Read a section, page by page."""
    with asked.session(task=task) as session:
        page = session.knowledge.read(reference, cursor, characters)

    def human() -> None:
        from archivist.doors.cli import output

        click.echo(page.text, nl=not page.text.endswith("\n"))
        output.say(
            f"[{page.document.name}, version {page.version.number}, lines {page.line_start}-{page.line_end}]", "dim"
        )
        for child in page.children:
            output.line(f"  {child.title}  #{child.anchor}", "dim")
        if page.next_cursor:
            output.line(f"more: --cursor {page.next_cursor}", "dim")

    asked.answer(shapes.page(page), human)
    return 0


@_command()
@click.argument("question")
@click.option("--task", help="Only what this task may read.")
@with_asked
def ask(asked: Asked, question: str, task: str | None) -> int:
    """Answer from the documents, with citations, and say what they do not cover."""
    with asked.session(task=task) as session:
        answer = session.knowledge.ask(question)

    def human() -> None:
        from archivist.doors.cli import output

        if answer.text:
            click.echo(answer.text)
        for part in answer.not_covered:
            output.say(f"not covered by any document: {part}", "yellow")
        if answer.degraded:
            output.say(answer.degraded, "dim")

    asked.answer(shapes.answer(answer), human)
    return 0


@_command()
@click.option("--propose", metavar="PATH", help="Ask that a file or folder be imported.")
@click.option("--reason", default="", help="Why.")
@click.option("--scope", help="For which scope it is proposed.")
@click.option("--agent", help="Propose as this agent of yours: within the allowed roots only.")
@click.option("--accept", metavar="ID", help="Import what was proposed.")
@click.option("--refuse", metavar="ID", help="Turn a proposal away.")
@click.option("--mask", is_flag=True, help="With --accept: mask secrets, do not refuse the file.")
@with_asked
def sources(
    asked: Asked,
    propose: str | None,
    reason: str,
    scope: str | None,
    agent: str | None,
    accept: str | None,
    refuse: str | None,
    mask: bool,
) -> int:
    """Where documents came from, and what agents propose to add."""
    with asked.session(agent=agent) as session:
        if accept:
            return _tell(asked, session.sources.accept(accept, mask=mask))
        if refuse:
            session.sources.refuse(refuse, reason)
        if propose:
            session.sources.propose(propose, reason, scope)
        known, waiting = session.sources.all(), session.sources.proposals()

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("source", "scope", "folder", "documents", "read"),
            [(one.name, str(one.scope), one.uri, str(one.documents), output.when(one.synced_at)) for one in known],
        )
        for one in waiting:
            found = one.findings
            output.say(f"{one.id}  {one.uri} for {one.scope}, proposed by {one.proposed_by}: {one.reason}", "yellow")
            output.say(f"  {found.files} files, {found.sections} sections, {found.tokens} tokens", "dim")
            for line in found.refused[:SHOWN]:
                output.say(f"  would be refused: {line}", "dim")

    answer = {"sources": [shapes.source(one) for one in known], "proposals": [shapes.proposal(one) for one in waiting]}
    asked.answer(answer, human)
    return 0


@_command()
@with_asked
def reindex(asked: Asked) -> int:
    """Make the index of sections anew from what is in force."""
    with asked.session() as session:
        count = session.knowledge.reindex()
    asked.answer({"sections": count}, lambda: click.echo(f"indexed {count} sections"))
    return 0


@_command()
@click.argument("doc", required=False)
@click.option("--to", "folder", type=click.Path(path_type=Path), help="Write everything there as plain files.")
@with_asked
def export(asked: Asked, doc: str | None, folder: Path | None) -> int:
    """A document with its anchors and state; or with --to all documents as plain files."""
    with asked.session() as session:
        if doc is None:
            if folder is None:
                raise Invalid("export", "name a document, or a folder with --to")
            from archivist.services.knowledge_export import export_all

            written = export_all(session.knowledge, folder)
            asked.answer({"written": written, "folder": str(folder)}, lambda: click.echo(f"wrote {written} documents"))
            return 0
        found = session.knowledge.export(doc)
    asked.answer(shapes.exported(found), lambda: click.echo(found.parsed.text, nl=False))
    return 0


@contextmanager
def _progress(asked: Asked) -> Iterator[Callable[[int, int, str], None] | None]:
    """A bar on standard error, where a person watches."""
    if asked.as_json or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        job = bar.add_task("reading", total=None)
        yield lambda done, total, name: bar.update(job, completed=done, total=total, description=name[-40:])


def _tell(asked: Asked, report: ImportReport) -> int:
    """Print what an import did; the exit code is 1 where every file was refused."""

    def human() -> None:
        from archivist.doors.cli import output

        for one in report.items:
            if one.outcome != "unchanged" and (len(report.items) <= SHOWN or one.outcome in ("refused", "missing")):
                output.outcome(one.outcome, f"{one.name}  {one.reason}")
        for skipped in report.skipped[:SHOWN]:
            output.say(f"skipped  {skipped.path}: {skipped.reason}", "dim")
        for notice in report.notices[:SHOWN]:
            output.say(f"note  {notice}", "dim")
        output.say(", ".join(f"{count} {outcome}" for outcome, count in report.counts.items()) or "nothing changed")
        if any(one.document and one.document.pending for one in report.items):
            output.say("publish with: archivist knowledge publish DOC (or --all)", "dim")

    asked.answer(shapes.imported(report), human)
    return REFUSED if report.items and set(report.counts) == {"refused"} else 0


def _states(asked: Asked, documents: list[Document], what: str) -> int:
    def human() -> None:
        from archivist.doors.cli import output

        for one in documents:
            output.outcome(one.state, f"{one.name} is {what}")
        if not documents:
            output.say("nothing waits", "dim")

    asked.answer({"documents": [shapes.document(one) for one in documents]}, human)
    return 0


def _size(one: Document) -> str:
    latest = one.latest
    return f"{latest.sections} sections, {latest.tokens} tokens" if latest else "nothing in use"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())

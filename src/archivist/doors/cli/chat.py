"""The assistant in the terminal: words as they come, proposals as cards with 1 2 3, and /why for what it saw."""

import click

from archivist.app import Archivist
from archivist.doors.cli.common import Asked, command
from archivist.doors.cli.queue import saying
from archivist.errors import ArchivistError, Invalid
from archivist.llm.chat import Heard, ToolUsed, Words
from archivist.records.proposal import Proposal
from archivist.services.chat import HOW
from archivist.session import Session

HELP = "/why shows what the last answer was given, /quit ends, Ctrl-C stops an answer."
GO_ON = """\
To read what you said for what is worth keeping: archivist work --once, then archivist review
To go on: archivist chat"""


@command()
@click.option("--conversation", metavar="ID", help="Go on with this one; a new one by default.")
@click.option("--task", metavar="T", help="With the documents mounted in this task.")
@click.option("--once", metavar="TEXT", help="Say this, print the answer, and leave.")
def chat(asked: Asked, conversation: str | None, task: str | None, once: str | None) -> int:
    """Talk to an assistant that remembers. Needs a model: see `archivist models`."""
    with asked.app() as app:
        session = asked.acting(app, task=task)
        if not session.chat.is_offered:
            raise Invalid("models", "no model is configured for the assistant", hint=HOW)
        id = conversation or f"chat-{app.resources.new_id()}"
        if once is not None:
            turn = session.chat.turn(id, once, _hear if not asked.as_json else _silent)
            waiting = [entry.id for entry in turn.proposals]
            asked.answer(
                {"conversation": id, "reply": turn.reply, "run": turn.run, "proposals": waiting}, lambda: click.echo("")
            )
        else:
            click.secho(HELP, dim=True)
            _talk(session, id)
        if _ended(app, session, id) and not (once or asked.as_json):
            click.secho(f"{GO_ON} --conversation {id}", dim=True)
    return 0


def _talk(session: Session, id: str) -> None:
    run = ""
    while True:
        try:
            said = click.prompt("you", prompt_suffix="> ", default="", show_default=False)
        except click.Abort:
            click.echo("")
            return
        if said in {"/quit", "/exit", "/q"}:
            return
        if said == "/why":
            _why(session, run)
        elif said.startswith("/") and " " not in said:
            click.secho(HELP, dim=True)
        elif said.strip():
            try:
                turn = session.chat.turn(id, said, _hear)
            except ArchivistError as exc:
                click.secho(f"\n{exc.message}. {exc.hint}".strip(), fg="red")
                continue
            except KeyboardInterrupt:
                click.secho("\nstopped", dim=True)
                continue
            click.echo("\n")
            run = turn.run
            for entry in turn.proposals:
                _card(session, entry)


def _card(session: Session, entry: Proposal) -> None:
    """One proposal; it can be left for later, since the queue keeps it."""
    quote = entry.candidate.evidence[0].quote if entry.candidate.evidence else ""
    click.secho(f"proposed: {entry.candidate.text}", fg="yellow")
    click.secho(f"  “{quote}”", dim=True)
    click.secho("  1 User   2 Project   3 Dismiss   any other key: later", dim=True)
    key = click.getchar()
    try:
        if key == "1":
            click.echo(saying(session.proposals.apply(entry.id, "user")))
        elif key == "2":
            click.echo(saying(session.proposals.apply(entry.id, "project")))
        elif key == "3":
            click.echo(saying(session.proposals.dismiss(entry.id)))
    except ArchivistError as exc:
        click.secho(f"{exc.message}. {exc.hint}".strip(), fg="red")


def _why(session: Session, run: str) -> None:
    if not run:
        click.echo("nothing was given: memory is off, or nothing was asked yet")
        return
    from archivist.doors.cli.context import tell_trace

    tell_trace(session.context.show(run))


def _ended(app: Archivist, session: Session, id: str) -> bool:
    """Whether something was said; then the conversation is over, and is read in the background."""
    if not any(state.id == id for state in session.conversations.latest(50)):
        return False
    session.conversations.end(id)
    app.hand_on()
    return True


def _hear(heard: Heard) -> None:
    match heard:
        case Words(text):
            click.echo(text, nl=False)
        case ToolUsed(name, answer):
            click.secho(f"[{name}: {answer.splitlines()[0][:60] if answer else ''}]", dim=True, err=True)


def _silent(heard: Heard) -> None:
    return

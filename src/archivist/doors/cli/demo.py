"""The ten-second tour: a bilingual conversation is read, reviewed and found again. Nothing here is canned."""

from datetime import UTC, datetime
from importlib.resources import files

import click

from archivist.app import open_app
from archivist.doors.cli.common import Asked, command
from archivist.session import Session

QUESTIONS = ("周报要用什么语言写？", "how should you show me numbers?", "部署前要做什么")


@command()
def demo(asked: Asked) -> int:
    """See it all in ten seconds, in a home that leaves nothing behind."""
    from archivist.doors.cli import output

    data = files("archivist.doors.cli").joinpath("demo_conversation.json").read_bytes()
    with open_app(":memory:") as app:
        session = app.acting_as("you", project="atlas")
        output.say("1. A conversation, as an assistant had it yesterday", "bold")
        imported = session.conversations.import_transcript(data, "demo_conversation.json", datetime.now(UTC))
        for message in imported.conversations[0].messages:
            output.say(f"   {message.speaker:>9}  {message.text}", "" if message.speaker == "user" else "dim")
        output.say("\n2. archivist extract: what may be worth remembering waits for you, with your own words", "bold")
        extracted = session.conversations.extract(imported.conversations[0].id)
        output.proposals([one.proposal for one in extracted.written if one.proposal])
        for one in extracted.written:
            if one.proposal is None:
                output.say(f"   refused: {one.decision.candidate.text} ({one.detail})", "dim")
        output.say("\n3. archivist review: you decide (here: all that needs no second look)", "bold")
        for settled in session.proposals.process_all().applied:
            output.outcome(settled.outcome, f"{settled.proposal.candidate.text}  -> {settled.wrote_to}")
        output.say("\n4. archivist recall: found again, in either language", "bold")
        _ask(session)
        output.say("\n5. Every act is in a chain that can be proved", "bold")
        report = session.oversight.verify()
        output.say(f"   {report.entries} entries, {'whole' if report.whole else report.problem}")
    _next()
    return 0


def _ask(session: Session) -> None:
    from archivist.doors.cli import output

    for question in QUESTIONS:
        output.say(f"   ? {question}", "cyan")
        for hit in session.memory.recall(question, limit=2).hits:
            output.say(
                f"     {hit.memory.text}  “{hit.memory.evidence[0].quote}”" if hit.memory.evidence else hit.memory.text
            )


def _next() -> None:
    click.echo(
        "\nTry next:\n"
        '  archivist remember "I review pull requests in the morning"\n'
        "  archivist extract ~/.claude/projects/*/*.jsonl     your own sessions\n"
        "  archivist review                                   1 User, 2 Project, 3 Dismiss\n"
        '  archivist recall "…"'
    )

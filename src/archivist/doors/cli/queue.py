"""Commands on the queue: propose, queue, apply, dismiss, process-all."""

from typing import Any

import click

from archivist.doors import shapes
from archivist.doors.cli.common import Asked, command, text_argument
from archivist.doors.cli.memory import KINDS, REFUSED, tell
from archivist.records.proposal import ProposalStatus
from archivist.write.proposals import Settled


@command()
@click.argument("text")
@click.option("--quote", required=True, help="Words that stand in the conversation.")
@click.option("--conversation", required=True, metavar="ID")
@click.option("--rationale", default="", help="For the reviewer only.")
@click.option("--kind", type=KINDS, default="rule", show_default=True)
@click.option("--to", metavar="user|project:P", help="Where it should go; the user by default.")
@click.option("--agent", default="cli", show_default=True, help="The agent that proposes.")
@click.option("--confidence", type=float, default=1.0, show_default=True)
def propose(asked: Asked, text: str, agent: str, **fields: Any) -> int:
    """Propose a statement, as an agent does; it waits in the queue."""
    with asked.session(agent=agent) as session:
        written = session.proposals.propose(text_argument(text), **fields)
    return tell(asked, written)


@command()
@click.option("--all", "everything", is_flag=True, help="Decided entries too.")
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True)
def queue(asked: Asked, everything: bool, limit: int) -> int:
    """What waits for a decision, oldest first."""
    statuses = tuple(ProposalStatus) if everything else (ProposalStatus.PENDING,)
    with asked.session() as session:
        page = session.proposals.queue(statuses=statuses, limit=limit)

    def human() -> None:
        from archivist.doors.cli import output

        if page.items:
            output.proposals(page.items)
            output.say("decide: archivist review, or apply ID --to user, dismiss ID", "dim")
        else:
            output.say("nothing waits", "dim")

    asked.answer({"proposals": [shapes.proposal(entry) for entry in page.items]}, human)
    return 0


@command()
@click.argument("id")
@click.option("--to", metavar="user|project:P", help="Where it goes; as suggested by default.")
def apply(asked: Asked, id: str, to: str | None) -> int:
    """Accept a proposal: it is written into User or Project Knowledge."""
    with asked.acting_for(to).session() as session:
        answer = session.proposals.apply(id, to)
    return _decided(asked, answer)


@command()
@click.argument("id")
def dismiss(asked: Asked, id: str) -> int:
    """Turn a proposal away; it does not come back by itself."""
    with asked.session() as session:
        answer = session.proposals.dismiss(id)
    return _decided(asked, answer)


@command("process-all")
def process_all(asked: Asked) -> int:
    """Accept every entry where it is suggested; skip those that need an eye, and say why."""
    with asked.session() as session:
        answer = session.proposals.process_all()

    def human() -> None:
        from archivist.doors.cli import output

        for one in answer.applied:
            output.outcome(one.outcome, one.proposal.candidate.text)
        for id, why in answer.skipped:
            output.say(f"skipped {id}: {why}", "yellow")
        output.say(f"{len(answer.applied)} applied, {len(answer.skipped)} skipped")

    asked.answer(shapes.processed(answer), human)
    return 0


SAYINGS = {
    "applied": "Applied: wrote to {wrote_to}",
    "dismissed": "Dismissed",
    "already_saved": "Already saved in {wrote_to}",
    "already_dismissed": "Already dismissed",
    "already_superseded": "A better wording took its place",
    "already_failed": "It could not be applied",
}


def saying(answer: Settled) -> str:
    """What became of a decision, in words."""
    if answer.outcome in SAYINGS:
        return SAYINGS[answer.outcome].format(wrote_to=answer.wrote_to)
    return f"Not applied: {answer.written.detail if answer.written else answer.outcome}"


def _decided(asked: Asked, answer: Settled) -> int:
    def human() -> None:
        from archivist.doors.cli import output

        output.say(saying(answer))

    asked.answer(shapes.settled(answer), human)
    return REFUSED if answer.outcome in {"failed", "refused"} else 0

"""Commands of the background work: work, dead-letters."""

import time

import click

from archivist.doors import shapes
from archivist.doors.cli.common import Asked, command, with_asked

POLL_S = 2.0


@command()
@click.option("--once", is_flag=True, help="Do what is due, then stop.")
def work(asked: Asked, once: bool) -> int:
    """Hand events to their consumers and run the jobs that are due, until interrupted.

    `archivist serve` does the same beside its requests; several workers share the work and do nothing twice.
    """
    from archivist.upkeep.scheduler import Scheduler

    with asked.app() as app:
        upkeep = asked.acting(app).upkeep
        if once:
            handed, ran = upkeep.dispatch(), len(upkeep.run())
            asked.answer(
                {"events": handed, "jobs": ran}, lambda: click.echo(f"{handed} events handed on, {ran} jobs run")
            )
            return 0
        worker = Scheduler(app.resources, POLL_S)
        while True:
            worker.tick()
            time.sleep(POLL_S)


@click.group("dead-letters")
def dead_letters() -> None:
    """Events that a consumer gave up on: list, replay, discard."""


@dead_letters.command("list")
@with_asked
def list_(asked: Asked) -> int:
    """What was set aside, oldest first."""
    with asked.session() as session:
        found = session.upkeep.dead_letters()

    def human() -> None:
        from archivist.doors.cli import output

        output.table(
            ("consumer", "event", "topic", "tries", "since", "what went wrong"),
            [
                (
                    one.consumer,
                    str(one.event.number),
                    one.event.topic,
                    str(one.attempts),
                    output.when(one.at),
                    one.error,
                )
                for one in found
            ],
        )

    letters = [
        {"consumer": one.consumer, "event": shapes.event(one.event), "attempts": one.attempts, "error": one.error,
         "at": shapes.moment(one.at)}
        for one in found
    ]  # fmt: skip
    asked.answer({"dead_letters": letters}, human)
    return 0


@dead_letters.command()
@click.argument("consumer")
@click.argument("event", type=int)
@with_asked
def replay(asked: Asked, consumer: str, event: int) -> int:
    """Hand one of them to its consumer once more."""
    with asked.session() as session:
        problem = session.upkeep.replay(consumer, event)
    asked.answer({"delivered": not problem, "error": problem}, lambda: click.echo(problem or "delivered"))
    return 1 if problem else 0


@dead_letters.command()
@click.argument("consumer")
@click.argument("event", type=int)
@with_asked
def discard(asked: Asked, consumer: str, event: int) -> int:
    """Take one of them off the list; the consumer will not see it."""
    with asked.session() as session:
        session.upkeep.discard(consumer, event)
    asked.answer({"discarded": event}, lambda: click.echo("discarded"))
    return 0

"""The built context, and what an agent looks for by itself in its run."""

import click

from archivist.doors import shapes, shapes_context
from archivist.doors.cli.common import Asked, command, text_argument
from archivist.records.context import Trace


@command(epilog='\b\nExample: archivist context --agent planner --query "draft the weekly report" --budget 3000')
@click.option("--agent", required=True, help="For whom.")
@click.option("--query", required=True, help="What it is about to do; - reads standard input.")
@click.option("--budget", "budget_tokens", type=click.IntRange(1), help="Tokens; context.budget_tokens by default.")
@click.option("--conversation", metavar="ID", help="The conversation it continues.")
@click.option("--task", metavar="T", help="The task it works on.")
@click.option("--event", "source_event", metavar="ID", help="The event it answers.")
@click.option("--explain", is_flag=True, help="Say why each line is there, and what was left out.")
def context(asked: Asked, agent: str, query: str, explain: bool, task: str | None, **fields: str | None) -> int:
    """What an agent is given: inside the budget, between marks, every line traced."""
    with asked.session(task=task) as session:
        answer = session.context.build(agent, text_argument(query), task=task, **fields)  # type: ignore[arg-type]

    def human() -> None:
        from archivist.doors.cli import output

        click.echo(answer.text or "(nothing to give)")
        trace = answer.trace
        output.say(
            f"\nrun {trace.run}: {trace.tokens} of {trace.budget_tokens} tokens; archivist why {trace.run}", "dim"
        )
        if explain:
            tell_trace(trace)
        elif trace.degraded:
            output.say(trace.degraded, "dim")

    asked.answer(shapes_context.built(answer), human)
    return 0


def tell_trace(trace: Trace) -> None:
    """Print what went in with the terms of its score, and what did not."""
    from archivist.doors.cli import output

    output.say(
        f"run {trace.run}, {output.when(trace.at)}: {trace.agent} for {trace.user}"
        f"{f' on {trace.project}' if trace.project else ''}, {trace.tokens} of {trace.budget_tokens} tokens,"
        f" {trace.build_ms:.1f} ms",
        "bold",
    )
    output.table(
        ("part", "what", "scope", "tokens", "why"),
        [
            (section.name, one.id, one.scope, str(one.tokens), _why(shapes_context.used(one)))
            for section in trace.sections
            for one in section.used
        ],
    )
    if trace.dropped:
        output.table(("left out", "why", ""), [(one.id or "-", str(one.reason), one.detail) for one in trace.dropped])
    versions = ", ".join(f"{name} {number}" for name, number in trace.versions.items())
    output.say(f"{versions}; the agent's own searches: {trace.spent.calls}", "dim")
    if trace.degraded:
        output.say(trace.degraded, "dim")


def _why(used: shapes.Json) -> str:
    if not used["score"]:
        return "cut" if used["cut"] else ""
    how = ", found by meaning" if used["by_meaning"] else ""
    terms = {name: value for name, value in used["score"].items() if value and name != "total"}
    signed = (
        f"{'-' if name == 'staleness' else ''}{value:.2f} {name.replace('_', ' ')}" for name, value in terms.items()
    )
    return f"{used['score']['total']:.2f} = {', '.join(signed)}{how}"

"""The queue by keyboard: one entry at a time, its evidence in its surroundings, 1 User, 2 Project, 3 Dismiss."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import click

from archivist.doors.cli.common import Asked, command
from archivist.doors.cli.queue import saying
from archivist.errors import ArchivistError, Invalid, NotFound
from archivist.records.proposal import Proposal
from archivist.session import Session

UP, DOWN, QUIT = "up", "down", "quit"
KEYS: Final = {
    "\x1b[A": UP, "\x1bOA": UP, "k": UP, "\x1b[B": DOWN, "\x1bOB": DOWN, "j": DOWN, " ": DOWN,
    "q": QUIT, "\x1b": QUIT, "\x03": QUIT, "\x04": QUIT, "": QUIT, "1": "1", "2": "2", "3": "3",
}  # fmt: skip
SURROUNDINGS: Final = 60
"""Characters of the message shown on each side of a quote."""


@dataclass
class Review:
    """Where the reader stands in the queue."""

    session: Session
    entries: list[Proposal]
    at: int = 0
    said: str = ""
    decided: int = 0

    def press(self, key: str, pick_project: Callable[[], str]) -> None:
        """One key: move, or decide about the entry in view, which then leaves the list."""
        if key == UP:
            self.at = max(0, self.at - 1)
        elif key == DOWN:
            self.at = min(len(self.entries) - 1, self.at + 1)
        elif key in {"1", "2", "3"}:
            self._decide(key, pick_project)

    def _decide(self, key: str, pick_project: Callable[[], str]) -> None:
        entry = self.entries[self.at]
        try:
            if key == "3":
                answer = self.session.proposals.dismiss(entry.id)
            else:
                answer = self.session.proposals.apply(
                    entry.id, "user" if key == "1" else self._project(entry, pick_project)
                )
        except ArchivistError as exc:
            self.said = exc.message + (f"; {exc.hint}" if exc.hint else "")
            return
        self.said = saying(answer)
        if answer.outcome != "refused":
            self.decided += 1
            del self.entries[self.at]
            self.at = min(self.at, max(0, len(self.entries) - 1))

    def _project(self, entry: Proposal, pick_project: Callable[[], str]) -> str:
        if str(entry.candidate.scope).startswith("project:") and not entry.needs_project:
            return str(entry.candidate.scope)
        focus = self.session.principal.project
        return f"project:{focus or pick_project()}"

    def surroundings(self, entry: Proposal) -> list[str]:
        """Each quote with the words around it, the quote between ▸ and ◂."""
        shown = []
        for piece in entry.candidate.evidence:
            try:
                said = self.session.conversations.messages(piece.conversation) if piece.message else []
            except NotFound:
                said = []
            text = next((message.text for message in said if message.id == piece.message), "")
            if text[piece.start : piece.end] == piece.quote:
                before, after = text[max(0, piece.start - SURROUNDINGS) : piece.start], text[piece.end :][:SURROUNDINGS]
                shown.append(f"{piece.witness}: {before}▸{piece.quote}◂{after}".replace("\n", " "))
            else:
                shown.append(f"{piece.witness}: ▸{piece.quote}◂")
        return shown or ["no evidence (pre-migration item)"]


@command()
def review(asked: Asked) -> int:
    """Go through the queue: 1 User, 2 Project, 3 Dismiss, arrows move, q leaves."""
    if not sys.stdin.isatty():
        raise Invalid("review", "needs a terminal to press keys in", hint="elsewhere: archivist queue, apply, dismiss")
    with asked.session() as session:
        state = Review(session, list(session.proposals.queue(limit=1_000).items))
        while state.entries:
            _draw(state)
            key = KEYS.get(click.getchar(), "")
            if key == QUIT:
                break
            state.press(key, _pick_project)
        _farewell(state)
    return 0


def _draw(state: Review) -> None:
    from rich.panel import Panel
    from rich.text import Text

    from archivist.doors.cli import output

    entry = state.entries[state.at]
    candidate = entry.candidate
    click.clear()
    output.say(f"Queued knowledge  {state.at + 1} of {len(state.entries)}   {state.said}", "bold")
    goes_to = "pick project" if entry.needs_project else str(candidate.scope)
    body = Text.assemble(
        (candidate.text, "bold"), "\n\n", ("Type      ", "dim"), f"{candidate.kind}, {candidate.type}\n",
        ("Source    ", "dim"), f"{candidate.origin}, {entry.proposed_by}\n", ("Suggested ", "dim"), f"{goes_to}\n",
        ("Evidence  ", "dim"), "\n          ".join(state.surroundings(entry)), "\n",
        *((("Rationale ", "dim"), f"{candidate.rationale}\n") if candidate.rationale else ()),
        *((("Note      ", "dim"), (entry.detail, "yellow")) if entry.hold not in {"review", "needs_review"} else ()),
    )  # fmt: skip
    output.console().print(Panel(body, title=f"proposal {entry.id}", title_align="left"))
    _list(state.entries, state.at)
    output.say("1 User   2 Project   3 Dismiss   ↑ ↓ move   q leave", "dim")


def _list(entries: Sequence[Proposal], at: int) -> None:
    from archivist.doors.cli import output

    first = max(0, min(at - 3, len(entries) - 8))
    for number, entry in enumerate(entries[first : first + 8], first):
        mark = "▶" if number == at else " "
        output.say(f"{mark} {' '.join(entry.candidate.text.split())[:90]}", "" if number == at else "dim")


def _pick_project() -> str:
    picked: str = click.prompt("Which project?", err=True)
    return picked


def _farewell(state: Review) -> None:
    from archivist.doors.cli import output

    if state.said:
        output.say(state.said)
    left = f"{len(state.entries)} left" if state.entries else "nothing waits"
    output.say(f"{state.decided} decided, {left}", "bold")

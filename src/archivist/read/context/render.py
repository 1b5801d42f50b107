"""Turns what was chosen into the text for the model: each part between marks, with its notice, material disarmed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from archivist.read.context.parts import ContextPart, Piece
from archivist.text.fences import closing, disarm, fingerprint, opening


@dataclass(frozen=True, slots=True)
class Chosen:
    """A part and the pieces of it that go in."""

    part: ContextPart
    pieces: Sequence[Piece]


def render(chosen: Sequence[Chosen], query: str, chinese: bool) -> str:
    """The whole text; equal choices give equal text."""
    parts = [(one, list(part_lines(one, chinese))) for one in chosen if one.pieces]
    digits = fingerprint(chain([query], *(lines for _, lines in parts)))
    return "\n".join(
        "\n".join((opening(one.part.name, digits), *lines, closing(one.part.name, digits))) for one, lines in parts
    )


def part_lines(chosen: Chosen, chinese: bool) -> Iterator[str]:
    """The lines between the marks of one part."""
    yield chosen.part.notice.said(chinese)
    heading = ""
    for piece in sorted(chosen.pieces, key=lambda piece: piece.place):
        if piece.heading != heading:
            heading = piece.heading
            yield heading_line(piece)
        yield piece_lines(piece, chosen.part)


def heading_line(piece: Piece) -> str:
    """The line above the pieces of one heading."""
    return f"## {disarm(' '.join(piece.heading.split()))}"


def piece_lines(piece: Piece, part: ContextPart) -> str:
    """One piece as it stands in the text; only its first line begins with a sign, and no line of it at the margin."""
    text = piece.text if part.authority.binds else disarm(piece.text)
    label = f"({disarm(' '.join(piece.label.split()))}) " if piece.label else ""
    return f"- {label}" + text.strip("\n").replace("\n", "\n  ")

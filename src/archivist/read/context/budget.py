"""Cuts what the parts offer to the budget: the parts that bind most first, and in each the best first.

Counted are the lines as they will stand, marks, notices and headings included; what is cut is counted with the mark of
the cut. A near-duplicate of something already in is left out. Nothing is ever concatenated without bound.
Source: requirement C3; cases BU-01 and memory-vault#184.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from archivist.errors import Invalid
from archivist.read.context.parts import CountTokens, Offered, Piece
from archivist.read.context.render import Chosen, heading_line, piece_lines, render
from archivist.records.context import Drop, Dropped, Section, Used
from archivist.text.differences import differs
from archivist.text.fences import closing, opening
from archivist.text.similarity import SAME_LINE, jaccard
from archivist.text.tokens import fit

NO_DIGITS: Final = "0" * 8
WORTH_CUTTING_TOKENS: Final = 24
"""With less room than this, the beginning of a piece says nothing."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The text within the budget, and what became of everything that was offered."""

    text: str
    tokens: int
    sections: tuple[Section, ...]
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True)
class _Placed:
    piece: Piece
    tokens: int
    cut: bool = False


def fit_budget(
    offered: Sequence[Offered], query: str, budget_tokens: int, count: CountTokens, chinese: bool = False
) -> Fitted:
    """The best of what is offered that fits, rendered.

    Raises:
        Invalid: what binds does not fit by itself.
    """
    ordered = sorted(offered, key=lambda one: one.part.authority)
    purse = _Purse(budget_tokens, count, chinese)
    placed = [(one, purse.spend(one)) for one in ordered]
    text = _text(placed, query, chinese)
    while count(text) > budget_tokens:  # a tokenizer may count a whole as a little more than its parts
        purse.take_back(placed)
        text = _text(placed, query, chinese)
    dropped = [held for one in ordered for held in one.offer.dropped] + purse.dropped
    sections = tuple(_section(one, pieces) for one, pieces in placed if pieces)
    return Fitted(text, count(text), sections, tuple(dropped))


class _Purse:
    """What is left of the budget and of each pot, and what went in so far."""

    def __init__(self, budget_tokens: int, count: CountTokens, chinese: bool) -> None:
        self._budget = self._left = budget_tokens
        self._pots: dict[str, int] = {}
        self._count = count
        self._chinese = chinese
        self._seen: list[Piece] = []
        self._own: list[Piece] = []
        self.dropped: list[Dropped] = []

    def spend(self, offered: Offered) -> list[_Placed]:
        """The pieces of one part that go in, and their tokens taken from the budget and its pot."""
        placed: list[_Placed] = []
        headings: set[str] = set()
        self._own = []
        for piece in offered.offer.pieces:
            if offered.limits.pieces is not None and len(placed) >= offered.limits.pieces:
                self._drop(piece, Drop.BEYOND_LIMIT, f"{offered.limits.pieces} are in already")
            elif twin := self._twin(piece):
                self._drop(piece, Drop.NEAR_DUPLICATE, twin.id)
            elif fitting := self._fitting(piece, offered, headings, is_first=not placed):
                self._pay(offered, fitting.tokens)
                placed.append(fitting)
                headings.add(piece.heading)
                self._own.append(piece)
            elif offered.part.authority.binds:
                raise Invalid(
                    "budget_tokens", f"{self._budget} is too little: what people fixed for this agent does not fit"
                )
            else:
                self._drop(piece, Drop.OVER_BUDGET)
        self._seen += (piece for piece in self._own if piece.folds)
        return placed

    def _overhead(self, offered: Offered) -> int:
        """Tokens of a part's marks and notice."""
        name, notice = offered.part.name, offered.part.notice.said(self._chinese)
        return self._count(f"{opening(name, NO_DIGITS)}\n{notice}\n{closing(name, NO_DIGITS)}\n")

    def take_back(self, placed: Sequence[tuple[Offered, list[_Placed]]]) -> None:
        """Take the last piece out again that may be left out.

        Raises:
            Invalid: nothing is left to take out.
        """
        for offered, pieces in reversed(placed):
            if pieces and not offered.part.authority.binds:
                self._drop(pieces.pop().piece, Drop.OVER_BUDGET)
                return
        raise Invalid("budget_tokens", f"{self._budget} is too little: what people fixed for this agent does not fit")

    def _fitting(self, piece: Piece, offered: Offered, headings: set[str], *, is_first: bool) -> _Placed | None:
        """The piece, or its beginning, as far as there is room."""
        room = min(self._left, self._pot(offered))
        room -= self._overhead(offered) if is_first else 0
        if piece.heading and piece.heading not in headings:
            room -= self._count(heading_line(piece) + "\n")
        spent_besides = min(self._left, self._pot(offered)) - room
        tokens = self._count(piece_lines(piece, offered.part) + "\n")
        if tokens <= room:
            return _Placed(piece, tokens + spent_besides)
        if not piece.may_be_cut or room < WORTH_CUTTING_TOKENS:
            return None
        frame = self._count(piece_lines(replace(piece, text=""), offered.part) + "\n")
        beginning = replace(piece, text=fit(piece.text, room - frame, self._count))
        tokens = self._count(piece_lines(beginning, offered.part) + "\n")
        return _Placed(beginning, tokens + spent_besides, cut=True) if beginning.text and tokens <= room else None

    def _pot(self, offered: Offered) -> int:
        limit = offered.limits.tokens
        return self._budget if limit is None else self._pots.setdefault(offered.limits.pot, limit)

    def _pay(self, offered: Offered, tokens: int) -> None:
        self._left -= tokens
        if offered.limits.tokens is not None:
            self._pots[offered.limits.pot] -= tokens

    def _twin(self, piece: Piece) -> Piece | None:
        """What is in already and says the same; two values of one subject are no twins."""
        if not piece.folds:
            return None
        for other in self._seen if piece.distinct else (*self._seen, *self._own):
            if jaccard(other.text, piece.text) > SAME_LINE and differs(other.text, piece.text) is None:
                return other
        return None

    def _drop(self, piece: Piece, reason: Drop, detail: str = "") -> None:
        self.dropped.append(Dropped(piece.id, reason, detail))


def _text(placed: Sequence[tuple[Offered, list[_Placed]]], query: str, chinese: bool) -> str:
    chosen = [Chosen(offered.part, [one.piece for one in pieces]) for offered, pieces in placed]
    return render(chosen, query, chinese)


def _section(offered: Offered, pieces: Sequence[_Placed]) -> Section:
    used = tuple(
        Used(
            id=one.piece.id,
            tokens=one.tokens,
            scope=one.piece.scope,
            confidence=one.piece.confidence,
            source_event=one.piece.source_event,
            score=one.piece.score,
            cut=one.cut,
            by_meaning=one.piece.by_meaning,
        )
        for one in sorted(pieces, key=lambda one: one.piece.place)
    )
    return Section(offered.part.name, sum(one.tokens for one in used), used)

"""Answers a question from documents, with citations, and says what they do not cover instead of filling in.

`Librarian` is the role; `QuotingLibrarian` fills it without a model: it quotes the sections that answer best and takes
a part of the question as covered where one section holds most of what that part asks for. A model may fill the same
role with the same desk. Source: requirement K9.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from archivist.text.fold import fold
from archivist.text.length import is_chinese
from archivist.text.quotes import Span
from archivist.text.words import elements, parse_query, terms

MAX_QUOTES = 5
PER_PART = 3
COVERED = 0.6
"""Share of the words of a part of the question that one section must hold (by length of word)."""

_PARTS = re.compile(
    r"[?？;；。!！\n]+|(?<=[^\d])[,，](?=\s*(?:and|or|what|how|who|when|where|why|which|以及|还有|另外|并且|怎么|如何|什么|谁|哪))"
    r"|\s+(?:and|and also|as well as)\s+(?=(?:what|how|who|when|where|why|which|does|do|is|are|can)\b)|以及|还有|另外",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A section as the librarian finds it."""

    document: str
    title: str
    anchor: str
    section: tuple[str, ...]
    quote: str
    text: str
    line_start: int
    line_end: int
    relevance: float
    is_near: bool = False
    """Its meaning alone would have found it."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A quoted passage and where it stands."""

    number: int
    passage: Passage


@dataclass(frozen=True, slots=True)
class Answer:
    """What the documents say, what it rests on, and the parts of the question that nothing covers.

    `degraded` says which model was wanted and did not answer; empty where none was missing.
    """

    text: str
    citations: tuple[Citation, ...]
    not_covered: tuple[str, ...]
    degraded: str = ""


class Desk(Protocol):
    """What a librarian may look into: what the asker may read, and nothing else."""

    def search_docs(self, query: str, limit: int) -> Sequence[Passage]:
        """Sections that match, best first, by their words and by what the query means."""
        ...

    def read_doc(self, name: str) -> Sequence[tuple[str, str]]:
        """The outline of a document: anchor and title of each section."""
        ...

    def read_section(self, name: str, anchor: str) -> str:
        """The text of a section."""
        ...

    def passage(self, name: str, anchor: str, span: Span) -> Passage:
        """A stretch of a section that was read, to be cited."""
        ...


class Librarian(Protocol):
    """Whoever answers."""

    def answer(self, question: str, desk: Desk) -> Answer:
        """The answer with its citations; it never states what no citation carries."""
        ...


class QuotingLibrarian:
    """Answers with quotes."""

    def answer(self, question: str, desk: Desk) -> Answer:
        """The best sections for each part of the question, quoted."""
        chosen: dict[tuple[str, str], Passage] = {}
        missing: list[str] = []
        for part in parts_of(question):
            found = desk.search_docs(part, PER_PART)
            covering = [one for one in found if covers(one, part) or answers_in_translation(one, part)]
            if not covering:
                missing.append(part)
            for passage in covering:
                chosen.setdefault((passage.document, passage.anchor), passage)
        best = sorted(chosen.values(), key=lambda passage: -passage.relevance)[:MAX_QUOTES]
        citations = tuple(Citation(number, passage) for number, passage in enumerate(best, start=1))
        return Answer("\n\n".join(map(_quoted, citations)), citations, tuple(missing))


def parts_of(question: str) -> list[str]:
    """What the question asks for, one thing each; what holds no word is left out."""
    pieces = [piece.strip(" ,，、\t") for piece in _PARTS.split(question)]
    return [piece for piece in pieces if not parse_query(piece).is_empty]


def covers(passage: Passage, part: str) -> bool:
    """Whether the section holds most of the words of that part, its quoted phrases and figures among them."""
    query = parse_query(part)
    held = {*terms(passage.text), *terms(" ".join((passage.title, *passage.section, passage.document)))}
    pieces = set(elements(fold(passage.text)))
    wanted = {**{term: len(term) for term in query.terms}, **dict.fromkeys(query.characters, 1)}
    if any(term not in held for term in query.needed):
        return False
    found = sum(worth for term, worth in wanted.items() if term in held or term in pieces)
    return found >= COVERED * sum(wanted.values())


def answers_in_translation(passage: Passage, part: str) -> bool:
    """Whether a section in the other language may be quoted: what is near in meaning across languages is related.

    Within one language it need not be (see docs/models.md), so there the words have to stand. Figures have to, always.
    """
    if not passage.is_near or is_chinese(part) == is_chinese(passage.text):
        return False
    return set(terms(passage.text)).issuperset(parse_query(part).needed)


def _quoted(citation: Citation) -> str:
    passage = citation.passage
    lines = "\n".join(f"> {line}" for line in passage.quote.splitlines())
    where = " > ".join(passage.section) or passage.title
    return f"{lines}\n[{citation.number}] {passage.title}, {where} ({passage.document}#{passage.anchor})"

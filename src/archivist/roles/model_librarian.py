"""The librarian as a sub-agent: it searches, reads and answers in a context of its own, and each citation is checked.

A few bounded steps, each one typed reply: search, outline, read, or answer. What it may look into is the desk, and the
desk shows only what the asker may read. A citation counts if its quote stands in the section it names; an answer
without one is not believed, and the quoting librarian answers instead. Source: requirement K9.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from archivist.errors import ArchivistError
from archivist.llm.base import Bounds, LanguageModel, ModelFailed
from archivist.roles.librarian import Answer, Citation, Desk, Passage, QuotingLibrarian
from archivist.roles.prompts import language_of, prompt
from archivist.text.quotes import find_quote

BOUNDS: Final = Bounds(timeout_s=60.0, max_output_tokens=1_500)
MOST_STEPS: Final = 6
MOST_CHARACTERS: Final = 24_000
"""How much it reads in all; after that it has to answer."""
PAGE_CHARACTERS: Final = 4_000


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation as the model gives it."""

    document: str
    anchor: str
    quote: str


@dataclass(frozen=True, slots=True)
class Step:
    """The typed reply of one step: `action` is search, outline, read or answer; the rest as the action needs it."""

    action: str
    query: str = ""
    document: str = ""
    anchor: str = ""
    answer: str = ""
    citations: list[Cited] = field(default_factory=list)
    not_covered: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ModelLibrarian:
    """Implements `roles.librarian.Librarian`."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    def answer(self, question: str, desk: Desk) -> Answer:
        """The answer with citations that were checked; quoted sections where the model gave none that hold."""
        try:
            return self._work(question, desk)
        except ModelFailed as failed:
            return replace(QuotingLibrarian().answer(question, desk), degraded=f"quoted only: {failed.message}")

    def _work(self, question: str, desk: Desk) -> Answer:
        notes = [_found(desk, question)]
        for left in range(MOST_STEPS, 0, -1):
            full = sum(map(len, notes)) >= MOST_CHARACTERS
            step = self._ask(question, notes, 0 if full else left - 1)
            if step.action == "answer" or full:
                return self._checked(step, desk)
            notes.append(_look(step, desk))
        raise self.model.rejected(f"no answer after {MOST_STEPS} steps")

    def _ask(self, question: str, notes: list[str], left: int) -> Step:
        content = "\n\n".join((*notes, f"? {question}"))
        asked = prompt("model_librarian", language_of(question), content, {"left": str(left)})
        return self.model.ask(asked, Step, self.bounds).reply

    def _checked(self, step: Step, desk: Desk) -> Answer:
        """The answer with those of its citations that hold. Raises: ModelFailed where none does."""
        held = [passage for cited in step.citations if (passage := _passage(cited, desk))]
        if not held or not step.answer.strip():
            raise self.model.rejected("no citation of it holds")
        citations = tuple(Citation(number, passage) for number, passage in enumerate(held, 1))
        return Answer(step.answer.strip(), citations, tuple(step.not_covered))


def _found(desk: Desk, query: str) -> str:
    hits = desk.search_docs(query, 8)
    lines = [f"- {hit.document}#{hit.anchor}: {' > '.join(hit.section)}: {hit.quote}" for hit in hits]
    return f"search {query!r}:\n" + ("\n".join(lines) or "nothing")


def _look(step: Step, desk: Desk) -> str:
    try:
        match step.action:
            case "search":
                return _found(desk, step.query)
            case "outline":
                lines = [f"- #{anchor}: {title}" for anchor, title in desk.read_doc(step.document)]
                return f"outline of {step.document}:\n" + "\n".join(lines[:120])
            case "read":
                text = desk.read_section(step.document, step.anchor)
                return f"{step.document}#{step.anchor}:\n{text[:PAGE_CHARACTERS]}"
            case other:
                return f"{other!r} is no action; use search, outline, read or answer"
    except ArchivistError as exc:
        return exc.message


def _passage(cited: Cited, desk: Desk) -> Passage | None:
    try:
        text = desk.read_section(cited.document, cited.anchor)
    except ArchivistError:
        return None
    span = find_quote(cited.quote, text)
    return desk.passage(cited.document, cited.anchor, span) if span is not None else None

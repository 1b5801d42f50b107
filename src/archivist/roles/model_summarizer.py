"""Summaries of documents by a model; what it says is kept only if the document says it too.

A summary is refused that is empty, too long, in another language, gives orders, or holds a figure the document does
not; then the rule of `roles.summarizer` makes one. Source: requirement K2.
"""

from dataclasses import dataclass
from typing import Final

from archivist.llm.base import Bounds, LanguageModel, ModelFailed
from archivist.records.document import ParsedDocument
from archivist.roles.faithful import fault
from archivist.roles.prompts import language_of, prompt
from archivist.roles.summarizer import MAX_CHARACTERS, summarize_by_rule

BOUNDS: Final = Bounds(timeout_s=60.0, max_output_tokens=400)
READ_CHARACTERS: Final = 12_000
"""How much of a document is shown: its beginning and its headings say what it is about."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The typed reply."""

    summary: str


@dataclass(frozen=True, slots=True)
class ModelSummarizer:
    """Implements `roles.summarizer.Summarizer`."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    def __call__(self, document: ParsedDocument) -> str:
        """What the document holds, in a few lines."""
        try:
            return self._said(document)
        except ModelFailed:
            return summarize_by_rule(document)

    def _said(self, document: ParsedDocument) -> str:
        headings = "\n".join(f"{'#' * section.level} {section.title}" for section in document.outline[:80])
        content = f"{headings}\n\n{document.text[:READ_CHARACTERS]}"
        asked = prompt("model_summarizer", language_of(document.text), content, {"limit": str(MAX_CHARACTERS)})
        said = " ".join(self.model.ask(asked, Summary, self.bounds).reply.summary.split())
        if len(said) > MAX_CHARACTERS:
            raise self.model.rejected(f"it is longer than {MAX_CHARACTERS} characters")
        if why := fault(said, document.text):
            raise self.model.rejected(why)
        return said

"""Organizer: tidies a library document with a model. Its answer is checked statement by statement before it counts.

The check stands in `views.reorganize`: a document that lost or made up a statement is refused and the old one stays.
Without a model `views.reorganize.reorganize` does the job by rule. Source: requirement L5.
"""

from dataclasses import dataclass
from typing import Final

from archivist.llm.base import Bounds, LanguageModel
from archivist.roles.prompts import language_of, prompt

BOUNDS: Final = Bounds(timeout_s=90.0, max_output_tokens=12_000)


@dataclass(frozen=True, slots=True)
class Tidied:
    """The typed reply: the whole document, in Markdown."""

    document: str


@dataclass(frozen=True, slots=True)
class Organizer:
    """Asks once; whoever calls checks the answer."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    def __call__(self, document: str, *, flat: bool) -> str:
        """The tidied document as the model wrote it, unchecked.

        Raises:
            ModelFailed: the model gave no usable reply.
        """
        shape = "flat" if flat else "topics"
        asked = prompt(f"organizer_{shape}", language_of(document), document, {})
        return self.model.ask(asked, Tidied, self.bounds).reply.document

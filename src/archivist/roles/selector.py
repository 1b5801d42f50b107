"""Selector: from a question and a manifest to the few records that are clearly relevant. One call to a light model.

Without a model recall orders by words alone; that is `read.recall`'s own path. Source: requirements M10, M11.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archivist.llm.base import Bounds, LanguageModel
from archivist.records.memory import ManifestLine
from archivist.roles.prompts import language_of, prompt

BOUNDS: Final = Bounds(timeout_s=8.0, max_output_tokens=100)


@dataclass(frozen=True, slots=True)
class Selection:
    """The typed reply: line numbers of the manifest, the most relevant first; empty when nothing clearly is."""

    relevant: list[int]


@dataclass(frozen=True, slots=True)
class Selector:
    """Implements `read.recall.Selector`."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    def __call__(self, question: str, manifest: Sequence[ManifestLine], limit: int) -> list[str]:
        """Ids of the relevant records, at most `limit`; a number that is not in the manifest is left out.

        Raises:
            ModelFailed: the model gave no usable reply; recall then goes by words.
        """
        if not manifest:
            return []
        lines = "\n".join(f"{number}. {_line(entry)}" for number, entry in enumerate(manifest, 1))
        asked = prompt("selector", language_of(question), f"{lines}\n\n? {question}", {"limit": str(limit)})
        numbers = self.model.ask(asked, Selection, self.bounds).reply.relevant
        known = [manifest[number - 1].id for number in numbers if 1 <= number <= len(manifest)]
        return list(dict.fromkeys(known))[:limit]


def _line(entry: ManifestLine) -> str:
    description = " ".join(entry.description.split())[:160]
    return f"[{entry.type}] {entry.name} ({entry.updated_at:%Y-%m-%d}): {description}"

"""The digest a session starts with, by a model: who works here, what goes on, what is open.

It is made of the layers of a workspace and refused where it is too long, in another language, gives orders, or holds a
figure or date that no layer holds; `read.brief` makes it by rule then. Source: requirement W3; design, section 7.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from archivist.llm.base import Bounds, LanguageModel
from archivist.roles.faithful import fault
from archivist.roles.prompts import language_of, prompt
from archivist.text.length import reading_length

BOUNDS: Final = Bounds(timeout_s=60.0, max_output_tokens=600)
SHOWN: Final = {"conduct": 1_500, "profile": 1_500, "digest": 4_000, "today": 4_000, "yesterday": 4_000}
"""Characters of each layer, from its beginning; of a day note from its end, where the latest stands."""
_FROM_THE_END: Final = {"today", "yesterday"}


@dataclass(frozen=True, slots=True)
class Briefed:
    """The typed reply."""

    brief: str


@dataclass(frozen=True, slots=True)
class ModelBriefer:
    """Says of the layers what `read.brief` says of them by rule."""

    model: LanguageModel
    bounds: Bounds = BOUNDS

    def __call__(self, layers: Mapping[str, str], limit_words: int) -> str:
        """The digest, at most `limit_words` Chinese characters and words of other scripts, one line a subject.

        Raises:
            ModelFailed: the model gave none, or none that holds.
        """
        source = "\n\n".join(f"[{layer}]\n{text}" for layer in SHOWN if (text := _shown(layer, layers.get(layer, ""))))
        asked = prompt("model_briefer", language_of(source), source, {"limit": str(limit_words)})
        reply = self.model.ask(asked, Briefed, self.bounds).reply.brief
        said = "\n".join(line for row in reply.splitlines() if (line := " ".join(row.split())))
        if reading_length(said) > limit_words:
            raise self.model.rejected(f"it is longer than {limit_words}")
        if why := fault(said, source):
            raise self.model.rejected(why)
        return said


def _shown(layer: str, text: str) -> str:
    most = SHOWN[layer]
    return (text[-most:] if layer in _FROM_THE_END else text[:most]).strip()

"""An embedder for tests that knows a few things by their names in two languages: each is one direction."""

import math

from archivist.llm.base import Failure, ModelFailed

THINGS = (
    ("coffee", "espresso", "咖啡"),
    ("train", "railway", "火车"),
    ("allergic", "allergy", "过敏"),
    ("deploy", "release", "发布"),
)


class ThingEmbedder:
    """Implements `llm.base.Embedder`. `fails` makes it give nothing; `asked` is what it was asked for."""

    usual, spread = 0.1, 0.2

    def __init__(self, name: str = "test:things", dimensions: int = 8) -> None:
        self.name, self.dimensions = name, dimensions
        self.fails = False
        self.asked: list[str] = []

    def embed(self, texts: list[str], *, as_query: bool = False) -> list[list[float]]:
        self.asked += texts
        if self.fails:
            raise ModelFailed(Failure.UNAVAILABLE, "it is asleep")
        return [self._vector(text.lower()) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = [1.0 if any(name in text for name in names) else 0.0 for names in THINGS]
        vector += [0.0] * (self.dimensions - len(vector) - 1) + [0.1]
        length = math.sqrt(sum(value * value for value in vector))
        return [value / length for value in vector]

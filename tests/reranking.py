"""A reranker for tests: it likes what holds one of its words, and keeps what it was shown."""

from collections.abc import Sequence

from archivist.llm.base import Answer, ModelFailed, Usage


class FondReranker:
    """Implements `llm.base.Reranker`. `fails` makes it give nothing but that failure."""

    name = "test:fond"

    def __init__(self, *liked: str) -> None:
        self.liked = liked
        self.fails: ModelFailed | None = None
        self.asked: list[tuple[str, list[str]]] = []

    def rerank(self, query: str, texts: Sequence[str]) -> Answer[list[float]]:
        self.asked.append((query, list(texts)))
        if self.fails is not None:
            raise self.fails
        judged = [0.9 if any(word in text for word in self.liked) else 0.1 for text in texts]
        return Answer(judged, Usage(requests=1, input_tokens=10 * len(texts)), self.name)

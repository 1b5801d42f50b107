"""Hooks as an assistant calls them: a process each, JSON in, JSON out, always 0, and never in the way."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from archivist.app import open_app
from archivist.doors.hooks.context import MAX_CHARACTERS, fenced
from archivist.doors.hooks.dialects import Dialect, Event, answer, read_turn
from archivist.doors.hooks.drain import drain
from archivist.doors.hooks.run import PATIENCE, Asker
from archivist.text.evidence import find_evidence
from tests.serving import Said, serving

SOURCE = Path(__file__).parents[3] / "src"
NONCE = "zeitgeber-4711"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with open_app(tmp_path / "home") as app:
        app.acting_as("alice").memory.remember(f"周报用英文写 ({NONCE})", name="weekly")
        app.acting_as("alice").memory.remember("Use ruff, never black", delivery="always", topic="Tools")
    return tmp_path / "home"


def call(home: Path, event: str, told: Any, *options: str, **environment: str) -> Any:
    """What the hook says, as JSON; None where it says nothing. It must end with 0, whatever happens."""
    done = subprocess.run(
        [sys.executable, "-m", "archivist", "hook", event, "--home", str(home), "--as", "alice", *options],
        input=told if isinstance(told, str) else json.dumps(told),
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, "PYTHONPATH": str(SOURCE), PATIENCE: "20", **environment},
    )
    assert done.returncode == 0
    assert not done.stderr
    return json.loads(done.stdout) if done.stdout else None


def asker(home: Path) -> Asker:
    return Asker(home, "alice", None, None)


def test_a_prompt_waits_for_no_model_whatever_is_configured(home: Path) -> None:
    with serving(lambda body: Said({}, after_s=1.0)) as server:
        model = {"model": "openai:m", "base_url": server.url}
        configured = {"embedder": model, "reranker": {**model, "model": "rerank:m"}, "roles": {"selector": model}}
        settings = {"knowledge": {"index": {"vector": {"enabled": True}}}, "models": configured}
        (home / "config.yaml").write_text(json.dumps(settings), "utf-8")
        with open_app(home) as app:
            app.acting_as("alice").generations.reload()
            assert app.resources.embedder() is not None
        told = call(home, "user-prompt-submit", {"session_id": "s", "prompt_id": "p", "prompt": "写周报", "cwd": "/x"})
        assert NONCE in told["hookSpecificOutput"]["additionalContext"]
        assert server.asked == []


def test_a_prompt_is_answered_with_what_is_remembered_in_the_exact_shape_each_assistant_reads(home: Path) -> None:
    claude = call(home, "user-prompt-submit", {"session_id": "s", "prompt_id": "p", "prompt": "写周报", "cwd": "/x"})
    assert set(claude) == {"hookSpecificOutput"}
    assert set(claude["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert claude["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert NONCE in claude["hookSpecificOutput"]["additionalContext"]
    cursor = call(home, "user-prompt-submit", {"conversation_id": "s", "workspace_roots": ["/x"], "prompt": "写周报"})
    assert set(cursor) == {"continue", "additional_context"}
    assert NONCE in cursor["additional_context"]


def test_a_session_starts_with_what_goes_with_every_conversation(home: Path) -> None:
    said = call(home, "session-start", {"session_id": "s", "source": "startup"})["hookSpecificOutput"]
    assert said["hookEventName"] == "SessionStart"
    assert "Use ruff, never black" in said["additionalContext"]


@pytest.mark.parametrize(
    "told", ["", "garbage", "[]", "5", '{"prompt": 7}', '{"session_id": null}', '{"prompt": "\\ud800"}']
)
@pytest.mark.parametrize("event", ["user-prompt-submit", "stop"])
def test_whatever_an_assistant_sends_the_hook_ends_well(tmp_path: Path, event: str, told: str) -> None:
    assert call(tmp_path / "home", event, told) in (None, {"continue": True})


def test_a_broken_home_or_option_never_reaches_the_assistant_as_a_failure(home: Path) -> None:
    told = {"session_id": "", "prompt": "周报"}
    assert call(home, "no-such-event", told) is None
    assert call(home, "user-prompt-submit", told, "--unknown", "x") is None
    (home / "config.yaml").write_text("memory: [", "utf-8")
    assert "systemMessage" in call(home, "user-prompt-submit", told)
    assert (home / "spool" / "last-hook-error.txt").exists()


def test_a_locked_database_is_not_waited_for(home: Path) -> None:
    import apsw

    writer = apsw.Connection(str(home / "archivist.db"))
    writer.execute("BEGIN EXCLUSIVE")
    said = call(home, "user-prompt-submit", {"session_id": "", "prompt": "周报"}, **{PATIENCE: "0.05"})
    assert NONCE in json.dumps(said, ensure_ascii=False) or "systemMessage" in said
    writer.execute("ROLLBACK")


def test_a_turn_is_kept_once_and_read_in_the_background(home: Path) -> None:
    prompt = {"session_id": "s1", "prompt_id": "p1", "prompt": "以后所有会议纪要都放在 docs/meetings 目录"}
    for _ in range(2):  # a plugin and the settings may both call
        call(home, "user-prompt-submit", prompt)
        call(home, "stop", {"session_id": "s1", "prompt_id": "p1", "last_assistant_message": "好的，以后都放在那里。"})
    call(home, "session-end", {"session_id": "s1", "reason": "other"})
    drain(asker(home))
    deadline = time.monotonic() + 20
    with open_app(home) as app:
        alice = app.acting_as("alice")
        while not alice.proposals.queue().items and time.monotonic() < deadline:
            time.sleep(0.2)
        texts = [one.text for one in alice.conversations.messages("claude-code:s1")]
        assert texts == ["以后所有会议纪要都放在 docs/meetings 目录", "好的，以后都放在那里。"]
        assert len(alice.proposals.queue().items) == 1


def test_before_compaction_the_transcript_fills_in_what_is_not_kept_yet(home: Path, tmp_path: Path) -> None:
    rows = [
        {"type": "user", "uuid": "u1", "parentUuid": None, "sessionId": "s2", "timestamp": "2026-11-24T01:00:00Z",
         "message": {"role": "user", "content": "From now on write all reports in English"}},
        {"type": "assistant", "uuid": "a1", "parentUuid": "u1", "sessionId": "s2", "timestamp": "2026-11-24T01:00:01Z",
         "message": {"id": "m1", "role": "assistant", "content": [{"type": "text", "text": "Noted."}]}},
    ]  # fmt: skip
    transcript = tmp_path / "s2.jsonl"
    transcript.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    call(home, "user-prompt-submit", {"session_id": "s2", "prompt_id": "p9", "prompt": rows[0]["message"]["content"]})  # type: ignore[index]
    call(home, "pre-compact", {"session_id": "s2", "trigger": "auto", "transcript_path": str(transcript)})
    deadline = time.monotonic() + 20
    with open_app(home) as app:
        alice = app.acting_as("alice")
        while not alice.proposals.queue().items and time.monotonic() < deadline:
            drain(asker(home))
            time.sleep(0.2)
        kept = alice.conversations.messages("claude-code:s2")
        assert [one.text for one in kept] == ["From now on write all reports in English", "Noted."]
        assert [one.candidate.evidence[0].quote for one in alice.proposals.queue().items]


def test_with_memory_off_nothing_is_told_and_nothing_kept(home: Path) -> None:
    with open_app(home) as app:
        app.acting_as("alice").oversight.switch("memory.enabled", False)
    assert call(home, "user-prompt-submit", {"session_id": "s3", "prompt": "以后周报都用英文写"}) is None
    assert call(home, "session-start", {"session_id": "s3"}) is None
    drain(asker(home))
    with open_app(home) as app:
        assert not app.acting_as("alice").conversations.latest()


def test_what_is_told_fits_and_is_recognised_as_injected() -> None:
    told = fenced("recalled", [f"- 以后周报都用英文写 {number} {'x' * 80}" for number in range(500)])
    assert len(told) <= MAX_CHARACTERS
    assert find_evidence("以后周报都用英文写", told) is None
    assert find_evidence("以后周报都用英文写", f"{told}\n以后周报都用英文写") is not None
    assert fenced("recalled", []) == fenced("recalled", [" ", "\n"]) == ""


def test_an_answer_says_nothing_where_there_is_nothing_to_say() -> None:
    assert answer(Event.USER_PROMPT, Dialect.CODEX) is None
    assert answer(Event.STOP, Dialect.CLAUDE_CODE, "context") is None
    assert answer(Event.USER_PROMPT, Dialect.CURSOR) == {"continue": True}
    assert read_turn({"session_id": "s", "turn_id": "t", "transcript_path": None}, None).dialect is Dialect.CODEX

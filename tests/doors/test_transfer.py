"""Bringing in what others remember, and a home as plain files there and back."""

import json
from pathlib import Path

import pytest

from archivist.app import open_app
from tests.doors.cli import Terminal

MEM0 = {
    "results": [
        {"id": "m-1", "memory": "用户喜欢喝绿茶", "created_at": "2025-11-02T10:00:00Z", "user_id": "alice"},
        {"id": "m-2", "memory": "Prefers concise answers", "created_at": "2025-12-02T10:00:00Z", "user_id": "alice"},
    ]
}


@pytest.fixture
def mem0(tmp_path: Path) -> Path:
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps(MEM0, ensure_ascii=False), "utf-8")
    return path


def test_what_others_remember_waits_with_its_origin_and_comes_once(terminal: Terminal, mem0: Path) -> None:
    first = terminal.json("import", "mem0", str(mem0))
    assert [one["file"] for one in first["held"]] == ["m-1", "m-2"]
    assert terminal.json("recall", "绿茶")["count"] == 0
    again = terminal.json("import", "mem0", str(mem0))
    assert (again["held"], again["unchanged"]) == ([], 2)
    entry = terminal.json("queue")["proposals"][0]
    assert (entry["origin"], entry["evidence"][0]["message"]) == ("import", "m-1")
    assert "2025-11-02" in entry["rationale"]
    terminal.json("apply", entry["id"])
    record = terminal.json("list")["records"][0]
    assert (record["source"], record["text"]) == ("import", "用户喜欢喝绿茶")
    assert terminal.json("import", "mem0", str(mem0))["held"] == []
    terminal.json("dismiss", terminal.json("queue")["proposals"][0]["id"])
    assert terminal.json("import", "mem0", str(mem0))["held"] == []


def test_an_import_of_another_kind_or_of_nothing_says_so(terminal: Terminal, tmp_path: Path, mem0: Path) -> None:
    for words in (("mcp-memory", str(mem0)), ("mem0", str(tmp_path / "none")), ("archivist", str(tmp_path))):
        code, out, err = terminal.run("import", *words)
        assert code in {1, 2}
        assert "Traceback" not in out + err
    assert not terminal.json("queue")["proposals"]


def test_a_chat_export_is_kept_as_conversations_and_read(terminal: Terminal, tmp_path: Path) -> None:
    export = [
        {
            "uuid": "c1", "name": "Reports", "created_at": "2026-01-01T00:00:00Z",
            "chat_messages": [
                {"uuid": "1", "sender": "human", "text": "From now on write all reports in English",
                 "created_at": "2026-01-01T00:00:00Z"},
                {"uuid": "2", "sender": "assistant", "text": "Will do.", "created_at": "2026-01-01T00:00:01Z"},
            ],
        }
    ]  # fmt: skip
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(export), "utf-8")
    assert len(terminal.json("import", "claude", str(path))["held"]) == 1
    assert terminal.json("import", "claude", str(path))["held"] == []
    assert terminal.json("conversations")["conversations"][0]["messages"] == 2


def _filled(terminal: Terminal, mem0: Path) -> None:
    terminal.json("remember", "周报用英文写", "--name", "weekly")
    terminal.json("edit", "weekly", "--text", "周报用中文写")
    terminal.json("remember", "Old fact", "--name", "old")
    terminal.json("forget", "old")
    terminal.json("import", "mem0", str(mem0))
    with open_app(terminal.home) as app:
        alice = app.acting_as("alice")
        alice.knowledge.add_text("handbook.md", "# Handbook\n\n## Trial\n\nThree months.\n", publish=True)
        app.acting_as("alice", agent="planner").agents.put("k", {"n": 1}, source_event="e")


def test_a_home_goes_out_and_comes_back_whole_with_its_history(terminal: Terminal, tmp_path: Path, mem0: Path) -> None:
    _filled(terminal, mem0)
    out = tmp_path / "out"
    rows = terminal.json("export", str(out))["rows"]
    assert rows["memory"] >= 3
    assert "token" not in rows
    there = Terminal(tmp_path / "new", terminal._capture)
    assert there.json("import", "archivist", str(out))["rows"] == rows
    again = tmp_path / "again"
    there.json("export", str(again))
    for table in ("memory", "memory_version", "proposal", "refusal", "conversation", "message", "section", "chunk"):
        assert (again / f"{table}.jsonl").read_bytes() == (out / f"{table}.jsonl").read_bytes(), table
    acts = (out / "audit.jsonl").read_bytes()
    assert (again / "audit.jsonl").read_bytes()[: len(acts)] == acts
    assert there.json("audit", "verify")["whole"]
    assert there.json("recall", "周报")["hits"][0]["body"] == "周报用中文写"
    assert len(there.json("history", "weekly")["history"]) == len(terminal.json("history", "weekly")["history"])
    assert len(there.json("queue")["proposals"]) == 2
    assert there.json("knowledge", "search", "months")["hits"]
    there.json("remember", "Life goes on", "--name", "on")
    assert there.json("audit", "verify")["whole"]


def test_an_export_that_was_changed_or_a_home_in_use_is_refused_and_nothing_is_taken(
    terminal: Terminal, tmp_path: Path, mem0: Path
) -> None:
    _filled(terminal, mem0)
    out = tmp_path / "out"
    terminal.json("export", str(out))
    assert terminal.run("export", str(out))[0] == 2
    assert terminal.run("import", "archivist", str(out))[0] == 2
    memory = out / "memory.jsonl"
    memory.write_text(memory.read_text("utf-8").replace("周报用中文写", "周报不用写"), "utf-8")
    there = Terminal(tmp_path / "new", terminal._capture)
    code, _, err = there.run("import", "archivist", str(out))
    assert (code, "memory.jsonl" in err) == (2, True)
    assert not there.json("list")["records"]


def test_a_backup_taken_while_others_write_is_sound_and_holds_what_was_promised(
    terminal: Terminal, tmp_path: Path
) -> None:
    import threading

    promised: list[str] = []
    stop = threading.Event()

    def write() -> None:
        with open_app(terminal.home) as app:
            number = 0
            while not stop.is_set():
                number += 1
                name = f"n{number}"
                app.acting_as("alice").memory.remember(f"fact {number} about {number * 7919}", name=name)
                promised.append(name)

    terminal.json("remember", "first", "--name", "first")
    writer = threading.Thread(target=write)
    writer.start()
    try:
        while len(promised) < 20:
            assert writer.is_alive()
        before = list(promised)
        terminal.json("backup", str(tmp_path / "copy.db"))
    finally:
        stop.set()
        writer.join()
    there = Terminal(tmp_path / "other", terminal._capture)
    there.json("restore", str(tmp_path / "copy.db"), "--yes")
    kept = {one["name"] for one in there.json("list", "--limit", "1000")["records"]}
    assert set(before) <= kept
    assert there.json("audit", "verify")["whole"]

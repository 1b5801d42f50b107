"""The command line keeps its contract: outcomes, exit codes, clear errors, and never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from archivist.doors.cli.main import COMMANDS, FAMILIES, cli
from tests.doors.cli import Terminal

CONVERSATION = {
    "conversations": [
        {
            "id": "c1",
            "messages": [
                {"role": "user", "text": "以后所有周报都用英文写。", "at": "2026-11-24T01:00:00Z"},
                {"role": "assistant", "text": "好的。", "at": "2026-11-24T01:00:05Z"},
            ],
        }
    ]
}


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(CONVERSATION, ensure_ascii=False), "utf-8")
    return path


def test_every_command_has_help_with_its_name_in_it(terminal: Terminal) -> None:
    for name in COMMANDS:
        code, out, _ = terminal.run_plain(name, "--help")
        assert code == 0
        assert name in out


def test_every_command_stands_in_one_family_of_the_help() -> None:
    listed = [name for names in FAMILIES.values() for name in names]
    assert sorted(listed) == sorted(COMMANDS) == sorted(cli.commands or COMMANDS)


def test_a_remembered_statement_is_recalled_in_the_shape_of_the_contract(terminal: Terminal) -> None:
    written = terminal.json("remember", "周报使用简短格式", "--type", "feedback", "--tag", "周报")
    assert written["outcome"] == "created"
    answer = terminal.json("recall", "周报")
    assert (answer["status"], answer["count"]) == ("ok", 1)
    assert {"name", "scope", "type", "kind", "description", "body", "relevance", "updated_at", "evidence"} <= set(
        answer["hits"][0]
    )


def test_a_transcript_is_extracted_once_and_reviewed(terminal: Terminal, transcript: Path) -> None:
    first = terminal.json("extract", str(transcript))
    assert (first["conversations"], first["queued"]) == (1, 1)
    assert terminal.json("extract", str(transcript))["candidates"] == 0
    entry = terminal.json("queue")["proposals"][0]
    assert entry["evidence"][0]["quote"] in CONVERSATION["conversations"][0]["messages"][0]["text"]
    assert not terminal.json("recall", "周报")["hits"]
    applied = terminal.json("apply", entry["id"], "--to", "user")
    assert (applied["outcome"], applied["wrote_to"]) == ("applied", "user:alice")
    assert terminal.json("apply", entry["id"], "--to", "project:p1")["outcome"] == "already_saved"
    assert terminal.json("dismiss", entry["id"])["outcome"] == "already_saved"
    assert terminal.json("recall", "周报")["count"] == 1
    assert not terminal.json("queue")["proposals"]
    assert terminal.json("queue", "--all")["proposals"][0]["status"] == "applied"


def test_what_was_dismissed_does_not_come_back_and_a_person_may_still_write_it(
    terminal: Terminal, tmp_path: Path, transcript: Path
) -> None:
    terminal.json("extract", str(transcript))
    terminal.json("dismiss", terminal.json("queue")["proposals"][0]["id"])
    again = json.loads(json.dumps(CONVERSATION))
    again["conversations"][0]["id"] = "c2"
    path = tmp_path / "again.json"
    path.write_text(json.dumps(again, ensure_ascii=False), "utf-8")
    answer = terminal.json("extract", str(path))
    assert [one["reason"] for one in answer["rejected"]] == ["dismissed_before"]
    assert terminal.json("remember", "所有周报都用英文写")["outcome"] == "created"


def test_a_project_named_at_apply_is_where_it_goes(terminal: Terminal, transcript: Path) -> None:
    terminal.json("extract", str(transcript))
    entry = terminal.json("queue")["proposals"][0]
    assert terminal.json("apply", entry["id"], "--to", "project:atlas")["wrote_to"] == "project:atlas"
    assert terminal.json("recall", "周报", "--project", "atlas")["count"] == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("show", "no-such"), 1),
        (("forget", "no-such"), 1),
        (("apply", "no-such"), 1),
        (("remember", ""), 1),
        (("remember", "   \n"), 1),
        (("remember", "记" * 200_000), 1),
        (("remember", "x", "--scope", "workstraem:x"), 2),
        (("remember", "x", "--type", "nonsense"), 2),
        (("recall", "x", "--limit", "-1"), 2),
        (("recall", "x", "--scope", "user"), 2),
        (("list", "--cursor", "zz"), 1),
        (("extract", "/no/such/file"), 1),
        (("remembr", "x"), 2),
        (("clear",), 2),
    ],
)
def test_what_cannot_be_done_says_why_with_its_exit_code(terminal: Terminal, words: tuple[str, ...], code: int) -> None:
    got, out, err = terminal.run(*words)
    assert got == code
    assert out + err
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\x00\x01\x02", b"{", b'{"conversations": 5}',
        b'{"conversations": [{"messages": [{"role": "alien", "text": "x"}]}]}',
        '{"messages": [{"role": "user", "text": "以后"}]}'.encode("gb18030"), b"\xff\xfe\x00",
        b'{"messages": [{"role": "user", "text": 7}]}', b'{"messages": [{"role": "user", "text": "\\ud800 bad"}]}',
    ],
)  # fmt: skip
def test_a_malformed_transcript_is_refused_by_name_and_keeps_nothing(
    terminal: Terminal, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    code, out, err = terminal.run("extract", str(path))
    assert code in {1, 2}
    assert "broken.json" in out + err
    assert not terminal.json("conversations")["conversations"]


def test_errors_are_json_for_machines(terminal: Terminal) -> None:
    code, out, _ = terminal.run("show", "no-such", "--json")
    assert code == 1
    assert json.loads(out)["error"]["code"] == "not_found"


def test_with_memory_off_nothing_is_written_recalled_or_extracted_but_a_person_sees_and_deletes(
    terminal: Terminal, transcript: Path
) -> None:
    terminal.json("remember", "用户偏好深色主题", "--name", "k1")
    terminal.json("config", "set", "memory.enabled", "false")
    assert terminal.json("recall", "主题")["status"] == "off"
    assert terminal.run("remember", "x")[0] == 1
    assert terminal.json("extract", str(transcript))["candidates"] == 0
    assert terminal.json("list")["records"]
    assert terminal.json("forget", "k1")["record"]["status"] == "forgotten"


def test_the_audit_chain_verifies_and_a_changed_entry_shows(terminal: Terminal) -> None:
    terminal.json("remember", "one thing")
    terminal.json("remember", "another matter")
    assert terminal.json("audit", "verify")["whole"]
    import apsw

    connection = apsw.Connection(str(terminal.home / "archivist.db"))
    connection.execute("UPDATE audit SET outcome = 'rejected' WHERE number = 1")
    connection.close()
    code, out, _ = terminal.run("audit", "verify", "--json")
    assert code == 1
    assert json.loads(out)["broken_at"] == 1


def test_a_backup_is_restored_by_its_file_name_and_what_was_there_is_kept(terminal: Terminal, tmp_path: Path) -> None:
    terminal.json("remember", "I like tea", "--name", "tea")
    terminal.json("backup", str(tmp_path / "saved.db"))
    terminal.json("remember", "The launch is on Friday", "--name", "later")
    answer = terminal.json("restore", str(tmp_path / "saved.db"), "--yes")
    assert [one["name"] for one in terminal.json("list")["records"]] == ["tea"]
    assert Path(answer["kept"]).exists()


def test_pages_of_a_list_hold_each_record_once_even_when_one_is_deleted_between(terminal: Terminal) -> None:
    from archivist.app import open_app

    with open_app(terminal.home) as app:
        for number in range(45):
            app.acting_as("alice").memory.remember(f"fact {number} about subject {number * 7919}", name=f"n{number}")
    seen: list[str] = []
    cursor: list[str] = []
    while True:
        page = terminal.json("list", "--limit", "20", *cursor)
        seen += [one["name"] for one in page["records"]]
        if page["next_cursor"] is None:
            break
        if not cursor:
            terminal.json("forget", seen[0])
        cursor = ["--cursor", page["next_cursor"]]
    assert len(seen) == len(set(seen)) == 45


def test_a_cold_start_imports_no_heavy_library(tmp_path: Path) -> None:
    program = (
        "import sys; from archivist.doors.cli.main import run\n"
        "try: run(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'apsw', 'rich', 'yaml', 'msgspec', 'markdown_it', 'rapidfuzz', 'httpx', 'pydantic', 'starlette'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=_environment()
    )
    assert done.stderr.strip() == "[]"


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}


def test_vectors_are_filled_where_they_are_on_and_the_way_to_switch_them_on_is_told(terminal: Terminal) -> None:
    code, _, err = terminal.run("reindex", "--vectors")
    assert code == 2
    assert "knowledge.index.vector.enabled" in err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("review",), 2, "needs a terminal"),
        (("extract", "{folder}"), 2, "is a folder"),
        (("extract", "/dev/null"), 2, "no ordinary file"),
        (("why", "nothing-of-that-name"), 1, "no record, proposal, run or audit entry"),
        (("knowledge", "add", "{folder}/不在.md"), 1, "no file or folder"),
        (("journal", "show", "someday"), 2, "[DAY]"),
        (("restore", __file__), 2, "is no backup"),
    ],
)
def test_what_cannot_be_done_is_told_in_words_that_are_true(
    terminal: Terminal, tmp_path: Path, words: tuple[str, ...], code: int, told: str
) -> None:
    given, out, err = terminal.run(*(word.format(folder=tmp_path) for word in words))
    assert given == code
    assert told in err
    assert "last-error" not in out + err


@pytest.mark.parametrize("option", ["--home", "--home=x", "--as", "--json"])
def test_an_option_before_the_command_is_shown_its_place(terminal: Terminal, option: str) -> None:
    code, _, err = terminal.run_plain(option, "x", "list")
    assert code == 2
    assert "goes behind the command" in err


@pytest.mark.parametrize("words", [("token", "list"), ("dead-letters", "list"), ("conversations",)])
def test_a_list_of_nothing_says_none(terminal: Terminal, words: tuple[str, ...]) -> None:
    code, out, _ = terminal.run(*words)
    assert (code, out.strip()) == (0, "none")

"""Documents at the command line: the shapes of the contract, exit codes, and every command of the tutorial."""

import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.doors.cli import Terminal

CHECKOUT = Path(__file__).parents[2]
TUTORIAL = CHECKOUT / "docs" / "knowledge.md"


@pytest.fixture
def handbook(terminal: Terminal) -> Terminal:
    """A home with the handbook of the examples, published for everybody."""
    terminal.json("knowledge", "add", str(CHECKOUT / "examples" / "handbook"), "--scope", "system", "--publish")
    return terminal


def test_every_command_of_the_tutorial_works_as_it_stands(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "examples").symlink_to(CHECKOUT / "examples")
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^\$ archivist (.+)$", TUTORIAL.read_text("utf-8"), re.MULTILINE)
    assert len(commands) > 15
    for command in commands:
        code, out, err = terminal.run(*shlex.split(command))
        assert code == 0, f"{command}\n{out}\n{err}"
    assert (tmp_path / "handbook-copy" / "documents.json").exists()


def test_answers_have_the_shapes_of_the_contract(handbook: Terminal) -> None:
    listed = handbook.json("knowledge", "list")["documents"]
    assert {one["doc"] for one in listed} == {
        "handbook/leave.md", "handbook/on-call.md", "handbook/zh/报销.md", "handbook/zh/远程办公.md",
    }  # fmt: skip
    outline = handbook.json("knowledge", "outline", "leave.md")["outline"]
    assert set(outline[0]) == {"anchor", "level", "title", "line_start", "line_end", "tokens"}
    hit = handbook.json("knowledge", "search", "住宿 每晚")["hits"][0]
    assert set(hit) == {"doc", "title", "anchor", "section", "excerpt", "line_start", "line_end", "relevance"}
    assert hit["section"] == ["报销制度", "差旅", "住宿"]
    page = handbook.json("knowledge", "read", "on-call.md#severity")
    assert [child["anchor"] for child in page["children"]] == ["critical", "minor"]
    assert page["next_cursor"] is None
    answer = handbook.json("knowledge", "ask", "How many days of annual leave are there? What is the dress code?")
    assert answer["citations"][0]["anchor"] == "annual-leave"
    assert answer["not_covered"] == ["What is the dress code"]
    mounts = handbook.json("task", "mount", "t1", "leave.md")
    assert (mounts["task"], mounts["mounts"][0]["doc"]) == ("t1", "handbook/leave.md")
    assert not handbook.json("knowledge", "search", "住宿", "--task", "t1")["hits"]
    assert handbook.json("task", "unmount", "t1")["mounts"] == []


def test_a_summary_is_there_after_the_import_that_did_not_wait_for_it(handbook: Terminal) -> None:
    listed = {one["doc"]: one["summary"] for one in handbook.json("knowledge", "list")["documents"]}
    assert listed["handbook/leave.md"].startswith("How much leave there is")
    assert listed["handbook/zh/报销.md"].startswith("适用于全体员工。")


def test_pages_of_the_terminal_joined_are_the_section(handbook: Terminal) -> None:
    text, cursor = "", list[str]()
    while True:
        page = handbook.json("knowledge", "read", "报销.md#审批", "--characters", "40", *cursor)
        text += page["text"]
        if page["next_cursor"] is None:
            break
        cursor = ["--cursor", page["next_cursor"]]
    assert text == handbook.json("knowledge", "read", "报销.md#审批")["text"]


def test_standard_input_is_kept_under_its_name(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO("# 便笺\n\n周二评审\n".encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    answer = terminal.json("knowledge", "add", "-", "--name", "notes", "--publish")
    assert answer["documents"][0]["doc"] == "notes.md"
    assert terminal.json("knowledge", "search", "评审")["hits"][0]["doc"] == "notes.md"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("add", "/no/such/folder"), 1),
        (("add", "-"), 2),
        (("publish", "no-such.md"), 1),
        (("publish",), 2),
        (("read", "no-such.md#x"), 1),
        (("read", "leave.md#no-such"), 1),
        (("read", "leave.md", "--cursor", "zz"), 1),
        (("outline", "no-such.md"), 1),
        (("search", "x", "--limit", "0"), 2),
        (("sources", "--accept", "no-such"), 1),
        (("sync", "no-such"), 1),
        (("add", "examples", "--scope", "alien:x"), 2),
    ],
)
def test_what_cannot_be_done_says_why_with_its_exit_code(handbook: Terminal, words: tuple[str, ...], code: int) -> None:
    got, out, err = handbook.run("knowledge", *words)
    assert got == code
    assert err
    assert "Traceback" not in out + err


def test_a_refused_file_is_named_with_its_line_and_the_exit_code_says_so(terminal: Terminal, tmp_path: Path) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (tmp_path / "ops.md").write_text(f"# Ops\n\ntoken: {key}\n", "utf-8")
    code, out, _ = terminal.run("knowledge", "add", str(tmp_path / "ops.md"), "--json")
    assert code == 1
    assert "line 3" in json.loads(out)["documents"][0]["reason"]
    assert key not in out


def test_an_agents_proposal_waits_for_a_person(terminal: Terminal) -> None:
    handbook = CHECKOUT / "examples" / "handbook"
    terminal.home.mkdir()
    settings = f"knowledge:\n  markdown:\n    allowed_roots: ['{handbook}']\n"
    (terminal.home / "config.yaml").write_text(settings, "utf-8")
    outside = str(CHECKOUT / "docs")
    assert terminal.run("knowledge", "sources", "--agent", "planner", "--propose", outside)[0] == 1
    words = ("--agent", "planner", "--propose", str(handbook), "--reason", "needed")
    (proposal,) = terminal.json("knowledge", "sources", *words)["proposals"]
    assert (proposal["files"], proposal["reason"]) == (4, "needed")
    assert not terminal.json("knowledge", "list")["documents"]
    report = terminal.json("knowledge", "sources", "--accept", proposal["id"])
    assert report["counts"] == {"created": 4}
    assert terminal.json("knowledge", "sources")["proposals"] == []

"""Anthropic's memory tool answers word for word as the reference implementation does, and stays inside its paths."""

from pathlib import Path
from typing import Any

import pytest
from anthropic.lib.tools import ToolError
from anthropic.tools import BetaLocalFilesystemMemoryTool

from archivist.app import Archivist
from archivist.doors.adapters.anthropic_memory import ArchivistMemoryTool
from archivist.session import Session

STORY: list[dict[str, Any]] = [
    {"command": "create", "path": "/memories/notes.md", "file_text": "first line\nsecond line\nthird\n"},
    {"command": "create", "path": "/memories/notes.md", "file_text": "again"},
    {"command": "create", "path": "/memories/工作/计划.md", "file_text": "周报用英文写\n" * 300},
    {"command": "create", "path": "/memories/same.md", "file_text": "first line\nsecond line\nthird\n"},
    {"command": "create", "path": "/memories/a/b/c/deep.txt", "file_text": ""},
    {"command": "view", "path": "/memories/notes.md"},
    {"command": "view", "path": "/memories/notes.md", "view_range": [2, 3]},
    {"command": "view", "path": "/memories/notes.md", "view_range": [2, -1]},
    {"command": "view", "path": "/memories/none.md"},
    {"command": "str_replace", "path": "/memories/notes.md", "old_str": "second", "new_str": "2nd"},
    {"command": "str_replace", "path": "/memories/notes.md", "old_str": "absent", "new_str": "x"},
    {"command": "str_replace", "path": "/memories/notes.md", "old_str": "line", "new_str": "x"},
    {"command": "str_replace", "path": "/memories/none.md", "old_str": "a", "new_str": "b"},
    {"command": "str_replace", "path": "/memories/a", "old_str": "a", "new_str": "b"},
    {"command": "insert", "path": "/memories/notes.md", "insert_line": 0, "insert_text": "top\n"},
    {"command": "insert", "path": "/memories/notes.md", "insert_line": 2, "insert_text": "middle"},
    {"command": "insert", "path": "/memories/notes.md", "insert_line": 99, "insert_text": "x"},
    {"command": "insert", "path": "/memories/none.md", "insert_line": 0, "insert_text": "x"},
    {"command": "view", "path": "/memories/notes.md"},
    {"command": "rename", "old_path": "/memories/notes.md", "new_path": "/memories/kept/notes.md"},
    {"command": "rename", "old_path": "/memories/notes.md", "new_path": "/memories/x.md"},
    {"command": "rename", "old_path": "/memories/same.md", "new_path": "/memories/kept/notes.md"},
    {"command": "rename", "old_path": "/memories", "new_path": "/memories/x"},
    {"command": "view", "path": "/memories/kept/notes.md"},
    {"command": "delete", "path": "/memories/kept/notes.md"},
    {"command": "delete", "path": "/memories/none.md"},
    {"command": "delete", "path": "/memories"},
    {"command": "delete", "path": "/memories/a"},
    {"command": "view", "path": "/memories/same.md"},
    {"command": "create", "path": "/memories/kept/notes.md", "file_text": "once more"},
    {"command": "view", "path": "/memories/kept/notes.md"},
    {"command": "view", "path": "/etc/passwd"},
]  # fmt: skip


def answer(tool: Any, command: dict[str, Any]) -> str:
    try:
        return str(tool.call(command))
    except ToolError as exc:
        return f"error: {exc.content if hasattr(exc, 'content') else exc}"


def test_every_command_answers_as_the_reference_does(planner: Session, tmp_path: Path) -> None:
    ours, reference = ArchivistMemoryTool(planner), BetaLocalFilesystemMemoryTool(str(tmp_path / "reference"))
    for command in STORY:
        assert answer(ours, command) == answer(reference, command), command


def test_a_folder_is_listed_two_levels_deep_by_name(planner: Session) -> None:
    tool = ArchivistMemoryTool(planner)
    assert answer(tool, {"command": "view", "path": "/memories"}).endswith("hidden items:\n0B\t/memories")
    for path, text in (("b.md", "x" * 19), ("a/one.md", "x" * 2765), ("a/c/two.md", "y"), (".hidden", "h")):
        answer(tool, {"command": "create", "path": f"/memories/{path}", "file_text": text})
    lines = answer(tool, {"command": "view", "path": "/memories"}).split("\n")[2:]
    assert lines == ["2.7K\t/memories/a/", "1B\t/memories/a/c/", "2.7K\t/memories/a/one.md", "19B\t/memories/b.md"]


@pytest.mark.parametrize(
    "path",
    [
        "/memoriesX/a", "memories/a", "/memories/../etc/passwd", "/memories/a/../../x", "/memories/%2e%2e/x",
        "/memories/..\\x", "/memories/a\0b", "~/.ssh/id", "", "/", "/memories/%2E%2E%2Fx",
    ],
)  # fmt: skip
def test_no_path_leads_outside(planner: Session, path: str) -> None:
    tool = ArchivistMemoryTool(planner)
    for command in ("view", "create", "delete"):
        said = answer(tool, {"command": command, "path": path, "file_text": "x"})
        assert said.startswith(("error: Path must start with /memories", "error: Path "))
    assert not list(tool._notes.all())


def test_a_secret_is_refused_in_words_the_model_reads_and_nothing_is_kept(planner: Session) -> None:
    tool = ArchivistMemoryTool(planner)
    key = "sk-" + "proj-" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
    said = answer(tool, {"command": "create", "path": "/memories/k.md", "file_text": f"key {key}"})
    assert said.startswith("error: ")
    assert key not in said
    assert answer(tool, {"command": "view", "path": "/memories/k.md"}).startswith("error: The path")


def test_files_are_one_agents_of_one_user(home: Archivist, planner: Session) -> None:
    ArchivistMemoryTool(planner).call({"command": "create", "path": "/memories/a.md", "file_text": "mine"})
    for other in (home.acting_as("alice", agent="writer"), home.acting_as("bob", agent="planner")):
        tool = ArchivistMemoryTool(other)
        assert answer(tool, {"command": "view", "path": "/memories/a.md"}).startswith("error")
        assert answer(tool, {"command": "delete", "path": "/memories/a.md"}).startswith("error")
    restored = home.acting_as("alice")
    assert restored.agents.get("/memories/a.md", agent="planner").text.startswith("/memories/a.md")


def test_the_tool_is_what_the_sdk_sends_to_the_model(planner: Session) -> None:
    assert ArchivistMemoryTool(planner).to_dict() == {"type": "memory_20250818", "name": "memory"}

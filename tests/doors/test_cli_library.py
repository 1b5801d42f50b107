"""The library and projects at the command line: the shapes of the contract, stale saves, an editor, the first run."""

import json
import sys
from pathlib import Path

import click
import pytest

from archivist.app import Archivist
from archivist.doors.cli.preferences import ask_preferences, language_of
from tests.doors.cli import Terminal

TEXT = "## Rules\n- Weekly report\n  - Keep it short\n  - 用表格\n- 注释用中文\n\n## Info\n- GMV 不含退款\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "library.md"
    path.write_text(TEXT, "utf-8")
    return path


def saved(terminal: Terminal, file: Path, *words: str) -> dict[str, object]:
    revision = terminal.json("library", "show", *words)["revision"]
    return terminal.json("library", "save", str(file), "--revision", revision, *words)


def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    program = tmp_path / "editor.sh"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(program))
    monkeypatch.delenv("VISUAL", raising=False)


def test_a_document_has_the_shape_of_the_contract(terminal: Terminal, file: Path) -> None:
    answer = saved(terminal, file)
    assert {"text", "mode", "characters", "limit", "rules", "infos", "revision"} <= answer.keys()
    assert (answer["text"], answer["rules"], answer["infos"], answer["limit"]) == (TEXT, 3, 1, 6_000)
    assert terminal.run("library", "show")[1] == TEXT
    origins = terminal.json("library", "show", "--origins")["entries"]
    assert [one["created_by"] for one in origins] == ["user:alice"] * 4
    assert "reorganising takes the topics away" in terminal.run("library", "status")[1]
    assert terminal.json("library", "show", "--injected")["injected"]["text"] == TEXT


def test_project_knowledge_is_its_own_document(terminal: Terminal, file: Path) -> None:
    assert saved(terminal, file, "--project", "atlas")["limit"] == 20_000
    assert terminal.json("library", "show")["rules"] == 0
    assert terminal.json("library", "expand", "weekly report", "--project", "atlas")["entries"][0]["text"]
    terminal.json("project", "focus", "atlas")
    assert terminal.json("library", "show")["rules"] == 0, "a focus does not turn every command to the project"
    assert terminal.run("library", "expand", "weekly report")[1] == (
        "## Rules\n- Weekly report\n  - Keep it short\n  - 用表格\n"
    )


def test_a_save_without_a_revision_is_a_usage_error_and_a_stale_one_leaves_both_sides_in_a_file(
    terminal: Terminal, file: Path
) -> None:
    assert terminal.run("library", "save", str(file))[0] == 2
    saved(terminal, file)
    file.write_text(TEXT + "- 新的事实\n", "utf-8")
    code, out, err = terminal.run("library", "save", str(file), "--revision", "0", "--json")
    error = json.loads(out)["error"]
    assert (code, error["code"], error["current_text"]) == (1, "stale", TEXT)
    merged = file.with_name("library.md.merged")
    assert merged.read_text("utf-8") == error["merged_text"] == TEXT + "- 新的事实\n"
    assert str(merged) in err
    assert terminal.json("library", "status")["unsaved"][0]["text"] == TEXT + "- 新的事实\n"
    terminal.json("library", "save", str(merged), "--revision", error["current"])
    assert not terminal.json("library", "status")["unsaved"]


def test_an_entry_that_is_refused_makes_the_command_fail_and_says_which(terminal: Terminal, file: Path) -> None:
    secret = "sk-" + "proj-" + "a8Fk2LmQ9xZ7vB4nR6tY1wE3" * 2
    file.write_text(f"{TEXT}- {secret}\n", "utf-8")
    revision = terminal.json("library", "show")["revision"]
    code, out, err = terminal.run("library", "save", str(file), "--revision", revision)
    assert code == 1
    assert secret not in out + err
    assert "refused" in out
    assert terminal.json("library", "show")["text"] == TEXT


def test_reorganising_can_be_looked_at_and_undone(terminal: Terminal, file: Path, tmp_path: Path) -> None:
    assert terminal.run("library", "backup")[0] == 1
    saved(terminal, file)
    assert terminal.json("library", "reorganize")["flattened"]
    assert "Weekly report: Keep it short" in terminal.run("library", "show")[1]
    assert terminal.run("library", "backup")[1] == TEXT
    assert terminal.run("library", "backup", "--out", str(tmp_path / "library.bak"))[0] == 0
    assert (tmp_path / "library.bak").read_text("utf-8") == TEXT
    assert terminal.run("library", "undo")[1] == TEXT
    assert terminal.run("library", "undo")[0] == 1


def test_an_editor_saves_what_it_leaves(
    terminal: Terminal, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(terminal, file)
    editor(tmp_path, monkeypatch, "printf -- '- typed by hand\\n' >> \"$1\"")
    assert terminal.run("library", "edit")[0] == 0
    assert terminal.run("library", "show")[1] == f"{TEXT}- typed by hand\n"
    editor(tmp_path, monkeypatch, "true")
    assert "nothing was changed" in terminal.run("library", "edit")[2]
    assert not terminal.json("library", "status")["unsaved"]


def test_an_editor_that_comes_too_late_is_given_both_sides(
    terminal: Terminal, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(terminal, file)
    other = tmp_path / "other.md"
    other.write_text(f"{TEXT}- 别人加的\n", "utf-8")
    meanwhile = (
        "from archivist.app import open_app\n"
        f"with open_app({str(terminal.home)!r}) as app:\n"
        "    library = app.acting_as('alice').library\n"
        f"    library.save(open({str(other)!r}, encoding='utf-8').read(), library.show().revision)\n"
    )
    script = tmp_path / "meanwhile.py"
    script.write_text(meanwhile, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "src"))
    editor(
        tmp_path,
        monkeypatch,
        f'[ -f "{tmp_path}/once" ] && exit 0; touch "{tmp_path}/once"\n{sys.executable} "{script}"\n'
        "printf -- '- mine\\n' >> \"$1\"",
    )
    monkeypatch.setattr(click, "confirm", lambda *_words, **_options: True)
    code, _, err = terminal.run("library", "edit")
    assert (code, "both sides" in err) == (0, True)
    shown = terminal.run("library", "show")[1]
    assert shown.endswith("- GMV 不含退款\n- mine\n- 别人加的\n")
    assert not terminal.json("library", "status")["unsaved"]


def test_projects_are_made_listed_focused_and_shared(terminal: Terminal) -> None:
    assert terminal.json("project", "create", "atlas", "--title", "Atlas 项目")["project"]["title"] == "Atlas 项目"
    assert terminal.run("project", "create", "atlas")[0] == 1
    terminal.json("project", "focus", "atlas")
    assert terminal.json("project", "list")["focus"] == "atlas"
    assert terminal.json("project", "add-member", "atlas", "bob")["added"]
    assert [one["user"] for one in terminal.json("project", "members", "atlas")["members"]] == ["alice", "bob"]
    assert terminal.json("project", "remove-member", "atlas", "bob")["removed"]
    terminal.user = "bob"
    code, _, err = terminal.run("library", "show", "--project", "atlas")
    assert (code, "may not act in project" in err) == (1, True)
    terminal.user = "alice"
    assert terminal.json("project", "focus", "--clear")["focus"] is None


def test_the_first_run_asks_once_and_not_without_a_terminal(terminal: Terminal, app: Archivist) -> None:
    assert terminal.json("init", "--yes")["created"]
    assert not terminal.json("library", "show")["exists"]
    session = app.acting_as("carol")
    numbers = iter([1, 0, 2, 3])
    ask_preferences(session, "zh", lambda _text, _most: next(numbers))
    assert [memory.text for memory in session.library.show().memories] == [
        "用我提问的语言回答", "有不清楚的地方，先问我再回答", "无需事先询问，做完后说明做了什么",
    ]  # fmt: skip
    ask_preferences(session, "zh", lambda _text, _most: 1 // 0)


def test_leaving_the_first_run_makes_the_empty_template(app: Archivist) -> None:
    def leave(_text: str, _most: int) -> int:
        raise click.Abort

    session = app.acting_as("carol")
    ask_preferences(session, "en", leave)
    assert (session.library.show().exists, session.library.show().status.rules) == (True, 0)
    assert (language_of("zh"), language_of("en")) == ("zh", "en")

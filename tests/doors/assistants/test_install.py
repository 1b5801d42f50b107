"""Installing an assistant changes one place in its files, twice is once, and taking it out leaves no trace."""

import json
import os
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from archivist.doors.assistants.files import carry_out
from archivist.doors.assistants.hosts import HOSTS, Surroundings
from archivist.errors import Invalid

REPOSITORY = Path(__file__).parents[3]
SETTINGS = """{
    "model": "opus",
    "hooks": {
        "Stop": [{"matcher": "", "hooks": [{"type": "command", "command": "say done"}]}],
        "PostToolUse": [{"matcher": "Edit", "hooks": [{"type": "command", "command": "make lint"}]}]
    },
    "权限": {"allow": ["Bash(ls:*)"]}
}
"""


def around(tmp_path: Path, *options: str) -> Surroundings:
    return Surroundings(tmp_path / "user", tmp_path / "project", {}, options)


def install(name: str, where: Surroundings, is_out: bool = False) -> list[Path]:
    """Carry the changes out; returns the files that changed."""
    changes = HOSTS[name](where, is_out)
    for change in changes:
        carry_out(change)
    return [change.path for change in changes if change.is_needed]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user who has settings of their own for every assistant."""
    for path, text in {
        "user/.claude/settings.json": SETTINGS,
        "user/.claude.json": '{"numStartups": 5, "mcpServers": {"other": {"command": "x"}}}',
        "user/.codex/config.toml": '# mine\nmodel = "o5"\n\n[mcp_servers.other]\ncommand = "x"\n',
        "user/.cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "./mine.sh"}]}}',
        "project/AGENTS.md": "# Rules\n\nBe brief.\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", list(HOSTS))
def test_installed_twice_is_installed_once_and_taken_out_is_as_before(home: Path, name: str) -> None:
    before = files(home)
    assert install(name, around(home))
    once = files(home)
    assert not install(name, around(home))
    assert files(home) == once != before
    assert install(name, around(home), is_out=True)
    assert files(home) == before
    assert not install(name, around(home), is_out=True)


@pytest.mark.parametrize("name", list(HOSTS))
def test_where_there_was_nothing_nothing_is_left(tmp_path: Path, name: str) -> None:
    (tmp_path / "project").mkdir()
    install(name, around(tmp_path))
    assert files(tmp_path)
    install(name, around(tmp_path), is_out=True)
    assert files(tmp_path) == {}


def test_what_others_put_there_stays_also_what_they_change_later(home: Path) -> None:
    install("claude-code", around(home, "--home", "/data/mine"))
    path = home / "user/.claude/settings.json"
    settings = json.loads(path.read_text("utf-8"))
    assert settings["权限"] == {"allow": ["Bash(ls:*)"]}
    assert settings["hooks"]["Stop"][0]["hooks"][0]["command"] == "say done"
    ours = settings["hooks"]["UserPromptSubmit"][0]["hooks"][0]
    assert ours["args"][-2:] == ["--home", "/data/mine"]
    settings["model"] = "sonnet"
    settings["hooks"]["Stop"][1]["hooks"].append({"type": "command", "command": "later"})
    path.write_text(json.dumps(settings), "utf-8")
    install("claude-code", around(home), is_out=True)
    left = json.loads(path.read_text("utf-8"))
    assert left["model"] == "sonnet"
    assert [hook["command"] for group in left["hooks"]["Stop"] for hook in group["hooks"]] == ["say done", "later"]
    assert "UserPromptSubmit" not in left["hooks"]
    assert json.loads((home / "user/.claude.json").read_text("utf-8"))["mcpServers"] == {"other": {"command": "x"}}


@pytest.mark.parametrize(
    "text",
    ['{\n  // mine\n  "hooks": {}\n}', '{"hooks": {},}', "[]", '{"hooks": []}', '{"hooks": {"Stop": "x"}}', "nonsense"],
)
def test_a_file_we_could_not_write_back_whole_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "user/.claude/settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    with pytest.raises(Invalid):
        install("claude-code", around(tmp_path))
    assert files(tmp_path) == {"user/.claude/settings.json": text.encode()}


def test_codex_gets_a_server_in_toml_that_parses_and_keeps_its_comments(home: Path) -> None:
    install("codex", around(home))
    text = (home / "user/.codex/config.toml").read_text("utf-8")
    assert text.startswith('# mine\nmodel = "o5"\n')
    assert set(tomllib.loads(text)["mcp_servers"]) == {"other", "archivist"}
    (home / "user/.codex/config.toml").write_text("[mcp_servers.archivist]\ncommand = 'mine'\n", "utf-8")
    with pytest.raises(Invalid, match="of its own"):
        HOSTS["codex"](around(home), False)


def test_the_installed_hook_answers_when_it_is_called_as_written(home: Path) -> None:
    install("claude-code", around(home, "--home", str(home / "memory"), "--as", "alice"))
    settings = json.loads((home / "user/.claude/settings.json").read_text("utf-8"))
    handler = settings["hooks"]["SessionStart"][0]["hooks"][0]
    done = subprocess.run(
        [handler["command"], *handler["args"]],
        input="{}",
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "src")},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_command_says_what_it_did(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    from archivist.doors.cli.guard import guarded
    from archivist.doors.cli.main import cli

    monkeypatch.setenv("HOME", str(home / "user"))
    for words in (["--dry-run"], [], ["--uninstall"], ["--uninstall"]):
        assert guarded(cli, ["install", "cursor", *words]) == 0
    told = capsys.readouterr().out.split("\n")
    assert [line.split("  ")[0] for line in told if line] == [
        "would change", "would make", "changed", "made", "changed", "removed",
        "nothing to change: it is not there",
    ]  # fmt: skip


def test_the_plugin_folder_names_hooks_that_exist() -> None:
    plugin = REPOSITORY / "integrations" / "claude-code"
    manifest = json.loads((plugin / ".claude-plugin/plugin.json").read_text("utf-8"))
    for key in ("hooks", "mcpServers", "skills"):
        assert (plugin / manifest[key]).exists()
    from archivist.doors.hooks.dialects import NAMES, Event

    hooks = json.loads((plugin / "hooks/hooks.json").read_text("utf-8"))["hooks"]
    assert set(hooks) == set(NAMES.values())
    for name, groups in hooks.items():
        words = groups[0]["hooks"][0]["args"]
        assert NAMES[Event(words[1])] == name

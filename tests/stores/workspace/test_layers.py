"""A folder of this form is adopted as it is; a new one gets what a person needs to begin."""

from pathlib import Path

import pytest

from archivist.errors import Invalid, NotFound
from archivist.stores.workspace.layers import Layer, WorkspaceLayout, adopt, create, start_files


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def codebuddy(tmp_path: Path) -> Path:
    root = tmp_path / "Application Support"
    for name in ["SOUL.md", "User.md", "CODEBUDDY.md", "daily-memories/2026-02-28.md", ".memories/11391733.mdc"]:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"\xef\xbb\xbf# x\r\n")
    return root


def test_an_existing_folder_is_adopted_and_nothing_in_it_is_written(codebuddy: Path) -> None:
    before = snapshot(codebuddy)
    adopted = adopt(codebuddy)
    assert adopted.layout == WorkspaceLayout(profile="User.md")
    assert adopted.present == (Layer.CONDUCT, Layer.PROFILE, Layer.CONFIGURATION, Layer.DAYS, Layer.FRAGMENTS)
    assert snapshot(codebuddy) == before


@pytest.mark.parametrize("charter", ["CLAUDE.md", "AGENTS.md"])
def test_other_assistants_call_the_configuration_otherwise(tmp_path: Path, charter: str) -> None:
    (tmp_path / charter).write_text("# x", encoding="utf-8")
    adopted = adopt(tmp_path)
    assert adopted.layout.configuration == charter
    assert adopted.present == (Layer.CONFIGURATION,)


def test_names_are_configurable(tmp_path: Path) -> None:
    (tmp_path / "Journal").mkdir()
    layout = adopt(tmp_path, WorkspaceLayout(days="journal", archive="journal/old", digest="LONG.md")).layout
    assert (layout.days, layout.archive, layout.digest) == ("Journal", "Journal/old", "LONG.md")
    with pytest.raises(Invalid):
        WorkspaceLayout(digest="../MEMORY.md")


def test_a_new_folder_gets_its_first_files_and_an_old_one_keeps_its_own(tmp_path: Path, codebuddy: Path) -> None:
    assert Layer.DIGEST not in create(tmp_path / "new", WorkspaceLayout(), "en").present
    assert "# Profile" in (tmp_path / "new" / "USER.md").read_text("utf-8")
    before = snapshot(codebuddy)
    create(codebuddy, WorkspaceLayout())
    after = snapshot(codebuddy)
    after.pop(".archivist.lock", None)
    assert after == before


def test_a_folder_that_is_not_there_is_not_made_by_adopting(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        adopt(tmp_path / "nowhere")


def test_a_session_starts_from_the_stable_layers_and_two_days() -> None:
    assert start_files(WorkspaceLayout(), ["a", "b"]) == ["SOUL.md", "USER.md", "MEMORY.md", "a", "b"]

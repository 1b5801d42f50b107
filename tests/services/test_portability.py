"""Records go out as Markdown, only what changed, and come back in through the gates; twice is as once."""

from pathlib import Path

import pytest

from archivist.app import Archivist
from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.session import Session


def files(root: Path) -> dict[str, str]:
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in sorted(root.rglob("*.md"))}


def test_the_mirror_holds_what_may_be_seen_with_its_front_matter_and_nothing_else(
    app: Archivist, alice: Session, bob: Session, tmp_path: Path
) -> None:
    alice.memory.remember("周报使用简短格式", name="周报", type="feedback", tags=["周报"], description="格式")
    alice.memory.remember("Atlas releases on Mondays", name="release", scope="project:atlas", type="project")
    bob.memory.remember("Bob likes tea", name="tea")
    done = alice.files.mirror(tmp_path / "m")
    assert sorted(done.written) == ["project/atlas/release.md", "user/alice/周报.md"]
    text = files(tmp_path / "m")["user/alice/周报.md"]
    assert text.startswith("---\nname: 周报\n")
    assert all(line in text for line in ("type: feedback", "source: human", "recallCount: 0", "周报使用简短格式"))


def test_only_what_changed_is_written_and_what_went_is_taken_away(alice: Session, tmp_path: Path) -> None:
    root = tmp_path / "m"
    for name in ("one", "two", "three"):
        alice.memory.remember(f"the subject of {name} is number {len(name)}{name}", name=name)
    alice.files.mirror(root)
    assert alice.files.mirror(root).unchanged == 3
    alice.memory.edit("one", text="another text")
    alice.memory.forget("two")
    alice.memory.erase("three")
    (root / "own.md").write_text("a person's own file", "utf-8")
    done = alice.files.mirror(root)
    assert done.written == ["user/alice/one.md"]
    assert sorted(done.removed) == ["user/alice/three.md", "user/alice/two.md"]
    assert sorted(files(root)) == ["own.md", "user/alice/one.md"]


@pytest.mark.parametrize(
    "name", ["../escape", "a/b", "CON", "x" * 190, "Café", "CAFÉ", "名字 带空格", "a%2fb", ".hidden"]
)
def test_every_name_is_a_safe_file_under_the_folder(alice: Session, tmp_path: Path, name: str) -> None:
    """Field case IS-03."""
    alice.memory.remember("a text", name=name)
    (written,) = alice.files.mirror(tmp_path / "m").written
    path = (tmp_path / "m" / written).resolve()
    assert path.parent == (tmp_path / "m/user/alice").resolve()
    assert [one.name for one in tmp_path.iterdir()] == ["m"]


def test_a_file_edited_in_the_mirror_is_left_alone_and_taken_in_by_an_import(alice: Session, tmp_path: Path) -> None:
    alice.memory.remember("令牌 30 分钟过期", name="token")
    alice.files.mirror(tmp_path / "m")
    path = tmp_path / "m/user/alice/token.md"
    path.write_text(path.read_text("utf-8").replace("30", "15"), "utf-8")
    assert alice.files.mirror(tmp_path / "m").edited == ["user/alice/token.md"]
    assert "15" in path.read_text("utf-8")
    assert alice.files.import_markdown(tmp_path / "m").updated == ["user/alice/token.md"]
    assert alice.memory.show("token").text == "令牌 15 分钟过期"
    assert [version.memory.text for version in alice.memory.history("token").versions] == ["令牌 30 分钟过期"]


def test_a_mirror_read_into_an_empty_home_gives_the_same_records_once(
    app: Archivist, alice: Session, tmp_path: Path
) -> None:
    alice.memory.remember("周报使用简短格式", name="周报", type="feedback", kind="rule", tags=["a", "b"])
    alice.memory.remember("Deploys run on Mondays\n\n- never on Fridays", name="deploys", type="reference")
    alice.files.mirror(tmp_path / "m")
    before = {one.name: (one.text, one.type, one.kind, one.tags) for one in alice.memory.list().items}
    from archivist.app import open_app, settings_from

    with open_app(tmp_path / "home", settings=settings_from({"time_zone": "UTC"})) as other:
        session = other.acting_as("alice")
        assert len(session.files.import_markdown(tmp_path / "m").created) == 2
        assert {one.name: (one.text, one.type, one.kind, one.tags) for one in session.memory.list().items} == before
        again = session.files.import_markdown(tmp_path / "m")
        assert (again.unchanged, again.created, again.updated) == (2, [], [])


def test_what_was_forgotten_is_not_brought_back_by_reading_an_old_mirror(alice: Session, tmp_path: Path) -> None:
    alice.memory.remember("I like tea", name="tea")
    alice.files.mirror(tmp_path / "m")
    alice.memory.forget("tea")
    assert "forgotten" in alice.files.import_markdown(tmp_path / "m").refused["user/alice/tea.md"]
    assert not alice.memory.list().items


def test_secrets_foreign_scopes_and_broken_files_are_refused_by_name(alice: Session, tmp_path: Path) -> None:
    root = tmp_path / "in"
    root.mkdir()
    key = "sk-" + "proj-" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
    (root / "key.md").write_text(f"The key is {key}\n", "utf-8")
    (root / "bob.md").write_text("---\nname: x\nscope: user:bob\n---\n\nFor bob\n", "utf-8")
    (root / "empty.md").write_text("", "utf-8")
    (root / "bytes.md").write_bytes(b"\xff\xfe\x00")
    (root / "good.md").write_text("Plain words without front matter\n", "utf-8")
    done = alice.files.import_markdown(root)
    assert done.created == ["good.md"]
    assert sorted(done.refused) == ["bob.md", "bytes.md", "empty.md", "key.md"]
    assert key not in str(done.refused)


def test_a_folder_that_is_not_there_and_a_state_that_cannot_be_read_are_said(alice: Session, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        alice.files.import_markdown(tmp_path / "none")
    (tmp_path / "m").mkdir()
    (tmp_path / "m/.archivist-mirror.json").write_text("{broken", "utf-8")
    with pytest.raises(Invalid):
        alice.files.mirror(tmp_path / "m")


def test_an_agent_imports_nothing(app: Archivist, tmp_path: Path) -> None:
    with pytest.raises(NotPermitted):
        app.acting_as("alice", agent="coder").files.import_markdown(tmp_path)

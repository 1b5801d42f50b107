"""Nothing outside the root is ever read, and what is left out is said (field case FS-02, IS-03)."""

import os
from pathlib import Path, PurePosixPath

import pytest

from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.importers.walk import discover, is_inside, locate, read


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The folder of FS-02: shared may be read, private may not."""
    (tmp_path / "shared" / "sub").mkdir(parents=True)
    (tmp_path / "private").mkdir()
    (tmp_path / "shared/a.md").write_text("# 公开\n", "utf-8")
    (tmp_path / "shared/sub/x.md").write_text("# 子目录\n", "utf-8")
    (tmp_path / "private/x.md").write_text("# 机密\n", "utf-8")
    for name, target in [("out.md", "/etc/hostname"), ("loop", "../shared"), ("dir.md", "../shared/sub")]:
        (tmp_path / "shared" / name).symlink_to(target)
    (tmp_path / "shared/dead.md").symlink_to("nowhere")
    (tmp_path / "link-to-shared").symlink_to("shared")
    return tmp_path


def test_links_are_skipped_with_a_reason(tree: Path) -> None:
    found = discover(tree / "shared")
    assert found.files == ("a.md", "sub/x.md")
    assert [skipped.path for skipped in found.skipped] == ["dead.md", "dir.md", "loop", "out.md"]
    assert all("link" in skipped.reason for skipped in found.skipped)


def test_a_link_as_root_works(tree: Path) -> None:
    root, pattern = locate(str(tree / "link-to-shared"))
    assert "a.md" in discover(root, pattern).files
    assert read(root, "a.md") == "# 公开\n".encode()


def test_a_folder_swapped_for_a_link_is_refused_when_found_and_when_read(tree: Path) -> None:
    root = discover(tree / "shared").root
    (tree / "shared/sub").rename(tree / "moved")
    (tree / "shared/sub").symlink_to("../private")
    with pytest.raises(NotPermitted):
        read(root, "sub/x.md")
    assert "sub" in [skipped.path for skipped in discover(tree / "shared").skipped]


def test_a_file_swapped_for_a_link_is_refused(tree: Path) -> None:
    root = discover(tree / "shared").root
    (tree / "shared/a.md").unlink()
    (tree / "shared/a.md").symlink_to("../private/x.md")
    with pytest.raises(NotPermitted):
        read(root, "a.md")


@pytest.mark.parametrize("path", ["../private/x.md", "sub/../../private/x.md", "/etc/hostname", "", ".", "a\0.md"])
def test_a_path_that_leads_out_is_refused(tree: Path, path: str) -> None:
    with pytest.raises(NotPermitted):
        read(tree / "shared", path)


def test_the_allowed_roots_are_compared_part_by_part(tree: Path) -> None:
    assert not is_inside(PurePosixPath("/data/mem"), PurePosixPath("/data/mem-evil/x.md"))
    assert not is_inside(PurePosixPath("/data/mem"), PurePosixPath("/data/mem/../x.md"))
    assert is_inside(PurePosixPath("/data/mem"), PurePosixPath("/data/mem/x.md"))
    allowed = [(tree / "shared").resolve()]
    assert locate(str(tree / "shared/sub"), allowed)[0] == (tree / "shared/sub").resolve()
    for outside in ("private", "shared/../private/x.md"):
        with pytest.raises(NotPermitted):
            locate(str(tree / outside), allowed)


def test_a_pattern_chooses(tree: Path) -> None:
    def chosen(argument: str) -> tuple[str, ...]:
        return discover(*locate(str(tree / argument)), {".md"}).files

    assert chosen("shared/**/*.md") == ("a.md", "sub/x.md")
    assert chosen("shared/*.md") == ("a.md",)
    assert chosen("shared/s*/?.md") == ("sub/x.md",)
    assert chosen("shared/sub/x.md") == ("x.md",)
    (tree / "shared/[1].md").write_text("", "utf-8")
    assert chosen("shared/[1].md") == ("[1].md",)
    with pytest.raises(NotFound):
        locate(str(tree / "nowhere/at/all.md"))


def test_what_nobody_reads_is_said(tree: Path) -> None:
    (tree / "shared/.git").mkdir()
    (tree / "shared/photo.png").touch()
    os.mkfifo(tree / "shared/pipe.md")
    found = discover(tree / "shared", suffixes={".md"})
    reasons = {skipped.path: skipped.reason for skipped in found.skipped}
    assert ".png" in reasons["photo.png"]
    assert "dot" in reasons[".git"]
    assert "regular" in reasons["pipe.md"]
    with pytest.raises(Invalid):
        read(found.root, "pipe.md")


def test_names_that_differ_by_case_only_are_both_taken_and_told(tmp_path: Path) -> None:
    (tmp_path / "Config.md").touch()
    (tmp_path / "config.md").touch()
    if len(os.listdir(tmp_path)) < 2:
        pytest.skip("this disk does not tell case apart")
    found = discover(tmp_path)
    assert found.files == ("Config.md", "config.md")
    assert "Config.md, config.md" in found.notices[0]


def test_a_file_that_changes_while_it_is_read_is_refused(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = os.fstat, 0

    def fstat(descriptor: int) -> os.stat_result:
        nonlocal calls
        calls += 1
        if calls == 2:
            with (tree / "shared/a.md").open("ab") as file:
                file.write(b"more")
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", fstat)
    with pytest.raises(Invalid, match="changes while"):
        read((tree / "shared").resolve(), "a.md")


def test_a_file_beyond_the_limit_is_not_read(tree: Path) -> None:
    with pytest.raises(Invalid, match="more than 3"):
        read((tree / "shared").resolve(), "a.md", max_bytes=3)
    with pytest.raises(NotFound):
        read((tree / "shared").resolve(), "gone.md")


def test_a_name_that_is_not_there_is_told_without_walking_its_folder(tmp_path: Path) -> None:
    for missing in ("gone.md", "不在.md", "gone"):
        with pytest.raises(NotFound):
            locate(str(tmp_path / missing))

"""Nothing leaves the root, nothing is half written, and several writers lose nothing."""

import errno
import multiprocessing
import os
import sys
from pathlib import Path

import pytest

from archivist.errors import AlreadyExists, Invalid, NotFound, StoreBusy, StoreError, StoreFull, StoreReadOnly
from archivist.stores.workspace import files
from archivist.stores.workspace.files import Folder

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The tree of field case FS-02."""
    (tmp_path / "shared" / "sub").mkdir(parents=True)
    (tmp_path / "private").mkdir()
    (tmp_path / "shared" / "a.md").write_text("# 公开\n", encoding="utf-8")
    (tmp_path / "shared" / "sub" / "x.md").write_text("# 子目录\n", encoding="utf-8")
    (tmp_path / "private" / "s.md").write_text("# 机密\n", encoding="utf-8")
    (tmp_path / "private" / "x.md").write_text("# 机密\n", encoding="utf-8")
    for name, target in {
        "out.md": "/etc/hostname",
        "loop": "../shared",
        "dir.md": "../shared/sub",
        "dead.md": "no",
    }.items():
        (tmp_path / "shared" / name).symlink_to(target)
    return tmp_path


@POSIX
def test_links_are_passed_over_and_named(tree: Path) -> None:
    listing = Folder(tree / "shared").list()
    assert [file.name for file in listing.files] == ["a.md", "sub/x.md"]
    assert set(listing.skipped) == {"out.md", "loop", "dir.md", "dead.md"}


@POSIX
def test_a_folder_swapped_for_a_link_is_noticed_at_reading(tree: Path) -> None:
    folder = Folder(tree / "shared")
    assert folder.read("sub/x.md") == "# 子目录\n"
    (tree / "shared" / "sub").rename(tree / "moved")
    (tree / "shared" / "sub").symlink_to("../private")
    for act in (folder.read, folder.delete, lambda name: folder.write(name, "x"), folder.exists):
        with pytest.raises(Invalid, match="link"):
            act("sub/x.md")
    with pytest.raises(Invalid):
        folder.read("out.md")
    assert [file.name for file in folder.list().files] == ["a.md"]
    assert (tree / "private" / "x.md").read_text("utf-8") == "# 机密\n"


@POSIX
def test_a_root_that_is_a_link_works(tree: Path) -> None:
    (tree / "link").symlink_to("shared")
    assert Folder(tree / "link").read("a.md") == "# 公开\n"
    with pytest.raises(NotFound):
        Folder(tree / "nowhere")


def test_a_neighbour_with_the_same_beginning_is_outside(tmp_path: Path) -> None:
    (tmp_path / "mem").mkdir()
    (tmp_path / "mem-evil").mkdir()
    (tmp_path / "mem" / "x").symlink_to("../mem-evil")
    with pytest.raises(Invalid):
        Folder(tmp_path / "mem").write("x/y.md", "x")


@POSIX
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    folder = Folder(tmp_path)
    assert folder.list().files == ()
    with pytest.raises(NotFound):
        folder.read("pipe.md")


def test_an_edit_that_fails_leaves_the_file_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("a.md", "old")

    def broken(text: str) -> str:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        folder.edit("a.md", broken)
    assert folder.read("a.md") == "old"
    before = (tmp_path / "a.md").stat()
    folder.edit("a.md", lambda text: text)
    assert (tmp_path / "a.md").stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize(
    ("number", "error"), [(errno.ENOSPC, StoreFull), (errno.EACCES, StoreReadOnly), (errno.EIO, StoreError)]
)
def test_a_disk_that_refuses_leaves_the_old_text_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, error: type[StoreError]
) -> None:
    folder = Folder(tmp_path)
    folder.write("a.md", "old")

    def refuse(handle: int) -> None:
        raise OSError(number, "refused")

    monkeypatch.setattr(files.os, "fsync", refuse)
    with pytest.raises(error):
        folder.write("a.md", "new")
    assert folder.read("a.md") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == [".archivist.lock", "a.md"]


def test_the_rights_of_a_file_survive_a_write(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("a.md", "old")
    (tmp_path / "a.md").chmod(0o600)
    folder.write("a.md", "new")
    assert (tmp_path / "a.md").stat().st_mode & 0o777 == 0o600


def test_a_file_spelled_otherwise_is_the_same_file(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    (tmp_path / "cafe\u0301.md").write_text("x", encoding="utf-8")
    assert folder.edit("caf\u00e9.md", lambda text: text + "y") == "xy"
    folder.write("Config.md", "x")
    assert folder.read("config.md") == "x"
    with pytest.raises(AlreadyExists):
        folder.write("config.md", "y")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xff")
    with pytest.raises(Invalid, match="UTF-8"):
        Folder(tmp_path).read("a.md")


def test_a_busy_lock_times_out(tmp_path: Path) -> None:
    with Folder(tmp_path).lock(), pytest.raises(StoreBusy):
        Folder(tmp_path, lock_timeout_s=0.05).write("a.md", "x")


def add_lines(root: str, writer: int, count: int) -> None:
    folder = Folder(Path(root), lock_timeout_s=30)
    for number in range(count):
        folder.edit("day.md", lambda text, line=f"{writer}-{number}\n": text + line)  # type: ignore[misc]


def test_several_processes_lose_no_line(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=add_lines, args=(str(tmp_path), writer, 20)) for writer in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    lines = Folder(tmp_path).read("day.md").split()
    assert sorted(lines) == sorted(f"{writer}-{number}" for writer in range(3) for number in range(20))

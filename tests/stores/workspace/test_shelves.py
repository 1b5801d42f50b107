"""Every shelf keeps the contract: in memory, a folder, an object store in memory and one that speaks S3."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.contracts.shelf import ShelfContract

from archivist.clock import system_clock
from archivist.errors import AlreadyExists, StaleWrite
from archivist.stores.sqlite.sheet_shelf import SheetShelf
from archivist.stores.sqlite.store import SqliteStore
from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.folder_shelf import FolderShelf
from archivist.stores.workspace.object_shelf import open_object_shelf
from archivist.stores.workspace.scan import scan
from archivist.stores.workspace.shelf import NEW, InMemoryShelf, Shelf


class TestInMemoryShelf(ShelfContract):
    @pytest.fixture
    def shelf(self) -> Shelf:
        return InMemoryShelf()


class TestFolderShelf(ShelfContract):
    @pytest.fixture
    def shelf(self, tmp_path: Path) -> Shelf:
        return FolderShelf(Folder(tmp_path))


class TestObjectShelf(ShelfContract):
    @pytest.fixture
    def shelf(self) -> Shelf:
        pytest.importorskip("fsspec", reason="needs the extra `objects`")
        return open_object_shelf(f"memory://{uuid.uuid4()}/records")


class TestSheetShelf(ShelfContract):
    @pytest.fixture
    def shelf(self) -> Iterator[Shelf]:  # type: ignore[override]
        store = SqliteStore(":memory:", system_clock)
        yield SheetShelf(store, "alice")
        store.close()


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The address of a local server that speaks S3."""
    moto = pytest.importorskip("moto.server", reason="needs moto and s3fs")
    pytest.importorskip("s3fs", reason="needs moto and s3fs")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.mark.filterwarnings("ignore")
class TestS3Shelf(ShelfContract):
    @pytest.fixture
    def shelf(self, s3: str) -> Shelf:
        import s3fs

        options = {"key": "test", "secret": "test", "client_kwargs": {"endpoint_url": s3, "region_name": "eu-west-1"}}
        bucket = f"records-{uuid.uuid4()}"
        s3fs.S3FileSystem(**options).mkdir(bucket)
        return open_object_shelf(f"s3://{bucket}/memories", **options)


def test_two_writers_of_one_folder_cannot_both_be_first(tmp_path: Path) -> None:
    one, other = FolderShelf(Folder(tmp_path)), FolderShelf(Folder(tmp_path))
    one.write("a.md", "one", expected=NEW)
    with pytest.raises(AlreadyExists):
        other.write("a.md", "other", expected=NEW)


def test_an_edit_made_outside_is_noticed(tmp_path: Path) -> None:
    shelf = FolderShelf(Folder(tmp_path))
    version = shelf.write("1.mdc", "old")
    _, seen = scan(shelf, {})
    (tmp_path / "1.mdc").write_text("by hand", encoding="utf-8")
    (tmp_path / "2.mdc").write_text("new by hand", encoding="utf-8")
    with pytest.raises(StaleWrite, match="changed revision"):
        shelf.write("1.mdc", "by machine", expected=version)
    changes, _ = scan(shelf, seen)
    assert (changes.new, changes.changed) == (("2.mdc",), ("1.mdc",))


def test_a_mere_touch_is_no_change(tmp_path: Path) -> None:
    shelf = FolderShelf(Folder(tmp_path))
    shelf.write("1.mdc", "old")
    _, seen = scan(shelf, {})
    os.utime(tmp_path / "1.mdc", ns=(1, 1))
    assert not scan(shelf, seen)[0]


def test_what_cannot_be_read_is_told_and_not_taken_for_deleted(tmp_path: Path) -> None:
    shelf = FolderShelf(Folder(tmp_path))
    shelf.write("1.mdc", "old")
    _, seen = scan(shelf, {})
    (tmp_path / "1.mdc").write_bytes(b"\xff\xfe")
    changes, again = scan(shelf, seen)
    assert not changes
    assert "UTF-8" in changes.skipped["1.mdc"]
    assert again == seen

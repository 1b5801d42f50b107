"""Reading and writing plain files under one root, so that nothing leaves it and nothing is half written.

The root is resolved once; every path is resolved again at the moment it is used and must lie under it, so a folder that
was swapped for a link is noticed. A write is a temporary file, synced, put in place of the old one. An edit holds the
folder's lock, reads again, changes and replaces: several writers lose nothing.
Source: field cases FS-01, FS-02 and IS-03; requirement W1.
"""

import errno
import os
import secrets
import stat
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from archivist.errors import AlreadyExists, Invalid, NotFound, StoreError, StoreFull, StoreReadOnly
from archivist.stores.workspace.lock import locked
from archivist.stores.workspace.names import safe_name, same_name

TEMPORARY = ".archivist-"
"""How the name of a temporary file begins; a scan passes over it."""
MAX_FILE_BYTES = 16 * 1024 * 1024
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # a pipe would wait for ever


@dataclass(frozen=True, slots=True)
class Found:
    """A file under the root; `mark` changes whenever its content may have."""

    name: str
    size: int
    mark: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The files under a folder by name, and what was passed over with the reason."""

    files: tuple[Found, ...]
    skipped: dict[str, str]


class Folder:
    """The files under `root`, by relative name with `/`."""

    def __init__(self, root: Path, *, lock_timeout_s: float = 5.0) -> None:
        """`root` may itself be a link; it must be a folder. Raises: NotFound."""
        if not root.is_dir():
            raise NotFound("folder", str(root))
        self.root = root.resolve()
        self._lock_timeout_s = lock_timeout_s

    def read(self, name: str) -> str:
        """The text of a file, line ends and byte order mark as they are.

        Raises: NotFound; Invalid when the name leaves the root, or the file is too large or not UTF-8.
        """
        path = self.locate(name)
        try:
            with open(os.open(path, _READ), "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise NotFound("file", name)
                data = file.read(MAX_FILE_BYTES + 1)
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as exc:
            raise NotFound("file", name) from exc
        except OSError as exc:
            raise _translated(exc, name) from exc
        if len(data) > MAX_FILE_BYTES:
            raise Invalid(name, f"is larger than {MAX_FILE_BYTES} bytes")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as exc:
            raise Invalid(name, f"is not UTF-8 text (byte {exc.start})") from exc

    def read_or(self, name: str, otherwise: str = "") -> str:
        """The text of a file, or `otherwise` when there is none."""
        try:
            return self.read(name)
        except NotFound:
            return otherwise

    def exists(self, name: str) -> bool:
        """Whether a file of that name is there."""
        return self.locate(name).is_file()

    def write(self, name: str, text: str) -> None:
        """Put `text` in the place of whatever the file holds."""
        with self.lock():
            self.replace(name, text)

    def edit(self, name: str, change: Callable[[str], str]) -> str:
        """Apply `change` to the present text ("" for a new file) and return what the file then holds.

        The file is not touched when nothing changes or when `change` raises.
        """
        with self.lock():
            before = self.read_or(name)
            after = change(before)
            if after != before:
                self.replace(name, after)
            return after

    def delete(self, name: str) -> None:
        """Remove a file. Raises: NotFound."""
        with self.lock():
            self.unlink(name)

    def move(self, source: str, target: str) -> None:
        """Give a file another name; where that one is taken, its text is joined behind the text that is there.

        Raises: NotFound.
        """
        with self.lock():
            text = self.read(source)
            there = self.read_or(target)
            if there and there != text:  # the target is complete on disk before the source goes
                self.replace(target, f"{there.rstrip()}\n\n{text}")
                self.unlink(source)
                return
            try:
                path = self.locate(target)
                path.parent.mkdir(parents=True, exist_ok=True)
                os.replace(self.locate(source), path)
            except OSError as exc:
                raise _translated(exc, source) from exc

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the folder's lock; `write`, `edit` and `delete` take it themselves."""
        with locked(self.root, self._lock_timeout_s):
            yield

    def list(self, under: str = "", suffixes: tuple[str, ...] = (".md", ".mdc")) -> Listing:
        """The files below `under`, named relative to it; hidden ones left out, links told as skipped."""
        top = self.root if not under else self.locate(under)
        files: dict[str, Found] = {}
        skipped: dict[str, str] = {}
        folders = [top] if top.is_dir() else []
        prefix = len(str(top)) + 1
        while folders:
            try:
                entries = sorted(os.scandir(folders.pop()), key=lambda entry: entry.name)
            except OSError as exc:
                skipped[under or "."] = f"cannot be read: {exc.strerror}"
                continue
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                name = entry.path[prefix:].replace(os.sep, "/")
                if entry.is_symlink():
                    skipped[name] = "a link"
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
                elif entry.name.lower().endswith(suffixes) and entry.is_file(follow_symlinks=False):
                    _take(entry, name, files, skipped)
        return Listing(tuple(files[name] for name in sorted(files)), skipped)

    def locate(self, name: str) -> Path:
        """Where the file of that name lies, whether or not it is there; links resolved, and still under the root.

        A file spelled in another case or composition is the same file.
        Raises: Invalid.
        """
        path = self.root
        for part in safe_name(name).split("/"):
            path = _spelled(path, part)
        try:
            resolved = path.resolve()
        except (OSError, RuntimeError) as exc:
            raise Invalid("name", "is a link that leads nowhere") from exc
        if not resolved.is_relative_to(self.root):
            raise Invalid("name", "leaves its folder through a link")
        return resolved

    def unlink(self, name: str) -> None:
        """Remove a file while the caller holds the lock. Raises: NotFound."""
        try:
            self.locate(name).unlink()
        except (FileNotFoundError, IsADirectoryError) as exc:
            raise NotFound("file", name) from exc
        except OSError as exc:
            raise _translated(exc, name) from exc

    def replace(self, name: str, text: str) -> None:
        """Write a file while the caller holds the lock. Raises: AlreadyExists for a twin in another case."""
        path = self.locate(name)
        last = safe_name(name).rsplit("/", 1)[-1]
        if path.exists() and _is_twin(path.name, last):
            raise AlreadyExists("file", name, path.name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text.encode("utf-8"))
        except OSError as exc:
            raise _translated(exc, name) from exc


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the file by `data`: after a crash it holds the old bytes or the new ones, never a part."""
    temporary = path.parent / f"{TEMPORARY}{secrets.token_hex(6)}.tmp"
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with open(handle, "wb") as file:
            if path.exists():
                os.chmod(temporary, path.stat().st_mode & 0o777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself durable, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _take(entry: "os.DirEntry[str]", name: str, files: dict[str, Found], skipped: dict[str, str]) -> None:
    try:
        safe = safe_name(name)
        status = entry.stat(follow_symlinks=False)
    except Invalid as exc:
        skipped[name] = exc.problem
        return
    except OSError as exc:
        skipped[name] = f"cannot be read: {exc.strerror}"
        return
    if safe in files:
        skipped[name] = "another file has the same name"
        return
    files[safe] = Found(safe, status.st_size, f"{status.st_mtime_ns}-{status.st_ctime_ns}-{status.st_size}")


def _spelled(folder: Path, part: str) -> Path:
    """`part` in `folder` as the disk spells it, when it is there in another case or composition only."""
    path = folder / part
    if os.path.lexists(path):
        return path
    try:
        twins = [entry.name for entry in os.scandir(folder) if same_name(entry.name) == same_name(part)]
    except OSError:
        return path
    return folder / twins[0] if len(twins) == 1 else path


def _is_twin(there: str, wanted: str) -> bool:
    """Whether the names differ in case only, so that some disks hold but one of them."""
    return unicodedata.normalize("NFC", there) != wanted and same_name(there) == same_name(wanted)


def _translated(exc: OSError, name: str) -> StoreError:
    if exc.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull(f"no room left to write {name!r}")
    if exc.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return StoreReadOnly(f"no permission for {name!r}")
    return StoreError(f"{name!r}: {exc.strerror or exc}")

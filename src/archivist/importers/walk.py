"""Finds the files of a folder that may be imported, reads them, and says what it left out and why.

The root is resolved once, so it may itself be a link; below it no link is followed, neither when a file is found nor
when it is read. A file is opened one folder at a time from the root, so a folder that is swapped for a link after it
was found is refused as well. Left out with a reason: links, dead or not, folders and files whose name begins with a
dot, suffixes nobody reads, pipes and devices, what may not be opened.
"""

import os
import re
import stat
import unicodedata
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from archivist.errors import Invalid, NotFound, NotPermitted

MAX_BYTES = 200_000_000
"""Of one file; more is refused before it is read."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that was not taken, by its path below the root."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """What a folder holds: paths below `root`, with `/`, sorted."""

    root: Path
    files: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    notices: tuple[str, ...]
    """What a person should know though it stops nothing, such as names that differ by case only."""


def is_inside(root: PurePath, path: PurePath) -> bool:
    """Whether `path` is `root` or below it, part by part: `/data/mem-evil` is not inside `/data/mem`."""
    return ".." not in path.parts and path.is_relative_to(root)


def locate(argument: str, allowed_roots: Container[Path] | None = None) -> tuple[Path, str]:
    """The resolved folder that an argument (`docs`, `docs/a.md`, `docs/**/*.md`) speaks of, and the pattern in it.

    Args:
        allowed_roots: resolved folders outside of which nothing may be read; None where a person decides freely.
    Raises:
        NotFound: there is no such file or folder.
        NotPermitted: it is, links resolved, outside of every allowed root.
    """
    path = _path(argument)
    parts = path.parts
    wild = next((place for place, part in enumerate(parts) if re.search(r"[*?\[]", part)), None)
    if wild is not None and not path.exists():
        base, pattern = Path(*parts[:wild]), "/".join(parts[wild:])
    elif path.is_dir():
        base, pattern = path, "**/*"
    elif os.path.lexists(path):
        base, pattern = path.parent, _escaped(path.name)
    else:
        raise NotFound("file or folder", argument)
    try:
        root = base.resolve(strict=True)
    except (OSError, RuntimeError):
        raise NotFound("file or folder", argument) from None
    if allowed_roots is not None and not any(folder in allowed_roots for folder in (root, *root.parents)):
        hint = "a person can import it, or allow its folder in knowledge.markdown.allowed_roots"
        raise NotPermitted("this source", f"be read: {argument} is outside of the allowed folders", hint=hint)
    return root, pattern


def _path(argument: str) -> Path:
    """The argument as a path that the system can look up.

    Raises:
        NotFound: no file can be called so: too long, a NUL in it, or the home of nobody.
    """
    try:
        path = Path(argument).expanduser()
        path.exists()
    except (OSError, ValueError, RuntimeError):
        raise NotFound("file or folder", argument[:200]) from None
    return path


def discover(root: Path, pattern: str = "**/*", suffixes: Container[str] | None = None) -> Discovery:
    """The files below `root` that match `pattern` and have one of `suffixes` (any, where None).

    Args:
        root: a folder; resolved once, here.
        pattern: `*` and `?` stay within one name, `**/` stands for any folders, none included.
    """
    root = root.resolve(strict=True)
    wanted, files, skipped = _pattern(pattern), list[str](), list[Skipped]()
    for path, reason in _entries(root):
        if not wanted.fullmatch(path) and not (reason and path.endswith("/")):
            continue
        if not reason and suffixes is not None and PurePath(path).suffix.lower() not in suffixes:
            reason = f"no importer reads {PurePath(path).suffix or 'a file without suffix'}"
        if reason:
            skipped.append(Skipped(path.rstrip("/"), reason))
        else:
            files.append(path)
    return Discovery(root, tuple(sorted(files)), tuple(sorted(skipped, key=lambda one: one.path)), _twins(files))


def read(root: Path, path: str, max_bytes: int = MAX_BYTES) -> bytes:
    """The bytes of the file that `discover` found at `path` below `root`, a resolved folder.

    Raises:
        Invalid: it is, now, no regular file, too large, or changes while it is read.
        NotPermitted: the way to it leads, now, over a link, or it may not be opened.
        NotFound: it is gone.
    """
    try:
        with os.fdopen(_open(root, path), "rb") as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                raise Invalid(path, "is not a regular file")
            if before.st_size > max_bytes:
                raise Invalid(path, f"is {before.st_size} bytes long, more than {max_bytes}")
            content = file.read(max_bytes + 1)
            after = os.fstat(file.fileno())
    except FileNotFoundError:
        raise NotFound("file", path) from None
    except OSError as error:
        raise NotPermitted("archivist", f"read {path}: {error.strerror or 'a link leads to it'}") from None
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or len(content) != after.st_size:
        raise Invalid(path, "changes while it is read", hint="import it again when it rests")
    return content


def _open(root: Path, path: str) -> int:
    """A descriptor of the file, reached folder by folder from the root without following a link."""
    *folders, name = path.split("/")
    if not name or {"", ".", ".."} & {*folders, name} or "\0" in path:
        raise NotPermitted("archivist", f"read {path!r}: it leads out of the folder")
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if os.open not in os.supports_dir_fd:
        if root.joinpath(path).resolve(strict=True) != root.joinpath(path):
            raise NotPermitted("archivist", f"read {path}: a link leads to it")
        return os.open(root / path, flags)
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for part in folders:
            below = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = below
        return os.open(name, flags, dir_fd=folder)
    finally:
        os.close(folder)


def _entries(root: Path) -> Iterator[tuple[str, str]]:
    """Each file below `root`, and each thing that is not taken (a folder ends in `/`), with why ("" where it is)."""
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        try:
            entries = list(os.scandir(root / prefix))
        except OSError as error:
            yield prefix, f"may not be listed: {error.strerror}"
            continue
        for entry in entries:
            path = prefix + entry.name
            if entry.is_symlink():
                yield path, _why_not_followed(entry)
            elif entry.name.startswith("."):
                yield path + ("/" if entry.is_dir() else ""), "its name begins with a dot"
            elif entry.is_dir():
                waiting.append(path + "/")
            else:
                yield path, "" if entry.is_file() else "is not a regular file"


def _why_not_followed(entry: os.DirEntry[str]) -> str:
    try:
        return "a link to a folder" if stat.S_ISDIR(entry.stat().st_mode) else "a link; only the file itself is read"
    except OSError:
        return "a link that leads nowhere"


def _pattern(pattern: str) -> re.Pattern[str]:
    """The regular expression of a glob."""
    pieces = re.split(r"(\*\*/|\*\*|\*|\?|\[[^\]]+\])", pattern)
    meaning = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    try:
        return re.compile("".join(meaning.get(piece) or _characters(piece) for piece in pieces), re.DOTALL)
    except re.error as error:
        raise Invalid("pattern", f"{pattern!r}: {error}") from None


def _characters(piece: str) -> str:
    if not piece.startswith("[") or len(piece) < 3:
        return re.escape(piece)
    negation, characters = ("^/", piece[2:-1]) if piece[1] == "!" else ("", piece[1:-1])
    return "[" + negation + re.sub(r"([\\\[^&~|])", r"\\\1", characters) + "]"


def _escaped(name: str) -> str:
    """The pattern that only `name` matches."""
    return re.sub(r"[*?\[]", lambda found: f"[{found[0]}]", name)


def _twins(files: list[str]) -> tuple[str, ...]:
    """A notice for each set of paths that a disk which does not tell case or form apart would take for one."""
    sets: dict[str, list[str]] = {}
    for path in files:
        sets.setdefault(unicodedata.normalize("NFC", path).casefold(), []).append(path)
    return tuple(f"differ by case or form only: {', '.join(paths)}" for paths in sets.values() if len(paths) > 1)

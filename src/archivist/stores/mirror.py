"""A mirror of records as Markdown files: written one way, by who may see them, and only where something changed.

What the mirror wrote is written down in `.archivist-mirror.json`, so that a file somebody edited there is noticed and
left alone, a record that went takes its file along, and nothing else in the folder is ever touched. Names of files come
from `text.file_names`: safe on every system, and never the same for two records.
Source: requirements M2 and P3.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from archivist.errors import Invalid, NotFound, StoreReadOnly
from archivist.records.memory import Memory
from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.shelf import version_of
from archivist.text.file_names import file_name

STATE: Final = ".archivist-mirror.json"


@dataclass(frozen=True, slots=True)
class Page:
    """A record and its text as a file."""

    memory: Memory
    text: str


@dataclass(slots=True)
class Mirrored:
    """What was done, by name of the file."""

    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    edited: list[str] = field(default_factory=list)
    """Changed there by hand since: left alone. `archivist import markdown` takes them in."""
    unchanged: int = 0


def name_of(memory: Memory) -> str:
    """The file of a record: folders for the kind and id of its scope, a file for its name."""
    whose = f"{memory.scope.kind}/{file_name(memory.scope.id)}" if memory.scope.id else str(memory.scope.kind)
    return f"{whose}/{file_name(memory.name, '.md')}"


def mirror(root: Path, pages: Iterable[Page]) -> Mirrored:
    """Bring the folder up to `pages`, which are all there are.

    Raises: StoreReadOnly where the folder cannot be made; Invalid when its state cannot be read.
    """
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise StoreReadOnly(f"{root} cannot be made: {exc.strerror}") from exc
    folder = Folder(root)
    done = Mirrored()
    with folder.lock():
        before = _state(folder)
        after: dict[str, str] = {}
        for page in pages:
            name = name_of(page.memory)
            after[name] = _put(folder, name, page.text, before.get(name), done)
        for name in sorted(before.keys() - after.keys()):
            kept = _take_away(folder, name, before[name], done)
            if kept:
                after[name] = before[name]
        if after != before:
            folder.replace(STATE, json.dumps(after, ensure_ascii=False, indent=0, sort_keys=True))
    return done


def _put(folder: Folder, name: str, text: str, wrote: str | None, done: Mirrored) -> str:
    """Write one file where it differs; the version that is now known as ours."""
    version = version_of(text)
    present = _present(folder, name)
    if present is not None and present not in (wrote, version):
        done.edited.append(name)
        return wrote or ""
    if present == version:
        done.unchanged += 1
        return version
    folder.replace(name, text)
    done.written.append(name)
    return version


def _take_away(folder: Folder, name: str, wrote: str, done: Mirrored) -> bool:
    """Remove a file whose record went; whether it stays because somebody edited it."""
    present = _present(folder, name)
    if present is None:
        return False
    if present != wrote:
        done.edited.append(name)
        return True
    folder.unlink(name)
    done.removed.append(name)
    return False


def _present(folder: Folder, name: str) -> str | None:
    try:
        return version_of(folder.read(name))
    except NotFound:
        return None


def _state(folder: Folder) -> dict[str, str]:
    text = folder.read_or(STATE)
    try:
        state = json.loads(text or "{}")
    except ValueError as exc:
        raise Invalid("mirror", f"{STATE} cannot be read", hint="mirror to a new folder") from exc
    return {str(name): str(version) for name, version in state.items()} if isinstance(state, dict) else {}

"""Other programs' files: read, changed in one place, and written back whole, with a copy of what was there.

A file that is not plain JSON (comments, a trailing comma) is refused and left as it is: writing it back would lose what
its owner wrote. What we made and emptied is removed; what is again as it was gets its own bytes back.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from archivist.errors import Invalid

Json = dict[str, Any]
BACKUP: Final = ".archivist-backup"


@dataclass(frozen=True, slots=True)
class Change:
    """What is to become of one file: `text` is its new content, None where it goes."""

    path: Path
    before: str | None
    text: str | None

    @property
    def is_needed(self) -> bool:
        """Whether anything changes."""
        return self.before != self.text


def changed_json(path: Path, change: Callable[[Json], Json]) -> Change:
    """The change of a JSON file; an absent one counts as `{}`, and one that ends so is removed.

    Raises:
        Invalid: it is not plain JSON, or holds no object.
    """
    before = _read(path)
    document = _parsed(path, before) if before and before.strip() else {}
    after = change(json.loads(json.dumps(document)))
    if after == document:
        return Change(path, before, before)
    if not after:
        return Change(path, before, None)
    kept = _read(_backup(path))
    if kept is not None and kept.strip() and _parsed(path, kept) == after:
        return Change(path, before, kept)
    return Change(path, before, json.dumps(after, ensure_ascii=False, indent=_indent(before)) + "\n")


def changed_text(path: Path, change: Callable[[str], str]) -> Change:
    """The change of a text file; an absent one counts as empty, and one that ends so is removed."""
    before = _read(path)
    after = change(before or "")
    return Change(path, before, after if after.strip() or before == after else None)


def carry_out(change: Change) -> None:
    """Write it, keeping a copy of what was there; the file is whole at every moment.

    Raises:
        Invalid: it cannot be written.
    """
    if not change.is_needed:
        return
    target = change.path.resolve() if change.path.is_symlink() else change.path
    try:
        if change.before is not None and not _backup(target).exists():
            _write(_backup(target), change.before, target.stat().st_mode)
        if change.text is None:
            target.unlink(missing_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            _write(target, change.text, target.stat().st_mode if target.exists() else 0o600)
        if change.text is None or change.text == _read(_backup(target)):
            _backup(target).unlink(missing_ok=True)
    except OSError as exc:
        raise Invalid(str(target), f"cannot be written: {exc.strerror}") from exc


def _write(path: Path, text: str, mode: int) -> None:
    new = path.with_name(f"{path.name}.archivist-new")
    new.write_text(text, "utf-8", newline="")
    new.chmod(mode & 0o777)
    os.replace(new, path)


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as exc:
        raise Invalid(str(path), f"cannot be read as UTF-8 text: {exc}", hint="nothing was changed") from exc


def _parsed(path: Path, text: str) -> Json:
    try:
        document = json.loads(text.removeprefix("\ufeff"))
    except ValueError as exc:
        hint = "nothing was changed; add it by hand as docs/coding-assistants.md shows"
        raise Invalid(str(path), f"is not plain JSON ({exc}); with comments we would lose them", hint=hint) from exc
    if not isinstance(document, dict):
        raise Invalid(str(path), "holds no JSON object", hint="nothing was changed")
    return document


def _indent(text: str | None) -> int | str:
    """The indentation a file has."""
    for line in (text or "").splitlines()[1:]:
        blank = line[: len(line) - len(line.lstrip())]
        if blank:
            return "\t" if blank[0] == "\t" else len(blank)
    return 2


def _backup(path: Path) -> Path:
    return path.with_name(path.name + BACKUP)

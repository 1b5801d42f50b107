"""Anthropic's memory tool (`memory_20250818`) over an agent's private notes: each file is a note under its path.

The answers and errors are those of Anthropic's own reference implementation, word for word; paths are confined more
strictly than there. What a gate refuses (a secret, an oversized file) is an error the model can read. Nothing here
clears everything. Needs `anthropic`.
"""

from collections.abc import Callable
from typing import Any, Final

from anthropic.lib.tools import ToolError
from anthropic.tools import BetaAbstractMemoryTool

from archivist.doors.adapters.notes import Notes, value_of
from archivist.errors import ArchivistError
from archivist.session import Session

ROOT: Final = "/memories"
TAG: Final = "memory-tool"
MAX_LINES: Final = 999_999
DEPTH: Final = 2
REFUSED_IN_PATHS: Final = ("%2e", "%2f", "%5c", "\\", "\0")


class ArchivistMemoryTool(BetaAbstractMemoryTool):
    """Give it to `client.beta.messages.tool_runner(tools=[…])`; `session` is an agent's: `acting_as(user, agent=…)`."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._notes = Notes(session, TAG)

    def view(self, command: Any) -> str:
        path = _confined(command.path)
        content = self._content(path)
        if content is not None:
            return _numbered_file(command, content)
        files = self._files(path)
        if not files and path != ROOT:
            raise ToolError(f"The path {command.path} does not exist. Please provide a valid path.")
        return _listing(command.path, path, files)

    def create(self, command: Any) -> str:
        path = _confined(command.path)
        if path == ROOT or self._content(path) is not None or self._files(path):
            raise ToolError(f"File {command.path} already exists")
        self._write(path, command.file_text)
        return f"File created successfully at: {command.path}"

    def str_replace(self, command: Any) -> str:
        path, content = self._file(command.path)
        old, new = command.old_str, getattr(command, "new_str", None) or ""
        starts = [at for at in range(len(content)) if content.startswith(old, at)] if old else []
        if not starts:
            raise ToolError(f"No replacement was performed, old_str `{old}` did not appear verbatim in {command.path}.")
        if content.count(old) > 1:
            lines = ", ".join(str(content[:at].count("\n") + 1) for at in starts)
            raise ToolError(
                f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
                "Please ensure it is unique"
            )
        changed = content.replace(old, new)
        self._write(path, changed)
        at = content[: starts[0]].count("\n")
        lines_now = changed.split("\n")
        first, last = max(0, at - 2), min(len(lines_now), at + 3)
        snippet = _numbered(lines_now[first:last], first + 1)
        return (
            f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}"
        )

    def insert(self, command: Any) -> str:
        path, content = self._file(command.path)
        lines = content.split("\n")
        if lines[-1] == "":
            lines.pop()
        if not 0 <= command.insert_line <= len(lines):
            raise ToolError(
                f"Invalid `insert_line` parameter: {command.insert_line}. "
                f"It should be within the range [0, {len(lines)}]."
            )
        lines.insert(command.insert_line, command.insert_text.rstrip("\n"))
        whole = "\n".join(lines)
        self._write(path, whole if whole.endswith("\n") else whole + "\n")
        return f"The file {command.path} has been edited."

    def delete(self, command: Any) -> str:
        path = _confined(command.path)
        if path == ROOT:
            raise ToolError("Cannot delete the /memories directory itself")
        gone = [path] if self._content(path) is not None else list(self._files(path))
        if not gone:
            raise ToolError(f"The path {command.path} does not exist")
        for file in gone:
            _told(lambda file=file: self._notes.delete(file))  # type: ignore[misc]
        return f"Successfully deleted {command.path}"

    def rename(self, command: Any) -> str:
        old, new = _confined(command.old_path), _confined(command.new_path)
        if old == ROOT:
            raise ToolError("Cannot rename the /memories directory itself")
        if new == ROOT or self._content(new) is not None or self._files(new):
            raise ToolError(f"The destination {command.new_path} already exists")
        content = self._content(old)
        moved = {old: content} if content is not None else self._files(old)
        if not moved:
            raise ToolError(f"The path {command.old_path} does not exist")
        if new.startswith(f"{old}/"):
            raise ToolError(f"Path {command.new_path} would lie inside of {command.old_path}")
        for file, text in moved.items():  # what was written is there before anything leaves
            self._write(new + file[len(old) :], text)
        for file in moved:
            _told(lambda file=file: self._notes.delete(file))  # type: ignore[misc]
        return f"Successfully renamed {command.old_path} to {command.new_path}"

    # -- notes as files

    def _content(self, path: str) -> str | None:
        note = _told(lambda: self._notes.get(path))
        return None if note is None or TAG not in note.tags else str(value_of(note))

    def _file(self, given: str) -> tuple[str, str]:
        path = _confined(given)
        content = self._content(path)
        if content is None:
            if path == ROOT or self._files(path):
                raise ToolError(f"The path {given} is not a file.")
            raise ToolError(f"The path {given} does not exist. Please provide a valid path.")
        return path, content

    def _files(self, folder: str) -> dict[str, str]:
        """Every file below a folder, by its whole path."""
        notes = _told(lambda: list(self._notes.all()))
        return {note.name: str(value_of(note)) for note in notes if note.name.startswith(f"{folder}/")}

    def _write(self, path: str, content: str) -> None:
        if content.count("\n") >= MAX_LINES:
            raise ToolError(f"File {path} exceeds maximum line limit of 999,999 lines.")
        summary = f"{path}: {' '.join(content.split())[:160]}"
        _told(lambda: self._notes.put(path, content, summary))


def _told(act: Callable[[], Any]) -> Any:
    """What the act gives; an error of ours as one that the model reads."""
    try:
        return act()
    except ArchivistError as exc:
        raise ToolError(exc.message) from exc


def _confined(path: str) -> str:
    """The path without a trailing slash.

    Raises:
        ToolError: it is not `/memories` or below it.
    """
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise ToolError(f"Path must start with /memories, got: {path}")
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if ".." in parts or any(sign in path.lower() for sign in REFUSED_IN_PATHS):
        raise ToolError(f"Path {path} would escape /memories directory")
    return "/" + "/".join(parts)


def _numbered_file(command: Any, content: str) -> str:
    lines = content.split("\n")
    first, last = 0, len(lines)
    wanted = getattr(command, "view_range", None)
    if wanted and len(wanted) == 2:
        first = max(1, wanted[0]) - 1
        last = len(lines) if wanted[1] == -1 else wanted[1]
    return f"Here's the content of {command.path} with line numbers:\n{_numbered(lines[first:last], first + 1)}"


def _numbered(lines: list[str], first: int) -> str:
    return "\n".join(f"{number:>6}\t{line}" for number, line in enumerate(lines, first))


def _listing(shown: str, folder: str, files: dict[str, str]) -> str:
    """The folder and what is in it, two levels deep, by name; a folder's size is that of its files."""
    sizes: dict[str, int] = {}
    for path, content in files.items():
        parts = path[len(folder) + 1 :].split("/")
        size = len(content.encode())
        if any(part.startswith(".") for part in parts):
            continue
        for depth in range(1, min(len(parts), DEPTH) + 1):
            name = "/".join(parts[:depth]) + ("/" if depth < len(parts) else "")
            sizes[name] = sizes.get(name, 0) + size
    ordered = sorted(sizes, key=lambda name: [part for part in name.split("/") if part])
    lines = [f"{_size(sum(len(text.encode()) for text in files.values()))}\t{shown}"]
    lines += [f"{_size(sizes[name])}\t{shown}/{name}" for name in ordered]
    head = f"Here're the files and directories up to 2 levels deep in {shown}, excluding hidden items:"
    return "\n".join((head, *lines))


def _size(count: int) -> str:
    """A size as the reference implementation writes it: 0B, 19B, 2.7K."""
    if count == 0:
        return "0B"
    step = min((count.bit_length() - 1) // 10, 3)
    size = count / 1024**step
    return f"{int(size)}{'BKMG'[step]}" if size == int(size) else f"{size:.1f}{'BKMG'[step]}"

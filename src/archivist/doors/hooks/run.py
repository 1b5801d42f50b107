"""Runs one hook: reads what the assistant tells, answers inside the deadline, and ends with 0 whatever happens.

What takes longer (keeping the turn, reading it for candidates) is left in the spool for a process of its own. Light on
purpose: nothing of archivist's services is imported before it is known that they are needed.
"""

import json
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from archivist.doors.hooks import spool
from archivist.doors.hooks.dialects import Dialect, Event, Turn, answer, read_turn
from archivist.home import home_folder

DEADLINE_S: Final = {Event.SESSION_START: 1.0, Event.USER_PROMPT: 0.25}
"""How long the work itself may take, a tenth of which it needs on a machine at rest: a locked database, say."""
PATIENCE: Final = "ARCHIVIST_HOOK_SECONDS"
"""A variable that gives both another deadline, for a slow disk or machine."""
LOADING_S: Final = 3.0
"""How long the modules may take to load, on a machine that is busy; a fifth of a second at rest."""
MAX_INPUT_BYTES: Final = 4_000_000
DRAIN: Final = "drain"


@dataclass(frozen=True, slots=True)
class Asker:
    """Where the memory is, and whose."""

    home: Path
    user: str | None
    project: str | None
    dialect: Dialect | None

    def arguments(self) -> list[str]:
        """The same for another process."""
        named = (("--home", str(self.home)), ("--as", self.user), ("--project", self.project), ("--for", self.dialect))
        return [word for name, value in named if value for word in (name, str(value))]


def run(words: Sequence[str]) -> None:
    """Answer one hook and end the process; `words` are the event and the options."""
    try:
        _answer(words)
    except BaseException as exc:
        _note_failure(exc, home_folder(dict(pairwise(words)).get("--home")))
    finally:
        try:
            sys.stdout.flush()
        finally:
            os._exit(0)  # a thread that still waits for the database must not keep the assistant waiting


def _answer(words: Sequence[str]) -> None:
    name, asker = read_words(words)
    if name == DRAIN:
        from archivist.doors.hooks.drain import drain

        drain(asker)
        return
    event = Event(name)
    turn = read_turn(_told(), asker.dialect)
    context, note = "", ""
    if event in DEADLINE_S and asker.home.is_dir():  # a home that nobody made yet has nothing to tell
        context, note = _in_time(event, turn, asker)
    said = answer(event, turn.dialect, context, note)
    if said is not None:
        sys.stdout.write(json.dumps(said, ensure_ascii=False))
        sys.stdout.flush()
    if event is not Event.SESSION_START and turn.session:
        spool.append(asker.home, {"event": str(event), **asdict(turn)})
        spool.start_reader(asker.arguments())


def read_words(words: Sequence[str]) -> tuple[str, Asker]:
    """The event and who asks.

    Raises:
        ValueError: an option is unknown or lacks its value.
    """
    given = dict(zip(words[1::2], words[2::2], strict=True))
    unknown = set(given) - {"--home", "--as", "--project", "--for"}
    if unknown:
        raise ValueError(f"unknown options {sorted(unknown)}")
    project = given.get("--project") or os.environ.get("ARCHIVIST_PROJECT")
    dialect = Dialect(given["--for"]) if "--for" in given else None
    return words[0], Asker(home_folder(given.get("--home")), given.get("--as"), project or None, dialect)


def _told() -> dict[str, Any]:
    told = json.loads(sys.stdin.buffer.read(MAX_INPUT_BYTES) or b"{}")
    return told if isinstance(told, dict) else {}


def _in_time(event: Event, turn: Turn, asker: Asker) -> tuple[str, str]:
    """(context, note to the person): the note says when memory was left out, and why."""
    done: list[tuple[str, str]] = []
    loaded = threading.Event()

    def attempt() -> None:
        try:
            from archivist.doors.hooks.context import at_prompt, at_start

            loaded.set()
            work = at_start if event is Event.SESSION_START else at_prompt
            done.append((work(turn, asker), ""))
        except Exception as exc:
            done.append(("", f"archivist: memory was left out ({type(exc).__name__}); see archivist doctor"))
            _note_failure(exc, asker.home)
        finally:
            loaded.set()

    worker = threading.Thread(target=attempt, daemon=True)
    worker.start()
    loaded.wait(LOADING_S)
    worker.join(float(os.environ.get(PATIENCE) or DEADLINE_S[event]))
    return done[0] if done else ("", "archivist: memory was left out here (it took too long)")


def _note_failure(exc: BaseException, home: Path) -> None:
    """Keep the trace where `archivist doctor` users look; standard output belongs to the assistant."""
    try:
        import traceback

        folder = home / spool.FOLDER
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / "last-hook-error.txt").write_text("".join(traceback.format_exception(exc)), "utf-8")
    except Exception:
        return

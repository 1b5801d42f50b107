"""The texts that make a system run a job every day: a systemd service and timer, a launchd list, a line for cron.

Pure: whoever installs them writes the files. Every word of the command is escaped in the way of its format, so that a
folder such as `~/Library/Application Support/100%` cannot change what is run.
Source: the layered workspace (003), 5.1; requirement W7.
"""

import plistlib
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time

from archivist.errors import Invalid

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,99}")


@dataclass(frozen=True, slots=True)
class DailyJob:
    """What to run every day at a local time.

    Raises: Invalid when the label is not plain or a word of the command holds a control character.
    """

    label: str
    """Such as `io.archivist.consolidate`: letters, digits, dots and hyphens."""
    command: tuple[str, ...]
    """Program and arguments; the program by its full path, since schedulers know no search path."""
    at: time
    description: str = "archivist: nightly consolidation"

    def __post_init__(self) -> None:
        if not _LABEL.fullmatch(self.label):
            raise Invalid("label", "may hold letters, digits, dots and hyphens only")
        if not self.command or not self.command[0]:
            raise Invalid("command", "is empty")
        if any(_CONTROL.search(word) for word in (*self.command, self.description)):
            raise Invalid("command", "holds a line break or another control character")


def systemd_service(job: DailyJob) -> str:
    """The text of `<label>.service`."""
    return (
        f"[Unit]\nDescription={_specifiers(job.description)}\n\n"
        f"[Service]\nType=oneshot\nExecStart={_systemd_command(job.command)}\n"
    )


def systemd_timer(job: DailyJob) -> str:
    """The text of `<label>.timer`; a night that was slept through is made up for."""
    return (
        f"[Unit]\nDescription={_specifiers(job.description)}\n\n"
        f"[Timer]\nOnCalendar=*-*-* {job.at:%H:%M}:00\nPersistent=true\nUnit={job.label}.service\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )


def launchd_plist(job: DailyJob) -> str:
    """The text of `~/Library/LaunchAgents/<label>.plist`; launchd makes up for a time it slept through."""
    return plistlib.dumps(
        {
            "Label": job.label,
            "ProgramArguments": list(job.command),
            "StartCalendarInterval": {"Hour": job.at.hour, "Minute": job.at.minute},
            "ProcessType": "Background",
        },
        sort_keys=False,
    ).decode("utf-8")


def cron_line(job: DailyJob) -> str:
    """One line of a crontab, its label behind it as a comment, by which `without_cron_line` finds it."""
    command = shlex.join(job.command).replace("%", r"\%")  # cron takes a bare % for a line break
    return f"{job.at.minute} {job.at.hour} * * * {command} {_cron_mark(job.label)}"


def without_cron_line(crontab: str, label: str) -> str:
    """`crontab` without the line of that label; every other line as it was."""
    mark = _cron_mark(label)
    return "".join(line for line in crontab.splitlines(keepends=True) if not line.rstrip().endswith(mark))


def _cron_mark(label: str) -> str:
    return f"# {label}"


def _systemd_command(words: Sequence[str]) -> str:
    """Words in double quotes; `%` and `$` doubled, which keeps systemd from reading a specifier or a variable."""
    quoted = (_specifiers(word).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$") for word in words)
    return " ".join(f'"{word}"' for word in quoted)


def _specifiers(text: str) -> str:
    return text.replace("%", "%%")

"""Puts the nightly job into the system's own scheduler: a systemd user timer, a launchd agent, or a line of crontab.

The job is `archivist upkeep run`, which does what is due and was not done, so a timer beside a running `serve` does no
night twice. Installing again replaces what was installed; removing leaves nothing. What the files say is made by
`views.schedule_units`; here they are put in their place and the system is told.
Source: the layered workspace (003), 5.1; requirement W7.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from archivist.errors import StoreError, StoreReadOnly
from archivist.stores.workspace.files import write_atomically
from archivist.views.schedule_units import (
    DailyJob,
    cron_line,
    launchd_plist,
    systemd_service,
    systemd_timer,
    without_cron_line,
)

Run = Callable[[Sequence[str], str], str]
"""Runs a command with a text on its standard input and returns what it printed. Raises: StoreError when it fails."""


class Timer(Protocol):
    """One of the system's schedulers."""

    @property
    def name(self) -> str: ...

    def files(self, job: DailyJob) -> dict[str, str]:
        """What would be written, by place."""
        ...

    def install(self, job: DailyJob) -> None: ...

    def is_installed(self, label: str) -> bool: ...

    def remove(self, label: str) -> bool:
        """Take the job out; whether it was there."""
        ...


@dataclass(frozen=True, slots=True)
class SystemdTimer:
    """A user's service and timer; needs no rights."""

    run: Run
    folder: Path
    name: str = "systemd"

    def files(self, job: DailyJob) -> dict[str, str]:
        """See `Timer`."""
        service, timer = self._paths(job.label)
        return {str(service): systemd_service(job), str(timer): systemd_timer(job)}

    def install(self, job: DailyJob) -> None:
        """See `Timer`."""
        _write(self.files(job))
        self.run(["systemctl", "--user", "daemon-reload"], "")
        self.run(["systemctl", "--user", "enable", "--now", f"{job.label}.timer"], "")

    def is_installed(self, label: str) -> bool:
        """See `Timer`."""
        return self._paths(label)[1].exists()

    def remove(self, label: str) -> bool:
        """See `Timer`."""
        there = self.is_installed(label)
        if there:
            self.run(["systemctl", "--user", "disable", "--now", f"{label}.timer"], "")
        for path in self._paths(label):
            path.unlink(missing_ok=True)
        if there:
            self.run(["systemctl", "--user", "daemon-reload"], "")
        return there

    def _paths(self, label: str) -> tuple[Path, Path]:
        return self.folder / f"{label}.service", self.folder / f"{label}.timer"


@dataclass(frozen=True, slots=True)
class LaunchdTimer:
    """A launch agent of the user."""

    run: Run
    folder: Path
    name: str = "launchd"

    def files(self, job: DailyJob) -> dict[str, str]:
        """See `Timer`."""
        return {str(self._path(job.label)): launchd_plist(job)}

    def install(self, job: DailyJob) -> None:
        """See `Timer`."""
        if self.is_installed(job.label):
            self.run(["launchctl", "unload", str(self._path(job.label))], "")
        _write(self.files(job))
        self.run(["launchctl", "load", "-w", str(self._path(job.label))], "")

    def is_installed(self, label: str) -> bool:
        """See `Timer`."""
        return self._path(label).exists()

    def remove(self, label: str) -> bool:
        """See `Timer`."""
        if not self.is_installed(label):
            return False
        self.run(["launchctl", "unload", "-w", str(self._path(label))], "")
        self._path(label).unlink(missing_ok=True)
        return True

    def _path(self, label: str) -> Path:
        return self.folder / f"{label}.plist"


@dataclass(frozen=True, slots=True)
class CronTimer:
    """A line of the user's crontab, every other line left as it is."""

    run: Run
    name: str = "cron"

    def files(self, job: DailyJob) -> dict[str, str]:
        """See `Timer`."""
        return {"crontab": cron_line(job) + "\n"}

    def install(self, job: DailyJob) -> None:
        """See `Timer`."""
        rest = without_cron_line(self._present(), job.label)
        gap = "\n" if rest and not rest.endswith("\n") else ""
        self.run(["crontab", "-"], f"{rest}{gap}{cron_line(job)}\n")

    def is_installed(self, label: str) -> bool:
        """See `Timer`."""
        present = self._present()
        return without_cron_line(present, label) != present

    def remove(self, label: str) -> bool:
        """See `Timer`."""
        present = self._present()
        rest = without_cron_line(present, label)
        if rest != present:
            self.run(["crontab", "-"], rest)
        return rest != present

    def _present(self) -> str:
        try:
            return self.run(["crontab", "-l"], "")
        except StoreError as exc:
            if "no crontab" in exc.message:
                return ""
            raise


KINDS: Final = ("systemd", "launchd", "cron")


def timer_of(kind: str | None = None, run: Run | None = None) -> Timer:
    """The scheduler of that kind, or the one this system has."""
    runs = run or run_command
    chosen = kind or _of_this_system()
    if chosen == "launchd":
        return LaunchdTimer(runs, Path.home() / "Library" / "LaunchAgents")
    if chosen == "systemd":
        config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        return SystemdTimer(runs, config / "systemd" / "user")
    return CronTimer(runs)


def run_command(words: Sequence[str], standard_input: str) -> str:
    """See `Run`."""
    try:
        done = subprocess.run(
            words, input=standard_input, capture_output=True, text=True, timeout=30, check=False
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as exc:
        why = exc.strerror if isinstance(exc, OSError) else "it gave no answer"
        raise StoreError(f"{words[0]} cannot be run: {why}", hint="see what it would be told: --print") from exc
    if done.returncode:
        said = (done.stderr or done.stdout).strip().split("\n", 1)[0]
        raise StoreError(f"{' '.join(words[:3])} failed: {said}", hint="see what it would be told: --print")
    return done.stdout


def _of_this_system() -> str:
    if sys.platform == "darwin":
        return "launchd"
    return "systemd" if shutil.which("systemctl") and Path("/run/systemd/system").is_dir() else "cron"


def _write(files: dict[str, str]) -> None:
    for place, text in files.items():
        path = Path(place)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text.encode("utf-8"))
        except OSError as exc:
            raise StoreReadOnly(f"{place} cannot be written: {exc.strerror}") from exc

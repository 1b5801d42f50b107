"""The system's own scheduler gets the job once, keeps everything else, and gives it back without a trace."""

from collections.abc import Sequence
from datetime import time
from pathlib import Path

import pytest

from archivist.errors import StoreError
from archivist.upkeep.timers import CronTimer, LaunchdTimer, SystemdTimer, run_command
from archivist.views.schedule_units import DailyJob

JOB = DailyJob("io.archivist.nightly", ("/usr/bin/archivist", "upkeep", "run"), time(23, 0))


class System:
    """Stands for the machine: notes what it is told, and keeps a crontab."""

    def __init__(self, crontab: str | None = None) -> None:
        self.told: list[str] = []
        self.crontab = crontab

    def __call__(self, words: Sequence[str], standard_input: str) -> str:
        self.told.append(" ".join(words))
        if words[:2] == ["crontab", "-l"]:
            if self.crontab is None:
                raise StoreError("crontab -l failed: no crontab for alice")
            return self.crontab
        if words[0] == "crontab":
            self.crontab = standard_input
        return ""


def test_a_crontab_keeps_its_other_lines(tmp_path: Path) -> None:
    mine = "# my own\n5 4 * * * /usr/bin/backup # nightly"
    system = System(mine)
    timer = CronTimer(system)
    assert not timer.is_installed(JOB.label)
    for _ in range(2):
        timer.install(JOB)
        assert system.crontab == f"{mine}\n0 23 * * * /usr/bin/archivist upkeep run # io.archivist.nightly\n"
    assert timer.is_installed(JOB.label)
    assert timer.remove(JOB.label)
    assert system.crontab == mine + "\n"
    assert not timer.remove(JOB.label)


def test_an_empty_crontab_is_no_error() -> None:
    system = System(None)
    CronTimer(system).install(JOB)
    assert system.crontab is not None
    assert system.crontab.count("\n") == 1


def test_systemd_gets_a_service_and_a_timer_that_makes_up_for_a_missed_night(tmp_path: Path) -> None:
    system = System()
    timer = SystemdTimer(system, tmp_path / "user")
    timer.install(JOB)
    assert "Persistent=true" in (tmp_path / "user/io.archivist.nightly.timer").read_text("utf-8")
    assert system.told[-1] == "systemctl --user enable --now io.archivist.nightly.timer"
    assert timer.remove(JOB.label)
    assert list((tmp_path / "user").iterdir()) == []
    assert not timer.remove(JOB.label)


def test_launchd_gets_an_agent_and_is_told_to_load_it_anew(tmp_path: Path) -> None:
    system = System()
    timer = LaunchdTimer(system, tmp_path)
    timer.install(JOB)
    timer.install(JOB)
    plist = str(tmp_path / "io.archivist.nightly.plist")
    assert system.told == [f"launchctl load -w {plist}", f"launchctl unload {plist}", f"launchctl load -w {plist}"]
    assert timer.remove(JOB.label)
    assert list(tmp_path.iterdir()) == []


def test_a_system_without_the_scheduler_is_told_in_words() -> None:
    with pytest.raises(StoreError, match="cannot be run"):
        run_command(["no-such-scheduler-here", "-l"], "")

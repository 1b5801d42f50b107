"""The command runs as it was given, whatever its folders are called."""

import plistlib
import shlex
from datetime import time

import pytest

from archivist.errors import Invalid
from archivist.views.schedule_units import (
    DailyJob,
    cron_line,
    launchd_plist,
    systemd_service,
    systemd_timer,
    without_cron_line,
)

COMMAND = ("/opt/my tools/archivist", "--home", '/home/me/100% "sure" $HOME & <记忆>', "consolidate")
JOB = DailyJob("io.archivist.consolidate", COMMAND, time(23, 5))


def test_systemd_reads_back_the_command() -> None:
    line = next(line for line in systemd_service(JOB).splitlines() if line.startswith("ExecStart="))
    words = shlex.split(line.removeprefix("ExecStart="))
    assert tuple(word.replace("%%", "%").replace("$$", "$") for word in words) == COMMAND
    assert "OnCalendar=*-*-* 23:05:00\nPersistent=true\n" in systemd_timer(JOB)


def test_launchd_reads_back_the_command() -> None:
    facts = plistlib.loads(launchd_plist(JOB).encode())
    assert tuple(facts["ProgramArguments"]) == COMMAND
    assert facts["StartCalendarInterval"] == {"Hour": 23, "Minute": 5}


def test_cron_reads_back_the_command() -> None:
    line = cron_line(JOB)
    assert line.startswith("5 23 * * * ")
    words = shlex.split(line.removeprefix("5 23 * * * ").replace(r"\%", "%"), comments=True)
    assert tuple(words) == COMMAND
    crontab = f"# mine\n0 1 * * * backup\n{line}\n"
    assert without_cron_line(crontab, JOB.label) == "# mine\n0 1 * * * backup\n"


@pytest.mark.parametrize(
    ("label", "command"), [("a b", ("x",)), ("../x", ("x",)), ("x", ()), ("x", ("a\nb",)), ("x", ("a\x00",))]
)
def test_what_could_break_a_unit_is_refused(label: str, command: tuple[str, ...]) -> None:
    with pytest.raises(Invalid):
        DailyJob(label, command, time(23))

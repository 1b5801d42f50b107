"""When a job is due, in the local time of the user: once per local date, whatever the clocks do that night.

A time that the spring night skips falls on the first minute after the gap; a time that the autumn night has twice
counts once, the first time. A run that was missed (the machine slept) is owed once, not once for every night.
Two schedulers may ask at the same time: `run_key` names the run, and whoever claims the name first does it.
Source: field case CO-06; requirements W7 and W9.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from archivist.errors import SettingsError

_DAILY = re.compile(r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)")


def cron_of(schedule: str) -> str:
    """The cron expression of a schedule, which is one already or a time of day such as `23:00`.

    Raises: SettingsError when it is neither, or names no day that exists.
    """
    daily = _DAILY.fullmatch(schedule.strip())
    cron = f"{int(daily['minute'])} {int(daily['hour'])} * * *" if daily else " ".join(schedule.split())
    if len(cron.split()) != 5:
        raise SettingsError("schedule", f"{schedule!r} is neither a time such as 23:00 nor five cron fields")
    _first(cron, datetime(2026, 1, 1, tzinfo=UTC))
    return cron


def next_run(schedule: str, after: datetime, zone: ZoneInfo) -> datetime:
    """The first moment after `after` at which the job is due, in UTC. Raises: SettingsError."""
    return next(due for due in _runs(cron_of(schedule), after.astimezone(zone)) if due > after)


def missed(schedule: str, last_run: datetime | None, now: datetime, zone: ZoneInfo) -> datetime | None:
    """The latest moment up to `now` at which the job was due and after which it has not run; None when none is owed.

    A job that never ran owes nothing: it begins with its next time. Raises: SettingsError.
    """
    if last_run is None:
        return None
    cron = cron_of(schedule)
    # The library's look backwards may miss the hour that comes twice, so go back two runs and forward again.
    latest = min(islice(CronSim(cron, now.astimezone(zone), reverse=True), 2)).astimezone(UTC)
    for due in _runs(cron, latest.astimezone(zone)):
        if due > now:
            break
        latest = max(latest, due)
    return latest if latest > last_run else None


def run_key(job: str, due: datetime, zone: ZoneInfo) -> str:
    """The name of one run, the same for every scheduler that finds it due: the job and the local minute."""
    return f"{job}:{due.astimezone(zone):%Y-%m-%dT%H:%M}"


def _runs(cron: str, after: datetime) -> Iterator[datetime]:
    """Moments from about `after` on, in UTC; where clocks go back, the first may lie before it."""
    return (due.astimezone(UTC) for due in CronSim(cron, after))


def _first(cron: str, after: datetime) -> datetime:
    try:
        return next(CronSim(cron, after))
    except (CronSimError, StopIteration) as exc:
        raise SettingsError("schedule", f"{cron!r} is not a schedule: {exc or 'it never comes'}") from exc

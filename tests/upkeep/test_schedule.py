"""A job runs once per local date, whatever the clocks do; a missed night is owed once."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.clock import day_bounds
from archivist.errors import SettingsError
from archivist.upkeep.schedule import cron_of, missed, next_run, run_key

NEW_YORK = ZoneInfo("America/New_York")
SHANGHAI = ZoneInfo("Asia/Shanghai")


def simulate(schedule: str, start: str, end: str, zone: ZoneInfo) -> list[datetime]:
    now = datetime.fromisoformat(start).replace(tzinfo=zone).astimezone(UTC)
    last = datetime.fromisoformat(end).replace(tzinfo=zone).astimezone(UTC)
    runs = []
    while (now := next_run(schedule, now, zone)) < last:
        runs.append(now.astimezone(zone))
    return runs


@pytest.mark.parametrize(
    ("schedule", "start", "end", "times"),
    [
        ("02:30", "2026-03-07", "2026-03-10", ["07T02:30-05:00", "08T03:00-04:00", "09T02:30-04:00"]),
        ("01:30", "2026-10-31", "2026-11-03", ["31T01:30-04:00", "01T01:30-04:00", "02T01:30-05:00"]),
    ],
)
def test_once_per_local_date_also_where_the_time_is_missing_or_comes_twice(
    schedule: str, start: str, end: str, times: list[str]
) -> None:
    runs = simulate(schedule, start, end, NEW_YORK)
    assert [run.isoformat(timespec="minutes")[8:] for run in runs] == times


@settings(max_examples=80)
@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 30)),
    st.integers(0, 23),
    st.integers(0, 59),
    st.sampled_from(["America/New_York", "Asia/Shanghai", "Australia/Lord_Howe", "Europe/Berlin"]),
)
def test_the_next_run_is_ahead_and_within_the_next_local_date(now: datetime, hour: int, minute: int, name: str) -> None:
    zone = ZoneInfo(name)
    moment = now.replace(tzinfo=UTC)
    due = next_run(f"{hour}:{minute:02}", moment, zone)
    assert moment < due <= moment + timedelta(hours=26)
    again = next_run(f"{hour}:{minute:02}", due, zone)
    assert (again.astimezone(zone).date() - due.astimezone(zone).date()).days == 1


@pytest.mark.parametrize(
    ("last_run", "now", "owed"),
    [
        ("2026-11-20T15:00:30+00:00", "2026-11-21T14:59+00:00", None),
        ("2026-11-20T15:00:30+00:00", "2026-11-21T15:00+00:00", "2026-11-21T15:00+00:00"),
        ("2026-11-10T15:00:30+00:00", "2026-11-21T20:00+00:00", "2026-11-21T15:00+00:00"),
        ("2026-11-21T15:00+00:00", "2026-11-21T20:00+00:00", None),
    ],
)
def test_a_missed_night_is_owed_once(last_run: str, now: str, owed: str | None) -> None:
    due = missed("23:00", datetime.fromisoformat(last_run), datetime.fromisoformat(now), SHANGHAI)
    assert due == (datetime.fromisoformat(owed) if owed else None)


@pytest.mark.parametrize(
    ("schedule", "now", "owed"),
    [
        ("01:30", "2026-11-01T06:15+00:00", "2026-11-01T05:30+00:00"),  # the second 01:15 of that night
        ("02:30", "2026-03-08T07:00+00:00", "2026-03-08T07:00+00:00"),  # 03:00, the first minute after the gap
    ],
)
def test_what_is_owed_is_right_in_the_nights_when_clocks_change(schedule: str, now: str, owed: str) -> None:
    moment = datetime.fromisoformat(now)
    assert missed(schedule, moment - timedelta(days=3), moment, NEW_YORK) == datetime.fromisoformat(owed)
    assert missed(schedule, moment, moment + timedelta(minutes=20), NEW_YORK) is None


def test_a_job_that_never_ran_owes_nothing() -> None:
    assert missed("23:00", None, datetime(2026, 11, 21, tzinfo=UTC), SHANGHAI) is None


def test_two_schedulers_name_the_run_alike() -> None:
    due = datetime(2026, 11, 21, 15, 0, tzinfo=UTC)
    assert run_key("consolidate", due, SHANGHAI) == "consolidate:2026-11-21T23:00"


@pytest.mark.parametrize(
    ("schedule", "cron"), [("23:00", "0 23 * * *"), ("7:05", "5 7 * * *"), ("0 3 * * 1", "0 3 * * 1")]
)
def test_a_schedule_is_a_time_or_cron(schedule: str, cron: str) -> None:
    assert cron_of(schedule) == cron


@pytest.mark.parametrize("schedule", ["", "25:00", "nightly", "* * * *", "0 0 30 2 *", "61 * * * *", "* * * * * *"])
def test_what_is_no_schedule_is_refused(schedule: str) -> None:
    with pytest.raises(SettingsError):
        cron_of(schedule)


def test_the_bounds_of_a_day_are_those_of_that_day() -> None:
    bounds = {day: day_bounds(date.fromisoformat(day), NEW_YORK) for day in ("2026-01-15", "2026-03-08", "2026-11-01")}
    assert {day: [f"{moment:%dT%H:%M}" for moment in both] for day, both in bounds.items()} == {
        "2026-01-15": ["15T05:00", "16T05:00"],
        "2026-03-08": ["08T05:00", "09T04:00"],
        "2026-11-01": ["01T04:00", "02T05:00"],
    }

"""Time and randomness, passed in and never looked up: a test can hold both still."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

Clock = Callable[[], datetime]
"""Returns the present instant, aware, in UTC."""


def system_clock() -> datetime:
    """The machine's clock, in UTC."""
    return datetime.now(UTC)


def local_day(instant: datetime, zone: tzinfo) -> date:
    """The calendar day on which `instant` falls for someone living in `zone`."""
    return instant.astimezone(zone).date()


def day_bounds(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """First instant of `day` and first instant of the next, in UTC; 23 to 25 hours apart where clocks change."""
    start = datetime.combine(day, time(), zone)
    end = datetime.combine(day + timedelta(days=1), time(), zone)
    return start.astimezone(UTC), end.astimezone(UTC)


Randomness = random.Random
"""Every use of chance takes one of these, seeded by whoever builds the application."""

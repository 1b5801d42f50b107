"""Homes for tests: still clocks, seeded chance, nothing left behind."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archivist.app import Archivist, open_app, settings_from
from archivist.session import Session


@dataclass
class TestClock:
    """A clock that stands still until it is moved."""

    __test__ = False
    now: datetime = field(default_factory=lambda: datetime(2026, 11, 25, 9, 0, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def clock() -> TestClock:
    return TestClock()


@pytest.fixture
def app(clock: TestClock) -> Iterator[Archivist]:
    """A home in memory."""
    settings = settings_from({"time_zone": "UTC"})
    with open_app(":memory:", settings=settings, clock=clock, chance=random.Random(7)) as opened:
        yield opened


@pytest.fixture
def home(tmp_path: Path, clock: TestClock) -> Iterator[Archivist]:
    """A home on disk."""
    settings = settings_from({"time_zone": "UTC"})
    with open_app(tmp_path / "home", settings=settings, clock=clock, chance=random.Random(7)) as opened:
        yield opened


@pytest.fixture
def alice(app: Archivist) -> Session:
    return app.acting_as("alice", project="atlas")


@pytest.fixture
def bob(app: Archivist) -> Session:
    return app.acting_as("bob")

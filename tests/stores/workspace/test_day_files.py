"""A note belongs to a local day, in whatever way clocks move; archive and restore lose nothing."""

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from archivist.errors import NotFound
from archivist.stores.workspace.day_files import DayFiles
from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.layers import WorkspaceLayout


@pytest.fixture
def days(tmp_path: Path) -> DayFiles:
    return DayFiles(Folder(tmp_path), WorkspaceLayout(), ZoneInfo("Asia/Shanghai"))


def test_past_midnight_the_note_is_that_of_the_new_day(days: DayFiles) -> None:
    day = days.day_of(datetime(2026, 11, 29, 16, 30, tzinfo=UTC))
    assert days.name_of(day) == "daily-memories/2026-11-30.md"
    days.edit(day, lambda text: text + "- 过了零点\n")
    assert days.online() == [date(2026, 11, 30)]
    assert days.read(date(2026, 11, 30)) == "- 过了零点\n"
    assert days.read(date(2026, 11, 29)) == ""


def test_notes_older_than_seven_local_days_go_to_the_archive_and_come_back(days: DayFiles, tmp_path: Path) -> None:
    for number in range(1, 20):
        days.edit(date(2026, 2, number), lambda text, n=number: f"note {n}")  # type: ignore[misc]
    moved = days.archive(date(2026, 2, 19))
    assert moved == [date(2026, 2, number) for number in range(1, 12)]
    assert days.online()[0] == date(2026, 2, 12)
    assert days.archived() == moved
    assert days.archive(date(2026, 2, 19)) == []
    assert days.read(date(2026, 2, 3)) == "note 3"
    assert (tmp_path / "daily-memories" / "archive" / "2026-02-03.md").is_file()
    days.restore(date(2026, 2, 3))
    assert date(2026, 2, 3) in days.online()
    with pytest.raises(NotFound):
        days.restore(date(2026, 2, 3))


def test_two_notes_of_one_day_are_joined_not_replaced(days: DayFiles, tmp_path: Path) -> None:
    days.edit(date(2026, 2, 1), lambda text: "first\n")
    days.archive(date(2026, 2, 19))
    (tmp_path / "daily-memories" / "2026-02-01.md").write_text("second\n", encoding="utf-8")
    days.archive(date(2026, 2, 19))
    assert days.read(date(2026, 2, 1)) == "first\n\nsecond\n"


def test_a_note_for_an_archived_day_brings_it_back_first(days: DayFiles) -> None:
    days.edit(date(2026, 2, 1), lambda text: "first\n")
    days.archive(date(2026, 2, 19))
    assert days.edit(date(2026, 2, 1), lambda text: text + "late\n") == "first\nlate\n"
    assert days.archived() == []


def test_other_files_beside_the_notes_are_left_alone(days: DayFiles, tmp_path: Path) -> None:
    days.edit(date(2026, 2, 1), lambda text: "x")
    for name in ["2026-13-45.md", "ideas.md", "2026-02-02.md.bak"]:
        (tmp_path / "daily-memories" / name).write_text("x", encoding="utf-8")
    assert days.online() == [date(2026, 2, 1)]

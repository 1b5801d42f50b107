"""Stage 1: the notes of the last days."""

from collections.abc import Sequence
from datetime import date, timedelta

from archivist.views.day_note import DayNote


def collect(notes: Sequence[DayNote], today: date, window_days: int) -> list[DayNote]:
    """The notes of the last `window_days` local days, today included, oldest first."""
    first = today - timedelta(days=window_days - 1)
    return sorted((note for note in notes if first <= note.day <= today), key=lambda note: note.day)

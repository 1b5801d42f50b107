"""The nightly run over a week of day notes: nine stages in a row, each counted.

Pure: notes and the present MEMORY.md in, the new text out. Notes that say nothing leave the digest as it is and say so:
a run without yield is not a success. Running twice changes nothing.
Source: the layered workspace (003), 5.2 and 7.3; requirements W7 and W9.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from archivist.upkeep.consolidation.carry_over import carry_over
from archivist.upkeep.consolidation.close_todos import close_todos
from archivist.upkeep.consolidation.collect import collect
from archivist.upkeep.consolidation.deduplicate import deduplicate
from archivist.upkeep.consolidation.drop_trivia import drop_trivia
from archivist.upkeep.consolidation.extract_items import extract_items
from archivist.upkeep.consolidation.group import group
from archivist.upkeep.consolidation.item import Item, Stage
from archivist.upkeep.consolidation.rank import rank
from archivist.upkeep.consolidation.settings import ConsolidationSettings
from archivist.upkeep.consolidation.write_digest import write_digest
from archivist.views.day_note import DayNote
from archivist.views.digest import Digest, parse


class Outcome(StrEnum):
    """How a run ended."""

    DISTILLED = "distilled"
    NO_NOTES = "no_notes"
    """No note lies in the window."""
    NOTHING_NOTED = "nothing_noted"
    """There are notes, and they say nothing that could be kept."""


@dataclass(frozen=True, slots=True)
class Consolidated:
    """What a run made of the notes."""

    outcome: Outcome
    stages: tuple[Stage, ...]
    digest: Digest | None
    text: str
    """MEMORY.md as it should read now; unchanged unless the run distilled something."""


def consolidate(
    notes: Sequence[DayNote], today: date, settings: ConsolidationSettings, current: str = ""
) -> Consolidated:
    """Distil the notes of the last days into MEMORY.md, whose text is `current`."""
    recent = collect(notes, today, settings.window_days)
    stages = [Stage("collect", len(notes), len(recent))]
    if not recent:
        return Consolidated(Outcome.NO_NOTES, tuple(stages), None, current)
    items = extract_items(recent)
    stages.append(Stage("extract_items", len(recent), len(items)))
    if not items:
        return Consolidated(Outcome.NOTHING_NOTED, tuple(stages), None, current)

    previous = parse(current)
    steps: tuple[tuple[str, Callable[[list[Item]], list[Item]]], ...] = (
        ("carry_over", lambda items: carry_over(items, previous, today, settings)),
        ("close_todos", close_todos),
        ("deduplicate", lambda items: deduplicate(items, settings.similarity)),
        ("drop_trivia", lambda items: drop_trivia(items, settings.min_characters, settings.trivial_patterns)),
        ("rank", lambda items: rank(items, settings.keyword_weights, settings.max_highlights)),
    )
    for name, step in steps:
        after = step(items)
        stages.append(Stage(name, len(items), len(after), _left_behind(items, after)))
        items = after
    digest = group(items)
    lines = len(digest.projects) + len(digest.highlights) + len(digest.decisions) + len(digest.todos)
    stages.append(Stage("group", len(items), lines))
    text = write_digest(digest, current, settings.language)
    stages.append(Stage("write_digest", lines, lines))
    return Consolidated(Outcome.DISTILLED, tuple(stages), digest, text)


def _left_behind(before: Sequence[Item], after: Sequence[Item]) -> tuple[str, ...]:
    rest = Counter(item.text for item in before) - Counter(item.text for item in after)
    return tuple(rest.elements())

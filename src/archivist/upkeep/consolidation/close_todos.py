"""Stage 4: a to-do that was done, on its own day or later, is no longer open."""

from collections.abc import Sequence

from archivist.text.plain_line import plain_line
from archivist.upkeep.consolidation.item import Item, Kind


def close_todos(items: Sequence[Item]) -> list[Item]:
    """`items` without the to-dos that a completed item of the same text, of the same or a later day, closes.

    One written again after it was done is open again.
    """
    last_done: dict[str, Item] = {}
    for item in items:
        if item.kind is Kind.COMPLETED:
            key = plain_line(item.text)
            if key not in last_done or last_done[key].day <= item.day:
                last_done[key] = item
    return [item for item in items if not _is_closed(item, last_done)]


def _is_closed(item: Item, last_done: dict[str, Item]) -> bool:
    done = last_done.get(plain_line(item.text))
    return item.kind is Kind.TODO and done is not None and item.day <= done.day

"""What to show a person whose save comes too late: the document with both versions of whatever both changed.

An entry that only one side changed is taken from that side. Where both changed it differently, or one changed what the
other removed, every version stands in the text, marked with whose it is: nothing typed and nothing saved meanwhile is
lost. Compared are entries, not lines. Source: issue 4, point 2; case CO-03.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archivist.views.entry import Entry, normal_entries
from archivist.views.library import render
from archivist.views.library_diff import match_entries

MINE = "[yours]"
THEIRS = "[saved meanwhile]"


@dataclass(frozen=True, slots=True)
class Conflict:
    """One entry that the sides left in two states; None where a side removed it."""

    base: Entry
    mine: Entry | None
    theirs: Entry | None


@dataclass(frozen=True, slots=True)
class MergeView:
    """The document to go on from; without conflicts it can be saved as it is against the new revision."""

    entries: tuple[Entry, ...]
    conflicts: tuple[Conflict, ...]

    @property
    def text(self) -> str:
        """The document, with `MINE` and `THEIRS` before the versions of a conflict."""
        return render(self.entries)


def three_way(base: Sequence[Entry], mine: Sequence[Entry], theirs: Sequence[Entry]) -> MergeView:
    """Both sides' changes to `base` in one document, in the order of `theirs`, whose ids are kept."""
    base, mine, theirs = normal_entries(base), normal_entries(mine), normal_entries(theirs)
    my_source, their_source = match_entries(base, mine), match_entries(base, theirs)
    my_place = {index: place for place, index in my_source.items()}
    their_place = {index: place for place, index in their_source.items()}
    said = {(entry.kind, entry.topic, entry.text) for place, entry in enumerate(theirs) if place not in their_source}
    conflicts: list[Conflict] = []
    rows: defaultdict[int, list[Entry]] = defaultdict(list)  # by place in `theirs`; -1 is before all

    for place, entry in enumerate(theirs):
        index = their_source.get(place)
        own = mine[my_place[index]] if index in my_place else None
        rows[place] += [entry] if index is None else _settle(Conflict(base[index], own, entry), conflicts)
    last = -1
    for place, entry in enumerate(mine):
        index = my_source.get(place)
        if index in their_place:
            last = their_place[index]
        elif index is not None:
            rows[last] += _settle(Conflict(base[index], entry, None), conflicts)
        elif (entry.kind, entry.topic, entry.text) not in said:
            rows[last].append(entry)
    return MergeView(tuple(normal_entries(entry for row in sorted(rows) for entry in rows[row])), tuple(conflicts))


def _settle(case: Conflict, conflicts: list[Conflict]) -> list[Entry]:
    """What stands for an entry of the base: the changed side, or both versions, and then it goes to `conflicts`."""
    if _same(case.theirs, case.base) or _same(case.theirs, case.mine):
        theirs_id = case.theirs.id if case.theirs else None
        return [replace(case.mine, id=theirs_id)] if case.mine else []
    if _same(case.mine, case.base):
        return [case.theirs] if case.theirs else []
    conflicts.append(case)
    theirs = [_marked(case.theirs, THEIRS)] if case.theirs else []
    return [*theirs, *([replace(_marked(case.mine, MINE), id=None)] if case.mine else [])]


def _same(one: Entry | None, other: Entry | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.kind, one.topic, one.text) == (other.kind, other.topic, other.text)


def _marked(entry: Entry, mark: str) -> Entry:
    gap = "\n\n" if entry.text[0] in "`~|>#-*+" else " "
    return replace(entry, text=f"{mark}{gap}{entry.text}")

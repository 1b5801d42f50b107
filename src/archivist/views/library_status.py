"""The figures of a library document: how large it is, which mode that puts it in, and what a reader should be told.

Counted are the characters of the saved text, as `len` counts them: Unicode code points, headings, bullet signs and
line ends included, a Chinese character as one. Source: requirements L4, L5, L6; seeds/001, 15.4 and 15.7.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from archivist.records.memory import Kind
from archivist.views.entry import Entry, normal_entries
from archivist.views.library import render


@dataclass(frozen=True, slots=True)
class LibraryLimits:
    """Two limits of one document, in characters of its saved text. They have nothing to do with each other."""

    catalog_from: int
    """From this size on, topics are kept and the index is injected; below it, bullets are flat and injected whole."""
    injected_at_most: int


USER_LIMITS = LibraryLimits(catalog_from=2_500, injected_at_most=6_000)
PROJECT_LIMITS = LibraryLimits(catalog_from=5_000, injected_at_most=20_000)


class Mode(StrEnum):
    """How a document reaches the model."""

    FLAT = "flat"
    CATALOG = "catalog"


@dataclass(frozen=True, slots=True)
class LibraryStatus:
    """Figures of the saved document; a door says "update after Save" while edits are unsaved."""

    characters: int
    limits: LibraryLimits
    mode: Mode
    rules: int
    infos: int
    topics: int

    @property
    def exceeds_limit(self) -> bool:
        """The whole text is more than may be injected; in flat mode entries are left out."""
        return self.characters > self.limits.injected_at_most

    @property
    def will_be_flattened(self) -> bool:
        """The document has topics below the size for them: reorganising takes them away. Worth a notice."""
        return self.mode is Mode.FLAT and self.topics > 0

    @property
    def wants_reorganising(self) -> bool:
        """The document has the size of a catalogue and no topic yet: one automatic reorganise may run (L7)."""
        return self.mode is Mode.CATALOG and self.topics == 0


def status(entries: Sequence[Entry], limits: LibraryLimits) -> LibraryStatus:
    """The figures of the document that shows these entries."""
    shown = normal_entries(entries)
    characters = len(render(shown))
    return LibraryStatus(
        characters=characters,
        limits=limits,
        mode=mode_of(characters, limits),
        rules=sum(entry.kind is Kind.RULE for entry in shown),
        infos=sum(entry.kind is Kind.INFO for entry in shown),
        topics=len({(entry.kind, entry.topic) for entry in shown if entry.topic}),
    )


def mode_of(characters: int, limits: LibraryLimits) -> Mode:
    """The mode of a saved text of that size."""
    return Mode.CATALOG if characters >= limits.catalog_from else Mode.FLAT

"""What an importer reads out of a file: the text, and the sections, chunks and names that point into it.

Offsets count characters of `ParsedDocument.text` and are half open, lines count from 1 and are inclusive, both in the
file as it is stored. Sections follow each other without a gap: their texts joined are the text.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it, up to the next heading of any level.

    What stands before the first heading, the front matter included, is a section of level 0 with an empty title.
    """

    anchor: str
    level: int
    title: str
    path: tuple[str, ...]
    """Titles from the top of the document down to this section, its own last."""
    line_start: int
    line_end: int
    start: int
    end: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of one section, small enough to hand to a model; neighbours overlap."""

    section_anchor: str
    index: int
    """Position among the chunks of its document, from 0."""
    start: int
    end: int
    tokens: int
    sha256: str
    """Of the text of the chunk with the headings it stands under."""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A file, read: nothing of its text is lost."""

    title: str
    front_matter: Mapping[str, str]
    text: str
    sections: tuple[Section, ...]
    encoding: str
    notices: tuple[str, ...]
    """What a person should know about how it was read: a conversion, a repair."""

    @property
    def outline(self) -> tuple[Section, ...]:
        """The sections that have a heading."""
        return tuple(section for section in self.sections if section.level)

    def text_of(self, section: Section) -> str:
        """The section as it stands in the file."""
        return self.text[section.start : section.end]


def children_of(sections: Sequence[Section], parent: Section) -> list[Section]:
    """The sections directly below `parent`, in order; a skipped level does not hide one."""
    children: list[Section] = []
    below = False
    for section in sections:
        if section.start == parent.start:
            below = True
        elif below and section.level <= parent.level:
            break
        elif below and (not children or section.level <= children[-1].level):
            children.append(section)
    return children


def keep_anchors(document: ParsedDocument, previous: ParsedDocument) -> tuple[str, ...]:
    """For each section of `document` the anchor it had in the `previous` version, "" where it is new.

    A section is found again by its text and place, else by its text, its place, its title, in that order, so that an
    edit elsewhere, even the removal of a twin before it, does not move it.
    """
    old = _by_keys(previous)
    kept = [""] * len(document.sections)
    used: set[int] = set()
    for old_places, new_places in zip(old, _by_keys(document), strict=True):
        for key, places in new_places.items():
            waiting = [place for place in places if not kept[place]]
            for place, origin in zip(waiting, (o for o in old_places.get(key, ()) if o not in used), strict=False):
                kept[place] = previous.sections[origin].anchor
                used.add(origin)
    return tuple(kept)


def _by_keys(document: ParsedDocument) -> list[dict[Hashable, list[int]]]:
    """For each way to know a section again, surest first: the positions of the sections that share a key."""
    ways: tuple[Callable[[Section, int], Hashable], ...] = (
        lambda section, text: (section.path, text),
        lambda section, text: (section.title, text),
        lambda section, text: section.path,
        lambda section, text: section.title,
    )
    texts = [hash(document.text_of(section)) for section in document.sections]
    tables: list[dict[Hashable, list[int]]] = []
    for way in ways:
        table: dict[Hashable, list[int]] = defaultdict(list)
        for place, section in enumerate(document.sections):
            table[way(section, texts[place])].append(place)
        tables.append(table)
    return tables

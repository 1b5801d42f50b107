"""Tidies a library without a model, and proves of any tidying, a model's too, that it lost and invented nothing.

Below the catalogue size entries are flat; from it on they stand under topics. Equal statements are merged; no other
word is changed, except that a title which its fact does not say itself goes before the fact when topics are taken
away. What the proof refuses leaves the old text as it is. Source: requirement L5; issue 4, point 5; case OP-02.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum

from rapidfuzz.distance import Indel

from archivist.records.memory import Kind
from archivist.text.fold import fold_statement
from archivist.views.entry import Entry, normal_entries
from archivist.views.headings import is_part, kind_of_part, read_heading
from archivist.views.library import parse, render
from archivist.views.library_status import LibraryLimits, Mode, mode_of
from archivist.views.topics import mentions, with_topics

_FENCED = re.compile(r"(?P<fence>`{3,}|~{3,})[ \t]*(?:markdown|md)?[ \t]*\n(?P<text>.*)\n(?P=fence)", re.DOTALL)
_MARK = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.%/-]*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_REWORDED = 0.6


@dataclass(frozen=True, slots=True)
class Reorganized:
    """The tidied entries; `merged` holds (kept, folded into it); `flattened` asks for a notice."""

    entries: tuple[Entry, ...]
    merged: tuple[tuple[Entry, Entry], ...]
    flattened: bool


class Fault(StrEnum):
    """What is wrong with a tidied text."""

    UNREADABLE = "unreadable"
    LOST = "lost"
    REWORDED = "reworded"
    INVENTED = "invented"
    OTHER_PART = "moved to the other part"


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason to keep the old text."""

    fault: Fault
    text: str

    def __str__(self) -> str:
        return f"{self.fault}: {self.text}"


def reorganize(
    entries: Sequence[Entry], limits: LibraryLimits, tags: Mapping[str, Sequence[str]] | None = None
) -> Reorganized:
    """The same statements, equal ones once, flat or under topics as the document's size asks; `tags` is by id."""
    kept, merged = merge_equals(normal_entries(entries))
    if mode_of(len(render(kept)), limits) is Mode.CATALOG:
        tidied, flattened = with_topics(kept, tags or {}), False
    else:
        tidied = [replace(entry, text=statement(entry), topic="") for entry in kept]
        flattened = any(entry.topic for entry in kept)
    tidied, merged_now = merge_equals(normal_entries(tidied))
    return Reorganized(tuple(tidied), (*merged, *merged_now), flattened)


def merge_equals(entries: Sequence[Entry]) -> tuple[list[Entry], list[tuple[Entry, Entry]]]:
    """The first of each group of equal statements, and (kept, folded into it) for the others.

    Equal means: the same part, topic and folded text; several lines (code, tables) must be the same in every letter.
    """
    kept: dict[tuple[str, str, str], Entry] = {}
    merged = []
    for entry in entries:
        key = (entry.kind, fold_statement(entry.topic), _folded(entry.text))
        if key in kept:
            merged.append((kept[key], entry))
        else:
            kept[key] = entry
    return list(kept.values()), merged


def statement(entry: Entry) -> str:
    """What the entry says where its topic is not shown: the title before it, unless it says it itself."""
    if not entry.topic or mentions(entry.text, entry.topic):
        return entry.text
    return _titled(entry)


def read_answer(answer: str, before: Sequence[Entry]) -> tuple[list[Entry], list[Problem]]:
    """A model's tidied document as entries with the ids they had, and every reason not to take it."""
    text = answer.strip().removeprefix("\ufeff")
    if fenced := _FENCED.fullmatch(text):
        text = fenced["text"]
    if not text:
        return [], [Problem(Fault.UNREADABLE, "the answer is empty")]
    headings = [heading[1] for line in text.split("\n") if (heading := read_heading(line))]
    if not {kind_of_part(title) for title in headings if is_part(title)} >= set(Kind):
        return [], [Problem(Fault.UNREADABLE, f"the answer has not the parts Rules and Info: {text[:80]!r}")]
    after = parse(text)
    source = _match(before, after)
    ids = {place: before[index].id for place, index in source.items()}
    named = [replace(entry, id=ids.get(place)) for place, entry in enumerate(after)]
    return named, check_preserves(before, after)


def check_preserves(before: Sequence[Entry], after: Sequence[Entry]) -> list[Problem]:
    """What `after` lost, changed or made up; empty where it holds the same statements, equal ones perhaps merged."""
    source = _match(before, after)
    used = set(source.values())
    lost = [entry for place, entry in enumerate(before) if place not in used]
    said = {form for place in used for form in _in_its_part(before[place])}
    made_up = [entry for place, entry in enumerate(after) if place not in source]
    problems = []
    for entry in lost:
        if _in_its_part(entry) & said:
            continue  # merged into its equal
        if became := _nearest(entry, made_up):
            problems.append(Problem(Fault.REWORDED, f"{entry.text!r} became {became.text!r}"))
        else:
            problems.append(Problem(Fault.LOST, repr(entry.text)))
    problems += [Problem(Fault.INVENTED, repr(entry.text)) for entry in made_up]
    problems += [
        Problem(Fault.OTHER_PART, repr(after[place].text))
        for place, index in sorted(source.items())
        if after[place].kind is not before[index].kind
    ]
    return problems or [Problem(Fault.LOST, f"the name or number {name!r}") for name in _missing_names(before, after)]


def _match(before: Sequence[Entry], after: Sequence[Entry]) -> dict[int, int]:
    """For each place in `after` the index of the statement it repeats; each is repeated once, the likest first."""
    source: dict[int, int] = {}
    free = set(range(len(before)))
    for keys in (_in_its_part, _text_in_its_part, _forms):
        waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
        for index in sorted(free):
            for key in keys(before[index]):
                waiting[key].append(index)
        for place, entry in enumerate(after):
            found = [index for key in keys(entry) for index in waiting.get(key, ()) if index in free]
            if place not in source and found:
                source[place] = min(found)
                free.discard(source[place])
    return source


def _in_its_part(entry: Entry) -> Set[Hashable]:
    return {(entry.kind, form) for form in _identity(entry)}


def _text_in_its_part(entry: Entry) -> Set[Hashable]:
    return {(entry.kind, form) for form in _forms(entry)}


def _identity(entry: Entry) -> set[str]:
    """The folded forms in which the entry says all it says, its title included."""
    return {_folded(_titled(entry)), _folded(statement(entry))} if entry.topic else {_folded(entry.text)}


def _forms(entry: Entry) -> Set[Hashable]:
    return _identity(entry) | {_folded(entry.text)}


def _titled(entry: Entry) -> str:
    if not entry.topic:
        return entry.text
    if entry.text[0] in "`~|>#-*+" or "\n" in entry.text:
        return f"{entry.topic}:\n\n{entry.text}"
    colon = "：" if _CJK.search(entry.topic + entry.text[:1]) else ": "
    return f"{entry.topic}{colon}{entry.text}"


def _folded(text: str) -> str:
    return " ".join(text.split()) if "\n" in text else fold_statement(text)


def _nearest(entry: Entry, others: Sequence[Entry]) -> Entry | None:
    return max(
        (other for other in others if Indel.normalized_similarity(entry.text, other.text) >= _REWORDED),
        key=lambda other: Indel.normalized_similarity(entry.text, other.text),
        default=None,
    )


def _missing_names(before: Sequence[Entry], after: Sequence[Entry]) -> list[str]:
    """Names and numbers (a capital or a digit in it) of the old document, titles included, that the new one lacks."""
    document = "\n".join(f"{entry.topic}\n{entry.text}" for entry in after)
    return [name for name in sorted(_names(before) - _names(after)) if not mentions(document, name)]


def _names(entries: Sequence[Entry]) -> set[str]:
    words = (word for entry in entries for word in _MARK.findall(f"{entry.topic} {entry.text}"))
    return {word.rstrip(".-/") for word in words if any(sign.isdigit() or sign.isupper() for sign in word)}

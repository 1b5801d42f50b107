"""How well an entry answers a query: one ranking for memories, messages and sections, whatever index found them.

BM25 over posting lists alone. That a term stands in an entry three times or more, and that it stands in its title, are
written into the index as terms of their own; so the lists suffice and no text is read. A message is read together with
the turns around it: an answer seldom repeats the words of its question, so what a turn asks belongs to the next turn
more than to any other, and a turn that asks is itself less of an answer. An entry is also found by the fields of life
that its words belong to (`text.associations`), at a lower weight. Nothing here reads a store or a clock; what an entry
is worth by itself (recency, importance, whose words they are) is a weight that the caller hands in.

The constants are few. Each was looked at on the public development sets (LoCoMo, BEAM, MADial, PrefEval, TiDB, FastAPI
and Anthropic documentation, CMRC, DRCD, XQuAD, RGB) on 2026-11-29; see docs/decisions/2026-11-30-ranking.md.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from archivist.text.associations import FIELD, fields_of
from archivist.text.words import Query, terms

IN_TITLE, OFTEN = "^", "~"  # marks after a term; no term ends in them
MARKS = (IN_TITLE, OFTEN)
_TIMES_OFTEN = 3
_COUNTS = {"": 1.0, OFTEN: 2.5, IN_TITLE: 8.0}  # how many occurrences each adds

SATURATION = 1.8  # k1: how soon repeating a word stops helping
LENGTH_PENALTY = 0.75  # b: 0 ignores length, 1 divides by it
FILLER_WEIGHT = 0.05  # of a stop word; a word that half of the entries hold has 0.7
SINGLE_WEIGHT = 0.3  # of a single character beside a pair of them
FIELD_WEIGHT = 0.6  # of a field that a word of the query belongs to, beside the word itself
MAX_FIELDS = 8  # of a query, those that most of its words belong to
NEAR_WEIGHTS = (0.4, 0.3, 0.1)  # a term said one, two and three turns away, beside 1 for the turn itself
ANSWER_WEIGHT = 0.7  # instead of the first of these, where the turn before asks
ASKED_ABOUT_WEIGHT = 1.4  # of a turn by whom the question names; LoCoMo R@5 0.700 to 0.724, 2026-11-30
ASKING_WEIGHT = 0.8  # of a turn that asks; LoCoMo R@5 0.669 to 0.680 and BEAM 0.396 to 0.404, 2026-11-30
MAX_ASKING_BYTES = 4_000  # a longer message says more than the question at its end
NEAR_LENGTH = 80  # terms; a turn read with its neighbours counts as at least so long, and tells them less if longer

Holders = Mapping[str, Mapping[str, Collection[int]]]
"""For each term of a query the entries that hold it (""), and those that hold it with each of `MARKS`."""


@dataclass(frozen=True, slots=True)
class IndexedText:
    """What an entry is found by.

    `title` is a name or heading, `tags` count like it. `description` is what places an entry (a sentence about it, the
    path of its document, its speaker and date); it counts like the body. `group` is the number of what the entry is a
    part of; it is no word, but a search can be narrowed to some groups. `is_personal` is what somebody says of their
    life, rather than a document on its subject: it is also found by the fields that its body belongs to.
    """

    title: str = ""
    description: str = ""
    body: str = ""
    tags: tuple[str, ...] = ()
    group: int | None = None
    is_personal: bool = True


@dataclass(frozen=True, slots=True)
class Turn:
    """A message in its conversation. `asks` is whether it ends in a question and is short enough to be one."""

    entry: int
    asks: bool = False


def asks(text: str) -> bool:
    """Whether a message is a question to whoever speaks next."""
    return text.rstrip().endswith(("?", "？")) and len(text.encode()) <= MAX_ASKING_BYTES


def index_terms(text: IndexedText) -> list[str]:
    """What an index stores of an entry: its terms, repeats kept (their number is the length), fields, marked terms."""
    named = [*terms(text.title), *(term for tag in text.tags for term in terms(tag))]
    said = terms(text.body)
    found = [*said, *terms(text.description)]
    times = Counter(found)
    return [
        *named,
        *found,
        *(fields_of(said) if text.is_personal else ()),
        *(term + IN_TITLE for term in dict.fromkeys(named)),
        *(term + OFTEN for term, count in times.items() if count >= _TIMES_OFTEN),
    ]


def fields_asked(query: Query) -> dict[str, float]:
    """The fields that the query's words belong to, each with what it is worth beside a word that is as rare."""
    counted = fields_of(query.terms).most_common(MAX_FIELDS)
    return {field: FIELD_WEIGHT * math.sqrt(words) for field, words in counted}


def weigh(query: Query, entries: int, found_in: Mapping[str, int]) -> dict[str, float]:
    """What each term of the query is worth, given how many of the `entries` hold it: the rarer the more."""
    asked = (*query.terms, *query.characters)
    fields = fields_asked(query) if any(term.startswith(FIELD) for term in found_in) else {}
    return {
        **{term: _rarity(entries, found_in.get(term, 0)) for term in asked},
        **{
            single: SINGLE_WEIGHT * _rarity(entries, found_in[single]) for single in query.singles if single in found_in
        },
        **{
            field: worth * _rarity(entries, found_in[field]) if found_in[field] else 0.0  # nobody speaks of it here
            for field, worth in fields.items()
            if field in found_in
        },
        **dict.fromkeys(query.fillers, FILLER_WEIGHT),
    }


def rough_scores(weights: Mapping[str, float], holders: Holders) -> dict[int, float]:
    """What the terms of every entry add up to, length not yet considered: to choose whom to look at closely."""
    scores: dict[int, float] = {}
    for term, marked in holders.items():
        for mark, entries in marked.items():
            worth = weights[term] * _ROUGH[mark]
            for entry in entries:
                scores[entry] = scores.get(entry, 0.0) + worth
    return scores


def relevances(
    entries: Sequence[int],
    weights: Mapping[str, float],
    holders: Holders,
    lengths: Mapping[int, int],
    nearby: Mapping[int, Mapping[str, float]] | None = None,
) -> dict[int, float]:
    """The share of the query's weight that each entry covers, 0..1.

    Args:
        lengths: the number of terms of each entry.
        nearby: for messages: the terms said around each and how much each counts there.
    """
    floor = 1 if nearby is None else NEAR_LENGTH
    sizes = {entry: max(floor, lengths.get(entry, floor)) for entry in entries}
    average = sum(sizes.values()) / max(1, len(sizes))
    penalties = {
        entry: SATURATION * (1 - LENGTH_PENALTY + LENGTH_PENALTY * size / average) for entry, size in sizes.items()
    }
    covered = dict.fromkeys(entries, 0.0)
    for term, marked in holders.items():
        for entry, times in _occurrences(term, marked, nearby or {}).items():
            if entry in covered:
                covered[entry] += weights[term] * times / (times + penalties[entry])
    total = sum(weights.values()) or 1.0
    return {entry: worth / total for entry, worth in covered.items()}


def said_nearby(
    held: Sequence[Collection[str]], lengths: Sequence[int], at: int, *, is_answer: bool = False
) -> dict[str, float]:
    """The terms of the turns beside the one at `at`, each with how much it counts there.

    A long turn speaks of many things, and a word of it says the less about its neighbours.

    Args:
        held: what each turn of a run says.
        lengths: the number of terms of each.
        is_answer: the turn before asks.
    """
    said: dict[str, float] = {}
    for distance, weight in enumerate(NEAR_WEIGHTS, start=1):
        before = ANSWER_WEIGHT if is_answer and distance == 1 else weight
        for place, counts in ((at - distance, before), (at + distance, weight)):
            if 0 <= place < len(held):
                told = counts * math.sqrt(NEAR_LENGTH / max(NEAR_LENGTH, lengths[place]))
                for term in held[place]:
                    said[term] = said.get(term, 0.0) + told
    return said


def _occurrences(
    term: str, marked: Mapping[str, Collection[int]], nearby: Mapping[int, Mapping[str, float]]
) -> dict[int, float]:
    """How often a term stands in each entry that holds it, and what its being said nearby adds."""
    times = {entry: said[term] for entry, said in nearby.items() if term in said}
    for mark, entries in marked.items():
        for entry in entries:
            times[entry] = times.get(entry, 0.0) + _COUNTS[mark]
    return times


def _saturated(times: float) -> float:
    return times / (times + SATURATION)


_ROUGH = {
    "": _saturated(1.0),
    OFTEN: _saturated(3.5) - _saturated(1.0),
    IN_TITLE: _saturated(9.0) - _saturated(1.0),
}


def _rarity(entries: int, found_in: int) -> float:
    return math.log1p((max(entries, found_in) - found_in + 0.5) / (found_in + 0.5))

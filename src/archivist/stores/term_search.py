"""How a full-text index is searched, whatever keeps its posting lists.

An index looks up the terms of a query and says how many entries hold each; what each is worth follows from that. It
then names the entries whose terms add up to most, and the best hundred are compared exactly, messages together with
the turns around them. The ranking itself is `text.ranking`; the posting lists are the index's own business.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol

from archivist.stores.index_port import MAX_WEIGHT, Entries, Hit
from archivist.text.ranking import (
    ASKED_ABOUT_WEIGHT,
    ASKING_WEIGHT,
    IN_TITLE,
    Holders,
    IndexedText,
    Turn,
    fields_asked,
    index_terms,
    relevances,
    said_nearby,
    weigh,
)
from archivist.text.words import Query, contains_phrase, elements, phrase_terms

GROUP = "@"  # before the number of a group; no word begins with it
MAX_COMPARED = 96  # candidates compared exactly
MAX_ASKED = 16  # entries of which it is asked at once whether they are shown
MAX_SHARED_TERMS = 12  # terms of a statement that are looked up, the longest: of equals in form they are the rarer
MAX_SHARERS = 64  # entries looked at for one of them, the newest
MIN_QUESTION = 3  # terms; a shorter query is taken as key words
MIN_FOUND = 10  # with fewer candidates than this, stop words are looked up too
MAX_SINGLES = 1_000  # entries; among more, the single characters of a run are not looked up
_FURTHER = 5  # how many times as many are looked at next, when most of the best ones are not shown


@dataclass(frozen=True, slots=True)
class SearchScope:
    """Where is searched: partitions, groups in them (all where empty), and the terms that an entry must hold."""

    partitions: tuple[int, ...]
    groups: tuple[int, ...] = ()
    required: tuple[str, ...] = ()


class Lookup(Protocol):
    """One index asked one query in one scope. The terms and characters of the query are looked up from the start."""

    @property
    def size(self) -> int:
        """About how many entries the scope holds."""
        ...

    @property
    def found_in(self) -> Mapping[str, int]:
        """About how many entries hold each term, or a term that begins with each character."""
        ...

    def also(self, terms: Sequence[str] = (), beginnings: Sequence[str] = ()) -> Mapping[str, int]:
        """Look these up too; about how many entries hold each."""
        ...

    def candidates(self, weights: Mapping[str, float], count: int, sure: int) -> Mapping[int, float]:
        """The `count` entries whose terms add up to most, with what they add up to; of equals the newest.

        An index may spare itself those beyond the best `sure`.
        """
        ...

    def holders(self, entries: Collection[int]) -> Holders:
        """Who of these holds what was looked up."""
        ...

    def lengths(self, entries: Collection[int]) -> Mapping[int, int]:
        """The number of terms of each."""
        ...


class TermIndex(ABC):
    """The half of an `Index` that is alike whatever keeps the posting lists: how it is searched."""

    @abstractmethod
    def look_up(self, query: Query, scope: SearchScope) -> Lookup:
        """The posting lists of a query's terms."""

    @abstractmethod
    def newest_holding(self, terms: Sequence[str], partition: int) -> list[list[int]]:
        """For each term the newest entries of a partition that hold it, at most `MAX_SHARERS`."""

    def search(
        self, query: Query, partitions: Sequence[int], limit: int, entries: Entries, groups: Sequence[int] = ()
    ) -> list[Hit]:
        """The at most `limit` entries of these partitions that answer best, best first; of equals the newest."""
        if query.is_empty or not partitions or limit < 1:
            return []
        return search(self.look_up(query, scope_of(query, partitions, groups)), query, limit, entries)

    def sharing(self, terms: Sequence[str], partition: int, limit: int) -> list[int]:
        """The at most `limit` entries of a partition that share most with these terms, rare ones counting more."""
        return most_sharing(self.newest_holding(shared_terms(terms), partition), limit)


def entry_terms(text: IndexedText) -> list[str]:
    """Everything an entry is found by: the empty term that each has, its group, its terms."""
    group = [] if text.group is None else [f"{GROUP}{text.group}"]
    return ["", *group, *index_terms(text)]


def scope_of(query: Query, partitions: Sequence[int], groups: Sequence[int]) -> SearchScope:
    """Where a query is searched: what it needs and the words of its phrases must stand in an entry."""
    phrased = (term for phrase in query.phrases for term in phrase_terms(phrase))
    return SearchScope(tuple(partitions), tuple(groups), (*query.needed, *phrased))


def search(lookup: Lookup, query: Query, limit: int, entries: Entries) -> list[Hit]:
    """The at most `limit` entries that answer best, best first; of equals the newest."""
    weights = _weights(lookup, query)
    found: _Found = _Alone(lookup, weights)
    best = found.best(max(MAX_COMPARED, 2 * limit), limit)
    runs = entries.runs(best)
    if runs is not None:
        found = _with_turns(lookup, weights, runs)
        best = found.best(len(best), limit)
    hits = _compare(best, limit, query, lookup, found, entries)
    compared = set(best)
    while compared and len(hits) < limit:
        count = _FURTHER * len(compared)
        further = [entry for entry in found.best(count, count) if entry not in compared]
        if not further:
            break
        hits += _compare(further, limit, query, lookup, found, entries)
        compared.update(further)
    return sorted(hits, key=lambda hit: (-hit.relevance, -hit.entry))[:limit]


def shared_terms(terms: Sequence[str]) -> list[str]:
    """Those terms of a statement by which entries are found that share some with it."""
    return sorted(dict.fromkeys(terms), key=len, reverse=True)[:MAX_SHARED_TERMS]


def most_sharing(found: Sequence[Sequence[int]], limit: int) -> list[int]:
    """Of the entries that hold each of some terms, at most `MAX_SHARERS` a term, those that hold most of them."""
    least = 1 if len(found) <= 4 else 2
    sharers = {entry for entry, count in Counter(chain.from_iterable(found)).items() if count >= least}
    worth = dict.fromkeys(sharers, 0.0)
    for holders in found:
        for entry in sharers.intersection(holders):
            worth[entry] += 1 / (1 + len(holders))
    return best_of(worth, limit)


def best_of(scores: Mapping[int, float], count: int) -> list[int]:
    """The most promising entries, best first; of equals the newest. Sorting a few twice costs less than a heap."""
    least = sorted(scores.values(), reverse=True)[:count][-1:] or [0.0]
    found = sorted((entry for entry, score in scores.items() if score >= least[0]), reverse=True)
    return sorted(found, key=scores.__getitem__, reverse=True)[:count]


def _weights(lookup: Lookup, query: Query) -> dict[str, float]:
    """What each term of the query is worth; what is looked up besides its terms depends on how much they find."""
    found_in = dict(lookup.found_in)
    if len(query.terms) >= MIN_QUESTION:
        few = lookup.size < MAX_SINGLES
        singles = [single for single in query.singles if single not in found_in] if few else []
        found_in |= lookup.also(terms=list(fields_asked(query)), beginnings=singles)
    if sum(found_in.values()) < MIN_FOUND:
        lookup.also(terms=query.fillers)
    return weigh(query, lookup.size, found_in)


class _Found(Protocol):
    """Candidates, and by what they are compared."""

    @property
    def weights(self) -> Mapping[str, float]: ...
    @property
    def nearby(self) -> Mapping[int, Mapping[str, float]] | None: ...
    @property
    def worth(self) -> Mapping[int, float]: ...
    def best(self, count: int, sure: int) -> list[int]: ...
    def holders(self, entries: Collection[int]) -> Holders: ...


@dataclass(frozen=True, slots=True)
class _Alone:
    """Entries that stand alone, straight from the index."""

    lookup: Lookup
    weights: Mapping[str, float]
    nearby: None = None
    worth: Mapping[int, float] = field(default_factory=dict)

    def best(self, count: int, sure: int) -> list[int]:
        return best_of(self.lookup.candidates(self.weights, count, sure), count)

    def holders(self, entries: Collection[int]) -> Holders:
        return self.lookup.holders(entries)


@dataclass(frozen=True, slots=True)
class _Turns:
    """Turns with what was said around them counted in."""

    weights: Mapping[str, float]
    held: Holders
    scores: Mapping[int, float]
    nearby: Mapping[int, Mapping[str, float]]
    worth: Mapping[int, float]

    def best(self, count: int, sure: int) -> list[int]:
        return best_of(self.scores, count)

    def holders(self, entries: Collection[int]) -> Holders:
        return self.held


def _with_turns(lookup: Lookup, weights: Mapping[str, float], runs: Sequence[Sequence[Turn]]) -> _Turns:
    """The turns of these runs as candidates.

    A turn that holds no term itself may answer a question, but is no hit of a key word or two. What stands in a turn's
    title, as the name of its speaker, is true of that turn only.
    """
    held = lookup.holders({turn.entry for run in runs for turn in run})
    lengths = lookup.lengths({turn.entry for run in runs for turn in run})
    nearby: dict[int, dict[str, float]] = {}
    for run in runs:
        said = [_said_by(turn.entry, held) for turn in run]
        spoken = [lengths.get(turn.entry, 0) for turn in run]
        nearby |= {
            turn.entry: said_nearby(said, spoken, at, is_answer=at > 0 and run[at - 1].asks)
            for at, turn in enumerate(run)
            if len(held) >= MIN_QUESTION or any(turn.entry in marked[""] for marked in held.values())
        }
    scores = relevances(list(nearby), weights, held, {}, nearby)
    return _Turns(weights, held, scores, nearby, _worth(runs, held))


def _worth(runs: Sequence[Sequence[Turn]], held: Holders) -> dict[int, float]:
    """What a turn counts as an answer, where that is not 1: one that asks less, one by whom the question names more."""
    named = {entry for marked in held.values() for entry in marked.get(IN_TITLE, ())}
    return {
        turn.entry: (ASKING_WEIGHT if turn.asks else 1.0) * (ASKED_ABOUT_WEIGHT if turn.entry in named else 1.0)
        for run in runs
        for turn in run
        if turn.asks or turn.entry in named
    }


def _said_by(turn: int, held: Holders) -> list[str]:
    return [term for term, marked in held.items() if turn in marked[""] and turn not in marked.get(IN_TITLE, ())]


def _compare(
    candidates: Sequence[int], wanted: int, query: Query, lookup: Lookup, found: _Found, entries: Entries
) -> list[Hit]:
    """The best `wanted` hits among these candidates, with their exact relevance, and some lesser ones.

    Whether an entry is shown is asked of the best first, until no weight could lift another among them.
    """
    shares = relevances(candidates, found.weights, found.holders(candidates), lookup.lengths(candidates), found.nearby)
    exact = {entry: share * found.worth.get(entry, 1.0) for entry, share in shares.items()}
    ordered = best_of(exact, len(exact))
    hits: list[Hit] = []
    for start in range(0, len(ordered), MAX_ASKED):
        if len(hits) >= wanted:
            last = sorted(hit.relevance for hit in hits)[-wanted]
            if last > MAX_WEIGHT * exact[ordered[start]]:
                break
        hits += _shown(ordered[start : start + MAX_ASKED], exact, query, entries)
    return hits


def _shown(candidates: Sequence[int], exact: Mapping[int, float], query: Query, entries: Entries) -> list[Hit]:
    """The hits among these candidates, each counted as the store weighs it."""
    weights = entries.weights(candidates)
    shown = [entry for entry in candidates if entry in weights]
    if query.phrases:
        texts = entries.texts(shown)
        shown = [entry for entry in shown if entry in texts and _holds(query.phrases, texts[entry])]
    found = {entry: weights[entry] * exact[entry] for entry in shown}
    return [Hit(entry, min(1.0, relevance)) for entry, relevance in found.items() if relevance > 0]


def _holds(phrases: Sequence[Sequence[str]], text: IndexedText) -> bool:
    """Whether each phrase stands within one field."""
    fields = [elements(field) for field in (text.title, text.description, text.body, *text.tags)]
    return all(any(contains_phrase(field, phrase) for field in fields) for phrase in phrases)

"""Whether a new statement says the same as an old one, words it anew, contradicts it, or speaks of something else.

Similarity finds statements of one subject; it cannot tell "port is 8080" from "port is 8081". Here numbers, dates,
versions, units, negation, antonyms, names and any replaced word are looked at first (gates 9 and 10). What cannot be
shown to be a rewording is never called one: a wrong conflict asks a person, a wrong merge loses what they said.
A rule over words, not an understanding: a paraphrase in quite other words is `Different`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from archivist.text import lexicon
from archivist.text.differences import WEIGHTLESS, Difference, Hunk, Why, difference_of, forms, hunks, joined
from archivist.text.fold import fold_statement
from archivist.text.patterns import pattern
from archivist.text.readings import Claim, Mood, Reading, read
from archivist.text.relations import Conflict, Different, Relation, Rewording, Same
from archivist.text.similarity import SAME_SUBJECT, similarity
from archivist.text.terms import Kind, Term, terms


def relation(old: str, new: str) -> Relation:
    """How the new statement stands to the old one."""
    if fold_statement(old) == fold_statement(new):
        return Same()
    ours, theirs = read(old), read(new)
    if ours.mood is not theirs.mood:
        return Different()
    answer = _by_claims(ours, theirs) or _by_words(ours, theirs)
    if isinstance(answer, Conflict) and ours.mood in (Mood.HISTORY, Mood.QUOTED, Mood.QUESTION):
        return Different()
    return answer


def _by_claims(ours: Reading, theirs: Reading) -> Relation | None:
    """The answer of claims about one slot; None where no slot is shared and nothing shows them to be apart."""
    pairs = [(a, b) for a in ours.claims for b in theirs.claims]
    shared = [(a, b) for a, b in pairs if a.is_slot_of(b)]
    partly = any(not any(a.is_slot_of(b) for b in theirs.claims) for a in ours.claims)
    for a, b in shared:
        if difference := _contradiction(a, b):
            return Conflict(difference, partly)
    alike = max(similarity(ours.stated, theirs.stated), _shared_terms(ours, theirs))
    if alike >= SAME_SUBJECT and shared and all(a.denied == b.denied and _is_nested(a, b) for a, b in shared):
        return Rewording(alike, _shortens(ours, theirs))
    if shared or any(a.attribute and a.attribute == b.attribute for a, b in pairs):
        return Different()
    return None


def _contradiction(a: Claim, b: Claim) -> Difference | None:
    """Why two claims about one slot cannot both hold; more detail in a value is no contradiction."""
    if a.denied or b.denied:
        return difference_of(a.value, b.value, Why.NEGATION) if _is_nested(a, b) and a.denied != b.denied else None
    opposed = any(term.negation for term in a.value) != any(term.negation for term in b.value)
    if _is_nested(a, b) or (opposed and not {term.form for term in a.value} & {term.form for term in b.value}):
        return None
    return difference_of(a.value, b.value)


def _is_nested(a: Claim, b: Claim) -> bool:
    """Whether one value is the other, or the other with more detail."""
    ours, theirs = ({(term.form, term.sign) for term in claim.value} for claim in (a, b))
    return ours <= theirs or theirs <= ours


def _by_words(ours: Reading, theirs: Reading) -> Relation:
    """The answer of the words, one against the other."""
    alike = max(similarity(_told(ours), _told(theirs)), similarity(ours.stated, theirs.stated))
    if max(alike, _shared_terms(ours, theirs)) < SAME_SUBJECT:
        return _by_change(ours, theirs)
    parted = list(hunks(ours.terms, theirs.terms))
    if any(hunk.in_subject for hunk in parted):
        holder = parted[0].difference if len(parted) == 1 and _names_the_one(ours) and _names_the_one(theirs) else None
        return Conflict(holder) if holder else Different()
    telling = [hunk for hunk in parted if hunk.difference]
    if alike < SAME_SUBJECT and not (len(telling) == len(parted) == 1 and _has_frame(ours, theirs)):
        return _by_change(ours, theirs)
    difference = telling[0].difference if telling else None
    if difference is None:
        return Rewording(alike, _shortens(ours, theirs))
    if _is_of_something_else(telling) or _is_of_more_than_one(telling):
        return Different()
    if theirs.changes:
        return Conflict(difference)
    replaced = difference.why in (Why.VALUE, Why.NAME) and not telling[0].turned
    if (replaced and _is_mostly_new(ours, theirs)) or _holds_for_many(ours, telling[0]):
        return Different()
    return Conflict(difference)


def _is_of_more_than_one(telling: Sequence[Hunk]) -> bool:
    """Whether words are replaced in two places: two rules of one form ("format dates if ...", "format code if ...")."""
    replaced = [hunk for hunk in telling if hunk.difference and hunk.difference.why in (Why.VALUE, Why.NAME)]
    return len([hunk for hunk in replaced if not hunk.turned and hunk.difference and hunk.difference.old]) > 1


def _is_mostly_new(ours: Reading, theirs: Reading) -> bool:
    """Whether more is replaced than shared, so that a form is shared and no subject (4 PM: review, 4 PM: family)."""
    old, new = Counter(forms(ours.terms)), Counter(forms(theirs.terms))
    return max(_weight(old - new), _weight(new - old)) > _weight(old & new)


def _weight(bag: Counter[str]) -> int:
    """A word weighs two, a single Chinese character about half a word."""
    return sum(min(len(form), 2) * count for form, count in bag.items())


def _shortens(ours: Reading, theirs: Reading) -> bool:
    old, new = Counter(forms(ours.terms)), Counter(forms(theirs.terms))
    return bool(old - new) and not new - old


def _is_of_something_else(telling: Sequence[Hunk]) -> bool:
    """Whether what is affirmed and what is denied are two things (禁止在工作时间执行, 允许在夜间执行)."""
    things = {Why.VALUE, Why.NAME, Why.DATE}
    others = [hunk for hunk in telling if not hunk.turned and hunk.difference and hunk.difference.why in things]
    return any(hunk.opposed for hunk in others) or (bool(others) and any(hunk.turned for hunk in telling))


def _names_the_one(reading: Reading) -> bool:
    """Whether it names the holder of something that has but one ("Alice is the lead")."""
    return bool(_IS_THE.search(reading.stated))


def _has_frame(ours: Reading, theirs: Reading) -> bool:
    """Whether a word is shared beside names and a verb of use ("uses vim", "uses Docker"): one value was replaced."""
    shared = _content(ours.terms) & _content(theirs.terms) - _USES
    kinds = {term.form: term.kind for term in ours.terms}
    return sum(min(len(form), 2) for form in shared if kinds[form] is not Kind.NAME) >= 2


def _shared_terms(ours: Reading, theirs: Reading) -> float:
    """Dice of the terms themselves: fairer than bigrams to a short statement with one value replaced (备份每天执行)."""
    old, new = Counter(forms(ours.terms)), Counter(forms(theirs.terms))
    return 2 * (old & new).total() / max(1, old.total() + new.total())


_CHANGE_OVERLAP = 0.7  # of the shorter statement's words
_CHANGE_WORDS = 3


def _by_change(ours: Reading, theirs: Reading) -> Relation:
    """A change announced in other words ("the lead changed, it is Sam now") conflicts where most words are shared."""
    old, new = _content(ours.terms), _content(theirs.terms)
    shared = len(old & new)
    if theirs.changes and shared >= _CHANGE_WORDS and shared >= _CHANGE_OVERLAP * min(len(old), len(new)):
        return Conflict(Difference(Why.VALUE, ours.stated, theirs.stated))
    return Different()


def _content(words: Sequence[Term]) -> set[str]:
    return {term.form for term in words if term.kind not in WEIGHTLESS | {Kind.CHANGE, Kind.COPULA}}


def _told(reading: Reading) -> str:
    """What is spoken of, for similarity: 现在 and "currently", 不 and "not" make nothing less alike."""
    told = [term for term in reading.terms if term.kind is not Kind.SPEAKER and not _is_now(term)]
    words = [term.form if term.kind is Kind.POLAR and not term.raw.isascii() else term.raw for term in told]
    return joined(words) or reading.stated


def _is_now(term: Term) -> bool:
    return term.kind is Kind.LIGHT and term.form in _NOW


def _holds_for_many(reading: Reading, hunk: Hunk) -> bool:
    """Whether the verb can be true of several objects ("likes tea", "likes coffee"), none said to be the only one.

    A preference is for one thing, but not where only a part differs ("prefers short answers", "... Chinese answers").
    """
    if hunk.turned or not hunk.difference or hunk.difference.why not in (Why.VALUE, Why.NAME):
        return False
    many = _additive() & {term.form for term in reading.terms} or _IS_A.search(reading.stated)
    prefers = hunk.is_last and _PREFERS.search(reading.stated)
    return bool(many) and not prefers and not _EXCLUSIVE.search(reading.stated)


def _any_word(words: str) -> re.Pattern[str]:
    """A pattern for any of the words; Latin ones whole, but for an ending."""
    parts = (rf"\b{word}(?:s|ed)?\b" if word.isascii() else word for word in words.split())
    return pattern("|".join(parts), re.IGNORECASE)


_EXCLUSIVE = _any_word(lexicon.EXCLUSIVE)
_PREFERS = _any_word(lexicon.PREFERENCES)


@cache
def _additive() -> frozenset[str]:
    words = f"{lexicon.ADDITIVE} {lexicon.ADDITIVE_PAIRS}".split()
    return frozenset(term.form for word in words for term in terms(word))


_USES = {"用", "使用", "采用", "use"}  # 我用 vim, 我用 Windows: both can hold
_IS_THE = pattern(r"\bis (now )?the\b", re.IGNORECASE)
_IS_A = pattern(r"\b(is|am|are|was|'m|'s) an?\b|是(一个|一名|一位|个)", re.IGNORECASE)
_NOW = set(lexicon.NOW.split())

"""Whether a new statement says the same as an old one, words it anew, contradicts it, or speaks of something else.

Similarity finds statements of one subject; it cannot tell "port is 8080" from "port is 8081". Here numbers, dates,
versions, units, negation, antonyms, names and any replaced word are looked at first (gates 9 and 10). What cannot be
shown to be a rewording is never called one: a wrong conflict asks a person, a wrong merge loses what they said.
A rule over words, not an understanding: a paraphrase in quite other words is `Different`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from archivist.text import lexicon
from archivist.text.fold import fold_statement
from archivist.text.readings import Claim, Mood, Reading, read
from archivist.text.similarity import SAME_SUBJECT, similarity
from archivist.text.terms import Kind, Term, terms


class Why(StrEnum):
    """What sets two statements of one subject apart."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    VERSION = "version"
    NEGATION = "negation"
    ANTONYM = "antonym"
    NAME = "name"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Difference:
    """Two statements of one subject are not one statement: `old` became `new`, as they were written."""

    why: Why
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Same:
    """Equal folded text."""


@dataclass(frozen=True, slots=True)
class Rewording:
    """One statement in other words or with more detail."""

    similarity: float


@dataclass(frozen=True, slots=True)
class Conflict:
    """One subject, another value: both cannot hold."""

    difference: Difference


@dataclass(frozen=True, slots=True)
class Different:
    """Another subject, or another thing said of it: both can hold."""


Relation = Same | Rewording | Conflict | Different


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


def differs(a: str, b: str) -> Difference | None:
    """Why two statements of one subject are not one statement; None where nothing speaks against it."""
    ours, theirs = read(a), read(b)
    return next((hunk.difference for hunk in _hunks(ours.terms, theirs.terms) if hunk.difference), None)


def _by_claims(ours: Reading, theirs: Reading) -> Relation | None:
    """The answer of claims about one slot; None where no slot is shared and nothing shows them to be apart."""
    pairs = [(a, b) for a in ours.claims for b in theirs.claims]
    shared = [(a, b) for a, b in pairs if a.is_slot_of(b)]
    for a, b in shared:
        if difference := _contradiction(a, b):
            return Conflict(difference)
    if shared and all(a.denied == b.denied for a, b in shared):
        return Rewording(similarity(ours.stated, theirs.stated))
    if shared or any(a.attribute and a.attribute == b.attribute for a, b in pairs):
        return Different()
    return None


def _contradiction(a: Claim, b: Claim) -> Difference | None:
    """Why two claims about one slot cannot both hold; more detail in a value is no contradiction."""
    ours, theirs = {(t.form, t.sign) for t in a.value}, {(t.form, t.sign) for t in b.value}
    nested = ours <= theirs or theirs <= ours
    if a.denied or b.denied:
        return _difference(a.value, b.value, Why.NEGATION) if nested and a.denied != b.denied else None
    return None if nested else _difference(a.value, b.value)


def _by_words(ours: Reading, theirs: Reading) -> Relation:
    """The answer of the words, one against the other."""
    alike = similarity(_told(ours.terms) or ours.stated, _told(theirs.terms) or theirs.stated)
    if max(alike, _shared_terms(ours, theirs)) < SAME_SUBJECT:
        return _by_change(ours, theirs)
    hunks = list(_hunks(ours.terms, theirs.terms))
    if any(hunk.in_subject for hunk in hunks):
        holder = hunks[0].difference if len(hunks) == 1 and _names_the_one(ours) and _names_the_one(theirs) else None
        return Conflict(holder) if holder else Different()
    difference = next((hunk.difference for hunk in hunks if hunk.difference), None)
    if alike < SAME_SUBJECT and not (difference and len(hunks) == 1 and _has_frame(ours, theirs)):
        return _by_change(ours, theirs)
    if difference is None:
        return Rewording(alike)
    if difference.why in (Why.VALUE, Why.NAME) and _holds_for_many(ours) and not theirs.changes:
        return Different()
    return Conflict(difference)


def _names_the_one(reading: Reading) -> bool:
    """Whether it names the holder of something that has but one ("Alice is the lead")."""
    return bool(_IS_THE.search(reading.stated))


def _has_frame(ours: Reading, theirs: Reading) -> bool:
    """Whether more is shared than a verb of use ("uses vim", "uses Docker"), so that one value was put for another."""
    return bool(_content(ours.terms) & _content(theirs.terms) - _USES)


def _shared_terms(ours: Reading, theirs: Reading) -> float:
    """Dice of the terms themselves: fairer than bigrams to a short statement with one value replaced (备份每天执行)."""
    old, new = Counter(_forms(ours.terms)), Counter(_forms(theirs.terms))
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
    return {term.form for term in words if term.kind not in _WEIGHTLESS | {Kind.CHANGE, Kind.COPULA}}


def _told(words: Sequence[Term]) -> str:
    """What is spoken of, for similarity: 现在 and "currently", 不 and "not" make nothing less alike."""
    told = [term for term in words if term.kind is not Kind.SPEAKER and not _is_now(term)]
    return _joined([term.form if term.kind is Kind.POLAR and not term.raw.isascii() else term.raw for term in told])


def _is_now(term: Term) -> bool:
    return term.kind is Kind.LIGHT and term.form in _NOW


def _holds_for_many(reading: Reading) -> bool:
    """Whether the verb can be true of several objects ("likes tea", "likes coffee"), none said to be the only one."""
    forms = {term.form for term in reading.terms}
    said = fold_statement(reading.stated)
    many = forms & _ADDITIVE or _IS_A.search(reading.stated)
    return bool(many) and not any(word in said for word in lexicon.EXCLUSIVE.split())


_ADDITIVE = {term.form for word in f"{lexicon.ADDITIVE} {lexicon.ADDITIVE_PAIRS}".split() for term in terms(word)}
_USES = {"用", "使用", "采用", "use"}  # 我用 vim, 我用 Windows: both can hold
_IS_THE = re.compile(r"\bis (now )?the\b", re.IGNORECASE)
_IS_A = re.compile(r"\b(is|am|are|was|'m|'s) an?\b|是(一个|一名|一位|个)", re.IGNORECASE)
_NOW = set(lexicon.NOW.split())
_WEIGHTLESS = {Kind.LIGHT, Kind.SPEAKER}


@dataclass(frozen=True, slots=True)
class _Hunk:
    """One place where two statements part. `in_subject`: before the verb, so that they speak of two things."""

    difference: Difference | None
    in_subject: bool


def _hunks(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[_Hunk]:
    """Each place where the statements part, turned words first; comings and goings of light words are none."""
    yield from _turned(ours, theirs)
    yield from _swapped(ours, theirs)
    verb = _verb(ours), _verb(theirs)
    moved = _moved(ours, theirs)
    for old, new, ends in _parts(ours, theirs):
        before, after = _weighty(old, moved), _weighty(new, moved)
        if not before and not after:
            continue
        in_subject = ends[0] <= verb[0] and ends[1] <= verb[1] and not _is_of_the_deed(before + after)
        if before and after:
            if not _one_word(before, after):
                yield _Hunk(_difference(before, after), in_subject)
        elif in_subject and any(term.form not in _ROLE_FORMS for term in before + after):
            yield _Hunk(None, True)
        elif any(_takes_back(term) for term in before + after):
            yield _Hunk(_difference(before, after, Why.NEGATION), False)


_ROLE_FORMS = {term.form for word in lexicon.ROLES.split() for term in terms(word)}
_EXCEPTIONS = ("除", "unless", "except")
_NEGATIVE_PREFIXES = ("un", "dis", "non", "in", "im", "ir", "de", "mis", "non-")
_NOUN_ENDINGS = ("ment", "ation", "ion", "ness", "ity")
_TYPO = 88  # rapidfuzz ratio, 0..100: postgres and postgresql are one word, employer and employee are two
_TYPO_LETTERS = 6


def _turned(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[_Hunk]:
    """Words that both hold, affirmed in one and denied in the other."""
    for form in dict.fromkeys(term.form for term in ours):
        old, new = ([term for term in side if term.form == form] for side in (ours, theirs))
        if new and not _within([term.sign for term in old], [term.sign for term in new]):
            a, b = next(((a, b) for a, b in zip(old, new, strict=False) if a.sign != b.sign), (old[0], new[0]))
            yield _Hunk(_difference([a], [b], Why.NEGATION if a.negation or b.negation else Why.ANTONYM), False)


def _within(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether the shorter sequence of signs is part of the longer one, in order."""
    short, long = sorted((a, b), key=len)
    rest = iter(long)
    return all(sign in rest for sign in short)


def _swapped(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[_Hunk]:
    """Words that changed places so that the sense turned: "Alice reports to Bob", "from AWS to GCP"."""
    left, right = ([set(_forms(side[: _verb(side)])), set(_forms(side[_verb(side) :]))] for side in (ours, theirs))
    right_over = (left[0] - left[1]) & (right[1] - right[0])
    left_over = (left[1] - left[0]) & (right[0] - right[1])
    firm = {term.form for term in (*ours, *theirs) if term.kind in _FIRM}
    both = Counter(_forms(ours)) & Counter(_forms(theirs))
    if not {"from", "从"} & both.keys():
        both = Counter({form: count for form, count in both.items() if form in firm})
    old, new = ([form for form in _forms(side) if form in both] for side in (ours, theirs))
    kinds = {term.form: term.kind for term in (*ours, *theirs)}
    reordered = any(
        [form for form in old if kinds[form] is kind] != [form for form in new if kinds[form] is kind]
        for kind in (*_FIRM, Kind.WORD)
        if len(old) == len(new)
    )
    if (right_over and left_over) or reordered:
        yield _Hunk(Difference(Why.VALUE, _shown(ours), _shown(theirs)), False)


_FIRM = (Kind.NAME, Kind.NUMBER, Kind.VERSION)


def _forms(words: Sequence[Term]) -> list[str]:
    return [term.form for term in words if term.kind not in _WEIGHTLESS]


def _verb(words: Sequence[Term]) -> int:
    """Where the subject ends: at the first verb or turned word, else after the first third."""
    return next(
        (i for i, term in enumerate(words) if term.kind in _VERBS or term.sign < 0),
        -(-len(words) // 3),
    )


_VERBS = {Kind.COPULA, Kind.VERB, Kind.CHANGE, Kind.POLAR}


def _moved(ours: Sequence[Term], theirs: Sequence[Term]) -> set[str]:
    """Forms that both statements hold equally often: where they stand is no difference."""
    old, new = Counter(_forms(ours)), Counter(_forms(theirs))
    return {form for form, count in old.items() if new[form] == count}


def _parts(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[tuple[list[Term], list[Term], tuple[int, int]]]:
    """The runs of terms that only one side has, each with where it ends on either side."""
    first, second = sorted((ours, theirs), key=_forms)  # one alignment, whichever is the older
    runs: tuple[list[Term], list[Term]] = [], []
    for step in [*Indel.opcodes([term.form for term in first], [term.form for term in second]), None]:
        if step and step.tag != "equal":
            runs = (
                runs[0] + list(first[step.src_start : step.src_end]),
                runs[1] + list(second[step.dest_start : step.dest_end]),
            )
        elif any(runs):
            ends = (step.src_start, step.dest_start) if step else (len(first), len(second))
            yield (*runs, ends) if first is ours else (runs[1], runs[0], (ends[1], ends[0]))
            runs = [], []


def _weighty(words: Sequence[Term], moved: set[str]) -> list[Term]:
    return [term for term in words if term.kind not in _WEIGHTLESS and term.form not in moved]


def _is_of_the_deed(words: Sequence[Term]) -> bool:
    """Chinese puts the day and the amount before the verb (周五发布, 用 2 个空格缩进): there they are values too."""
    return all(
        (term.kind is Kind.DATE and _CHINESE_DAY.match(term.raw))
        or (term.kind is Kind.NUMBER and not term.raw[-1].isascii())
        for term in words
    )


_CHINESE_DAY = re.compile(
    r"每|周|星期|礼拜|[上下中]午|早上|晚上|凌晨|夜里|[一二两三四五六七八九十]+\s*点|\d+\s*[点:月日号]|\d{4}(-|\s*年\s*\d)"
)


def _takes_back(term: Term) -> bool:
    return term.form == "not" or term.negation.lower().startswith(_EXCEPTIONS)


def _one_word(before: Sequence[Term], after: Sequence[Term]) -> bool:
    """Whether the two runs are one word, spelt or inflected in two ways."""
    old, new = before[0], after[0]
    if len(before) != 1 or len(after) != 1 or not {old.kind, new.kind} <= {Kind.WORD, Kind.VERB}:
        return False
    spelt = old.form.isascii() and old.form.isalpha() and new.form.isalpha()
    long = min(len(old.form), len(new.form)) >= _TYPO_LETTERS
    if spelt and old.form[:5] == new.form[:5] and abs(len(old.form) - len(new.form)) in (3, 4, 5):
        short, grown = sorted((old.form, new.form), key=len)
        return grown.startswith(short) and grown.removeprefix(short) in _NOUN_ENDINGS
    return spelt and long and not _is_opposite(old.form, new.form) and fuzz.ratio(old.form, new.form) >= _TYPO


def _is_opposite(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    return len(short) > 2 and any(long == prefix + short for prefix in _NEGATIVE_PREFIXES)


def _difference(before: Sequence[Term], after: Sequence[Term], why: Why | None = None) -> Difference:
    return Difference(why or _why(before, after), _shown(before), _shown(after))


def _why(before: Sequence[Term], after: Sequence[Term]) -> Why:
    """The most telling reason two runs of words differ."""
    for kind, why in ((Kind.VERSION, Why.VERSION), (Kind.DATE, Why.DATE), (Kind.NUMBER, Why.NUMBER)):
        old, new = ([term.form for term in side if term.kind is kind] for side in (before, after))
        if old and new and old != new:
            one_figure = [form.split()[0] for form in old] == [form.split()[0] for form in new]
            return Why.UNIT if why is Why.NUMBER and one_figure else why
    if len(before) == len(after) == 1 and _is_opposite(before[0].form, after[0].form):
        return Why.ANTONYM
    return Why.NAME if any(term.kind is Kind.NAME for term in (*before, *after)) else Why.VALUE


def _shown(words: Sequence[Term]) -> str:
    """The words as written, with their negations."""
    return _joined([part for term in words for part in (term.negation, term.raw) if part])


def _joined(parts: Sequence[str]) -> str:
    """The parts in a row, with a space only between Latin ones."""
    row = ""
    for part in parts:
        row += f" {part}" if row and row[-1].isascii() and part[0].isascii() else part
    return row

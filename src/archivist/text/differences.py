"""Where two statements of one subject part, and why that makes them two statements.

The words are aligned; what is left on either side is weighed. Numbers, dates, versions and names differ unless they
are the same, a sign that turns a word differs, and so does any replaced word that is no other spelling. The comings
and goings of light words are no difference, and more detail is none.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from archivist.text.patterns import pattern
from archivist.text.readings import read, role_forms
from archivist.text.terms import Kind, Term

WEIGHTLESS = {Kind.LIGHT, Kind.SPEAKER}


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


def differs(a: str, b: str) -> Difference | None:
    """Why two statements of one subject are not one statement; None where nothing speaks against it."""
    ours, theirs = read(a), read(b)
    return next((hunk.difference for hunk in hunks(ours.terms, theirs.terms) if hunk.difference), None)


@dataclass(frozen=True, slots=True)
class Hunk:
    """One place where two statements part.

    `in_subject`: before the verb, so that they speak of two things. `is_last`: at the end of both. `turned`: one word,
    affirmed in one and denied in the other. `opposed`: one thing denied or left out, another affirmed.
    """

    difference: Difference | None
    in_subject: bool = False
    is_last: bool = False
    turned: bool = False
    opposed: bool = False


def hunks(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[Hunk]:
    """Each place where the statements part, turned words first; comings and goings of light words are none."""
    yield from _turned(ours, theirs)
    yield from _swapped(ours, theirs)
    verb = _verb(ours), _verb(theirs)
    moved = _moved(ours, theirs)
    lost: list[Term] = []
    gained: list[Term] = []
    for old, new, ends in _parts(ours, theirs):
        before, after = _weighty(old, moved), _weighty(new, moved)
        if not before and not after:
            continue
        in_subject = ends[0] <= verb[0] and ends[1] <= verb[1] and not _is_of_the_deed(before + after)
        if before and after:
            if not _one_word(before, after):
                is_last = ends == (len(ours), len(theirs))
                opposed = any(term.negation for term in before) != any(term.negation for term in after)
                yield Hunk(difference_of(before, after), in_subject, is_last, opposed=opposed)
        elif in_subject and any(term.form not in role_forms() for term in before + after):
            yield Hunk(None, in_subject=True)
        elif any(_takes_back(term) for term in before + after):
            yield Hunk(difference_of(before, after, Why.NEGATION))
        else:
            lost, gained = lost + before, gained + after
    if lost and gained and not _one_word(lost, gained):
        yield Hunk(difference_of(lost, gained), opposed=True)


_EXCEPTIONS = ("除", "unless", "except")
_NEGATIVE_PREFIXES = ("un", "dis", "non", "in", "im", "ir", "de", "mis", "non-")
_NOUN_ENDINGS = ("ment", "ation", "ion", "ness", "ity")
_TYPO = 88  # rapidfuzz ratio, 0..100: postgres and postgresql are one word, employer and employee are two
_TYPO_LETTERS = 6


def _turned(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[Hunk]:
    """Words that both hold, affirmed in one and denied in the other."""
    for form in dict.fromkeys(term.form for term in ours):
        old, new = ([term for term in side if term.form == form] for side in (ours, theirs))
        if new and not _within([term.sign for term in old], [term.sign for term in new]):
            a, b = next(((a, b) for a, b in zip(old, new, strict=False) if a.sign != b.sign), (old[0], new[0]))
            yield Hunk(difference_of([a], [b], Why.NEGATION if a.negation or b.negation else Why.ANTONYM), turned=True)


def _within(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether the shorter sequence of signs is part of the longer one, in order."""
    short, long = sorted((a, b), key=len)
    rest = iter(long)
    return all(sign in rest for sign in short)


def _swapped(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[Hunk]:
    """Words that changed places so that the sense turned: "Alice reports to Bob", "from AWS to GCP"."""
    left, right = ([set(forms(side[: _verb(side)])), set(forms(side[_verb(side) :]))] for side in (ours, theirs))
    right_over = (left[0] - left[1]) & (right[1] - right[0])
    left_over = (left[1] - left[0]) & (right[0] - right[1])
    firm = {term.form for term in (*ours, *theirs) if term.kind in _FIRM}
    both = Counter(forms(ours)) & Counter(forms(theirs))
    if not {"from", "从"} & both.keys():
        both = Counter({form: count for form, count in both.items() if form in firm})
    old, new = ([form for form in forms(side) if form in both] for side in (ours, theirs))
    kinds = {term.form: term.kind for term in (*ours, *theirs)}
    reordered = any(
        [form for form in old if kinds[form] is kind] != [form for form in new if kinds[form] is kind]
        for kind in (*_FIRM, Kind.WORD)
        if len(old) == len(new)
    )
    if (right_over and left_over) or reordered:
        yield Hunk(Difference(Why.VALUE, _shown(ours), _shown(theirs)))


_FIRM = (Kind.NAME, Kind.NUMBER, Kind.VERSION)


def forms(words: Sequence[Term]) -> list[str]:
    return [term.form for term in words if term.kind not in WEIGHTLESS]


def _verb(words: Sequence[Term]) -> int:
    """Where the subject ends: at the first verb or turned word, else after the first third."""
    return next(
        (i for i, term in enumerate(words) if term.kind in _VERBS or term.sign < 0),
        -(-len(words) // 3),
    )


_VERBS = {Kind.COPULA, Kind.VERB, Kind.CHANGE, Kind.POLAR}


def _moved(ours: Sequence[Term], theirs: Sequence[Term]) -> set[str]:
    """Forms that both statements hold equally often: where they stand is no difference."""
    old, new = Counter(forms(ours)), Counter(forms(theirs))
    return {form for form, count in old.items() if new[form] == count}


def _parts(ours: Sequence[Term], theirs: Sequence[Term]) -> Iterator[tuple[list[Term], list[Term], tuple[int, int]]]:
    """The runs of terms that only one side has, each with where it ends on either side."""
    first, second = sorted((ours, theirs), key=forms)  # one alignment, whichever is the older
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
    return [term for term in words if term.kind not in WEIGHTLESS and term.form not in moved]


def _is_of_the_deed(words: Sequence[Term]) -> bool:
    """Chinese puts the day and the amount before the verb (周五发布, 用 2 个空格缩进): there they are values too."""
    return all(
        (term.kind is Kind.DATE and _CHINESE_DAY.match(term.raw))
        or (term.kind is Kind.NUMBER and not term.raw[-1].isascii())
        for term in words
    )


_CHINESE_DAY = pattern(
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


def difference_of(before: Sequence[Term], after: Sequence[Term], why: Why | None = None) -> Difference:
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
    return joined([part for term in words for part in (term.negation, term.raw) if part])


def joined(parts: Sequence[str]) -> str:
    """The parts in a row, with a space only between Latin ones."""
    row = ""
    for part in parts:
        row += f" {part}" if row and row[-1].isascii() and part[0].isascii() else part
    return row

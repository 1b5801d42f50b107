"""Reads a short statement: in what mood it is said, and which claims "subject, attribute, value" it makes.

Deliberately shallow: no model, no grammar. Where no claim can be read there is none, and the terms alone are
compared. Quoted context is set aside by a general rule (a 【label】 block whose label says so, block quotes, code
fences): what is shown is not stated. Compound statements inherit the subject of their first clause.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from archivist.text import lexicon
from archivist.text.fold import fold_statement
from archivist.text.patterns import pattern
from archivist.text.terms import Kind, Term, is_identifier, terms

_MOST_CLAIMS = 12  # more is a passage: its words are compared, not its claims one with another
_CACHE = 4096  # statements; one write is compared with up to 50 neighbours


class Mood(StrEnum):
    """In what sense a statement is said; only statements of one mood contradict one another."""

    STATE = "state"
    PLAN = "plan"
    DEMAND = "demand"
    HISTORY = "history"
    QUOTED = "quoted"
    SUPPOSED = "supposed"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Claim:
    """What one clause says of one slot. `attribute` is empty where the subject itself names it ("the default port")."""

    subject: frozenset[str]
    attribute: str
    value: tuple[Term, ...]
    denied: bool

    def is_slot_of(self, other: "Claim") -> bool:
        """Whether both speak of one attribute of one subject."""
        return self.attribute == other.attribute and _same_subject(self.subject, other.subject, bool(self.attribute))


@dataclass(frozen=True, slots=True)
class Reading:
    """A statement as read. `stated` leaves quoted context and leading labels out."""

    stated: str
    mood: Mood
    terms: tuple[Term, ...]
    claims: tuple[Claim, ...]

    @property
    def changes(self) -> bool:
        """Whether it says that a new value takes the place of an old one."""
        return any(term.kind is Kind.CHANGE for term in self.terms)


@lru_cache(_CACHE)
def read(text: str) -> Reading:
    """The reading of one statement; of a passage too, but no claims of it."""
    stated = _without_label(_without_context(text))
    mood = _mood(text if stated == text else f"{_label(text)} {stated}")
    clauses = [terms(clause) for clause in _CLAUSE_END.split(stated)]
    owner = [term for term in clauses[0] if is_identifier(term)][:1]
    claims = [claim for i, clause in enumerate(clauses) if (claim := _claim(clause, owner if i else []))]
    if len(claims) > _MOST_CLAIMS:
        claims = []
    return Reading(stated, mood, tuple(term for clause in clauses for term in clause), tuple(claims))


_BLOCK = pattern(r"【([^】]*)】")
_CLAUSE_END = pattern(r"[;；。\n]+|[.!]\s+(?=[A-Z])")
_FENCE = pattern(r"^(```|~~~).*?^\1\s*$|^\s*>.*?$", re.MULTILINE | re.DOTALL)
_LABEL = pattern(rf"^\s*(?:{'|'.join(lexicon.LABELS.split())})\s*[:：]\s*", re.IGNORECASE)


def _without_context(text: str) -> str:
    """The text without what it only shows; the whole of it where nothing else would be left."""
    unlabelled, *rest = _BLOCK.split(_FENCE.sub("", text))
    kept = [unlabelled]
    for label, block in zip(rest[::2], rest[1::2], strict=True):
        if not any(word in fold_statement(label) for word in lexicon.QUOTED_BLOCK.split()):
            kept.append(block)
    return "\n".join(part.strip() for part in kept if part.strip()) or text


def _label(text: str) -> str:
    found = _LABEL.match(_without_context(text))
    return found[0] if found else ""


def _without_label(text: str) -> str:
    return _LABEL.sub("", text, count=1) or text


_BACKFILLED = pattern(r"^\s*(事后|后来)?(后补|补录|补记|补登|追记|backfill)", re.IGNORECASE)
_MOODS: tuple[tuple[Mood, re.Pattern[str]], ...] = tuple(
    (mood, pattern(words, re.IGNORECASE))
    for mood, words in (
        (Mood.QUESTION, r"[?？]\s*$|(吗|呢)[。.!！]?\s*$"),
        (
            Mood.QUOTED,
            r"(文档|资料|材料|文章|手册|邮件|公告|他们?|她|有人|据说|原文|日志|评论)[^，。；\n]{0,6}(写道|写着|提到|说|声称|称|显示)"
            r"|写道|据[^，。]{1,8}(称|说|报道)|引用[:：]|\baccording to\b|\b(he|she|they) (said|says|wrote|claims?)\b"
            r"|\b(docs?|documentation|readme|article|manual|email|logs?) (says?|states?|mentions?|claims?|shows?)\b",
        ),
        (
            Mood.HISTORY,
            r"历史记录|回顾|曾经|曾(?=是|在|用|任|为|有)|当时|那时|过去|此前|早先|(19|20)\d\d\s*年(时|的时候|那年|间|期间)"
            r"|\b(previously|formerly|used to|in the past|back in|at that time|historically|was once)\b"
            r"|\b(was|were|had)\b.*\bin (19|20)\d\d\b",
        ),
        (
            Mood.PLAN,
            r"^\W*(我|我们|团队|咱们)?(计划|打算|拟|预计|考虑|希望|想要?|准备)(?!书|表|是|为)"
            r"|(计划|打算|预计)(?=在|于|把|将|明|下|本|升|迁|发|改|换|切)|即将|将会|将于"
            r"|\b(plan(s|ning)? to|going to|intends? to|hopes? to|considering|will (?!be\b)|would like to|wants? to)\b",
        ),
        (
            Mood.DEMAND,
            r"^\W*(要求|需求|目标)|不得(改变|修改|影响|变更)|必须保持|应当?该?(是|为|保持)|^\W*requirement\b"
            r"|\b(must|should|shall|needs? to|has to|have to) (be|remain|stay|keep)\b",
        ),
        (
            Mood.SUPPOSED,
            r"^\W*(如果|假如|假设|要是|万一|倘若|例如|比如|举例)|^\W*(if|suppose|assuming|for example|e\.g\.)\b",
        ),
    )
)


def _mood(text: str) -> Mood:
    """The first mood whose sign the text carries; a late entry of a fact is a fact, whatever its date."""
    if _BACKFILLED.match(text):
        return Mood.STATE
    return next((mood for mood, sign in _MOODS if sign.search(text)), Mood.STATE)


def _claim(clause: Sequence[Term], owner: Sequence[Term]) -> Claim | None:
    """The claim of one clause, or None where the clause is not of the form subject, copula, value."""
    words = _plain(clause)
    at = _copula(words)
    if at is None:
        head, value, denied = words[:-1], words[-1:], bool(words) and words[-1].sign < 0
        if not value or value[0].kind not in (Kind.STATE, Kind.VERSION) or not _only_names(head):
            return None
        head = [term for term in head if term.kind is not Kind.VERB]
    else:
        head, value, denied = words[:at], words[at + 1 :], words[at].sign < 0
    attribute, value = _attribute(head, value)
    if at is not None and words[at].kind is Kind.SLOT_VERB:
        attribute = words[at].form
    elif at is not None and words[at].form in _moves() and _is_place(head, value):
        attribute = "address"
    subject = frozenset(term.form for term in head if term.kind in _SUBJECT_KINDS)
    if owner and not any(is_identifier(term) for term in head):
        subject |= {owner[0].form}
    if not value or not (attribute or _is_described(head, value)):
        return None
    return Claim(subject, attribute, tuple(value), denied)


_SUBJECT_KINDS = {Kind.WORD, Kind.NAME, Kind.NUMBER, Kind.DATE, Kind.STATE, Kind.VERB, Kind.POLAR}


def _plain(clause: Sequence[Term]) -> list[Term]:
    """The clause without light words, without since when it holds (6 月 1 日时, 8 月起) and what was done (已启动)."""
    plain: list[Term] = []
    before: Term | None = None
    for term in clause:
        was, before = before, term
        if was and was.kind is Kind.DATE and term.form in ("时", "起"):
            plain = plain[:-1] if plain and plain[-1] is was else plain
        elif term.kind in (Kind.LIGHT, Kind.SPEAKER):
            continue
        elif term.kind is Kind.DATE and not was and "-" in term.form and len(clause) > 2:
            continue  # 2026-06-01 gateway ...: when, not what
        elif not (was and was.form in ("已", "已经") and term.kind is Kind.POLAR):
            plain.append(term)
    return plain


def _copula(words: Sequence[Term]) -> int | None:
    """Where the copula stands: the first one, else the last verb of change that has something after it."""
    copulas = [
        i for i, term in enumerate(words) if term.kind in (Kind.COPULA, Kind.SLOT_VERB) or _is_at(words[i : i + 2])
    ]
    changes = [i for i, term in enumerate(words[:-1]) if term.kind is Kind.CHANGE]
    return next(iter(copulas or changes[::-1]), None)


def _is_at(pair: Sequence[Term]) -> bool:
    """Whether 在 stands before a day or time, so that it says when a thing is."""
    return len(pair) == 2 and pair[0].form == "在" and pair[1].kind is Kind.DATE


def _attribute(head: Sequence[Term], value: Sequence[Term]) -> tuple[str, list[Term]]:
    """The attribute, said before or beside the value or told by its kind; and the value without it."""
    beside = [term.form for term in value if term.kind is Kind.ATTRIBUTE]
    bare = [term for term in value if term.kind not in (Kind.ATTRIBUTE, Kind.CHANGE, Kind.COPULA)]
    named = [term.form for term in head if term.kind is Kind.ATTRIBUTE] or beside
    if named:
        return named[-1], bare
    if len(bare) == 1 and bare[0].kind is Kind.STATE:
        return "state", bare
    if len(bare) == 1 and bare[0].kind is Kind.VERSION:
        return "version", bare
    return "", bare


def _only_names(head: Sequence[Term]) -> bool:
    """Whether the words before a bare value are its subject: no verb but "runs" stands right before the value."""
    verbs = [i for i, term in enumerate(head) if term.kind is Kind.VERB]
    return bool(head) and all(term.kind is Kind.ATTRIBUTE for i in verbs for term in head[i + 1 :])


def _is_described(head: Sequence[Term], value: Sequence[Term]) -> bool:
    """Whether the head names a slot ("default port") and not just a bearer of it ("Alice", "component-01")."""
    least = 1 if value and value[0].kind in (Kind.NUMBER, Kind.DATE) else 2
    return sum(term.kind in (Kind.WORD, Kind.VERB, Kind.POLAR) for term in head) >= least


@cache
def _moves() -> frozenset[str]:
    return frozenset(term.form for word in lexicon.MOVES.split() for term in terms(word))


def _is_place(head: Sequence[Term], value: Sequence[Term]) -> bool:
    """Whether someone or something moved to a place, not a meeting to another time."""
    firm = (Kind.NUMBER, Kind.DATE, Kind.VERSION)
    return len(head) <= 1 and not any(is_identifier(term) for term in head) and value[0].kind not in firm


def _same_subject(ours: frozenset[str], theirs: frozenset[str], may_vary: bool) -> bool:
    """Equal but for words of kind: `component-03` and `the component-03 API service`, never `blue` and `green`."""
    if ours == theirs:
        return True
    smaller, larger = sorted((ours, theirs), key=len)
    extra = larger - smaller - role_forms()
    if not smaller - role_forms() or not smaller < larger:
        return False
    return not extra or (may_vary and bool(larger & role_forms()) and len(extra) == 1 and all(map(str.isalpha, extra)))


@cache
def role_forms() -> frozenset[str]:
    """The words that say what kind of thing a subject is, as terms."""
    return frozenset(term.form for word in lexicon.ROLES.split() for term in terms(word))

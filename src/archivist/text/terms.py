"""Cuts a statement into terms: words, names, numbers with units, dates, versions, signs of negation.

Each term has a canonical form, so that 周二 and Tuesday, 30 秒 and 30s, 不喜欢 and dislike are the same term. Chinese
is matched against the small tables of `archivist.text.lexicon`, longest first, and character by character elsewhere.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from archivist.text import lexicon
from archivist.text.similarity import CJK
from archivist.text.stems import stem


class Kind(StrEnum):
    """What a term does in a statement."""

    WORD = "word"
    NAME = "name"
    NUMBER = "number"
    DATE = "date"
    VERSION = "version"
    STATE = "state"
    POLAR = "polar"
    NEGATION = "negation"
    LIGHT = "light"
    SPEAKER = "speaker"
    COPULA = "copula"
    CHANGE = "change"
    VERB = "verb"
    SLOT_VERB = "slot verb"
    ATTRIBUTE = "attribute"


@dataclass(frozen=True, slots=True)
class Term:
    """One term. `form` is canonical; `sign` is -1 where a `negation`, or being the second of two antonyms, turns it."""

    form: str
    kind: Kind
    raw: str
    sign: int = 1
    negation: str = ""


def terms(text: str) -> list[Term]:
    """The terms of a statement in order; a negation is not a term but the sign of the one it turns."""
    found: list[Term] = []
    turned: Term | None = None
    for term in _cut(unicodedata.normalize("NFKC", text)):
        if term.kind is Kind.NEGATION:
            turned = None if turned else term
        elif turned and term.kind not in (Kind.LIGHT, Kind.SPEAKER):
            found.append(replace(term, sign=-term.sign, negation=turned.raw))
            turned = None
        else:
            found.append(term)
    return [*found, Term("not", Kind.POLAR, turned.raw, -1, turned.raw)] if turned else found


def is_identifier(term: Term) -> bool:
    """Whether the term names one thing by a key: it holds a digit, or a mark that joins parts."""
    return term.kind is Kind.NAME and any(not char.isalpha() for char in term.form)


@cache
def _units() -> dict[str, str]:
    return _spellings(lexicon.UNITS)


def _spellings(table: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {spelling: form for form, spellings in table for spelling in spellings.split()}


@cache
def _vocabulary() -> dict[str, tuple[str, Kind, int]]:
    """Each word of the tables, as listed and by stem, with form, kind and sign; the first table that lists it wins."""
    words: dict[str, tuple[str, Kind, int]] = {}
    stems: dict[str, tuple[str, Kind, int]] = {}

    def enter(spellings: str, kind: Kind, form: str = "", sign: int = 1) -> None:
        for word in spellings.split():
            entry = form or stem(word), kind, sign
            words.setdefault(word, entry)
            stems.setdefault(stem(word), entry)

    for ours, theirs in lexicon.ANTONYMS:
        form = ours.split()[0]
        enter(ours, Kind.POLAR, form)
        enter(theirs, Kind.POLAR, form, -1)
    for form, spellings in lexicon.SLOT_VERBS:
        enter(spellings, Kind.SLOT_VERB, form)
    for form, spellings in lexicon.ATTRIBUTES:
        enter(spellings, Kind.ATTRIBUTE, form)
    enter(lexicon.NEGATIONS, Kind.NEGATION)
    enter(lexicon.ENDINGS, Kind.NEGATION)
    enter(lexicon.NEUTRAL, Kind.WORD)
    enter(lexicon.SPEAKERS, Kind.SPEAKER)
    enter(lexicon.CHANGES, Kind.CHANGE)
    enter(lexicon.COPULAS, Kind.COPULA)
    enter(lexicon.PREDICATES, Kind.VERB)
    enter(lexicon.ADDITIVE, Kind.VERB)
    enter(lexicon.STATES, Kind.STATE)
    enter(lexicon.FILLERS, Kind.LIGHT)
    enter(lexicon.ROLES, Kind.WORD)
    for form, spellings in lexicon.SYNONYMS:
        enter(spellings, Kind.WORD, form)
    return stems | words


CJK_CHAR = re.compile(f"[{CJK}]")

_MONTHS = lexicon.MONTHS.split()
_DAYS = lexicon.DAYS.split()


def _any_of(words: list[str]) -> str:
    """A pattern for any of the words, the longest first; a Latin one ends where no letter follows."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        re.escape(word) + ("" if not word[-1].isascii() or word == "%" else r"(?![a-z_\d])") for word in ordered
    )


_PART_OF_DAY = "上午|下午|晚上|早上|凌晨|中午|夜里"
_MONTH_NAME = "|".join([*_MONTHS, *(month[:3] for month in _MONTHS), "sept"])
_DATE = "|".join(
    [
        r"\d{4}[-/]\d{1,2}[-/]\d{1,2}(?!\d)",
        r"\d{4}\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?)?",
        r"\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?",
        r"\d{1,2}\s*[日号](?![线楼])",
        r"(?:周|星期|礼拜)[一二三四五六日天末](?![次期])",
        rf"(?:{_PART_OF_DAY})?\s*(?:\d{{1,2}}|[一二两三四五六七八九十]{{1,3}})\s*点(?:钟|半|\s*\d{{1,2}}\s*分)?",
        rf"(?:{_PART_OF_DAY})?\s*\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\s*[ap]\.?m\b)?",
        r"\d{1,2}\s*[ap]\.?m\b",
        rf"\b(?:{_MONTH_NAME})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s*\d{{4}})?",
        rf"\b(?:{'|'.join(month for month in _MONTHS if month not in ('march', 'may'))})\b",
        rf"\b(?:{'|'.join(_DAYS)})s?\b",
        r"\bq[1-4]\b",
        r"每(?:天|日|周|月|年)(?![度一二三四五六日天])|\b(?:hourly|daily|weekly|monthly|yearly)\b",
        r"今天|明天|后天|昨天|今年|明年|去年|下周|上周|本周|下个?月|上个?月|\b(?:today|tomorrow|yesterday)\b",
    ]
)
_MEASURE = "[个条秒分小天周月年元块次人台位度倍行页章点级层步种套份米公毫]"


@cache
def _chinese_units() -> list[str]:
    return [unit for unit in _units() if not unit[0].isascii()]


@cache
def _term() -> re.Pattern[str]:
    """One pattern for every kind of term, made at first use: its tables are large."""
    return re.compile(
        "|".join(
            [
                r"(?P<address>https?://[^\s，。；）)]+|(?<![\w.+-])[a-z\d_.+-]{1,64}@[a-z\d-]+\.[a-z\d.-]+)",
                rf"(?P<date>{_DATE})",
                r"(?P<version>\bv\d+(?:\.\w+)*(?:-[a-z\d.]+)?(?![a-z_])|\d+\.\d+\.\d+[\w.-]*)",
                rf"(?P<number>(?:(?<![\w.])[-+])?[$¥€£]?\d[\d,]*(?:\.\d+)?(?:\s*(?:{_any_of(list(_units()))}))?(?![a-z_\d]))",
                rf"(?P<numeral>[一二两三四五六七八九十百千万亿半]+(?={_MEASURE})(?:{_any_of(_chinese_units())})?)",
                r"(?P<ended>\bno\s+longer\b|\bany\s?more\b)",
                r"(?P<switched>\bon\b(?=\s*(?:$|[.;,!])))",
                rf"(?P<latin>(?:[^\W_{CJK}]|_(?=\w))[^\W{CJK}]*(?:[._'/+#-]+[^\W{CJK}]+)*[+#]*)",
                r"(?P<however>(?<![^\s,.;])不过(?=\S))",
                rf"(?P<chinese>{_any_of([word for word in _vocabulary() if CJK_CHAR.match(word)])}|[{CJK}])",
                r"(?P<equals>=|->|→)",
                r"(?P<symbol>[^\w\s.,;:!?()\[\]\"'…<>{}*`~/|_。，；：！？（）、-])",
            ]
        ),
        re.IGNORECASE,
    )


def _cut(text: str) -> Iterator[Term]:
    """The terms in order, negations still on their own."""
    in_chinese = bool(CJK_CHAR.search(text))
    for match in _term().finditer(text):
        raw, what = match[0], match.lastgroup
        match what:
            case "date":
                yield Term(_date(raw.lower()), Kind.DATE, raw)
            case "version":
                yield Term(raw.lower().removeprefix("v"), Kind.VERSION, raw)
            case "number":
                yield Term(_quantity(raw.lower()), Kind.NUMBER, raw)
            case "numeral":
                digits = raw.rstrip("".join(_chinese_units()))
                yield Term(_quantity(_count(digits) + raw[len(digits) :]), Kind.NUMBER, raw)
            case "ended":
                if raw.lower().startswith("no"):
                    yield Term("no longer", Kind.NEGATION, raw)
            case "switched":
                form, kind, sign = _vocabulary()["on"]
                yield Term(form, kind, raw, sign)
            case "however":
                continue
            case "equals":
                yield Term("=", Kind.COPULA, raw)
            case "latin":
                yield _latin(raw, in_chinese or match.start() > 0)
            case "chinese" if raw in _vocabulary():
                form, kind, sign = _vocabulary()[raw]
                yield Term(form, kind, raw, sign)
            case _:
                yield Term(raw.lower(), Kind.NAME if what == "address" else Kind.WORD, raw)


def _latin(raw: str, may_be_name: bool) -> Term:
    """A Latin word: known, an identifier, a name by its capital (not at the start of English), or plain."""
    word = raw.casefold().removesuffix("'s")
    known = _vocabulary().get(word) or _vocabulary().get(stem(word))
    letter = raw == "A" and may_be_name  # server A, not the article
    if known and word != "on" and not letter:
        form, kind, sign = known
        return Term(form, kind, raw, sign)
    if letter or not word.isalpha() or (may_be_name and raw[:1].isupper()) or raw[1:] != raw[1:].lower():
        return Term(stem(word), Kind.NAME, raw)
    return Term(stem(word), Kind.LIGHT if word in _PREPOSITIONS else Kind.WORD, raw)


_PREPOSITIONS = frozenset(
    ["at", "in", "on", "for", "by", "of", "to", "and", "or", "as", "about", "into", "onto", "per"]
)


def _date(raw: str) -> str:
    """One form for a date, weekday, month or time, whatever language it is written in."""
    if weekday := re.search(r"[周期拜]([一二三四五六日天末])", raw):
        return (
            "weekend" if weekday[1] == "末" else f"weekday {'一二三四五六日'.index(weekday[1].replace('天', '日')) + 1}"
        )
    if raw.removesuffix("s") in _DAYS:
        return f"weekday {_DAYS.index(raw.removesuffix('s')) + 1}"
    if clock := _CLOCK.fullmatch(raw):
        return _clock(raw, *clock.groups())
    if month := re.match(rf"({_MONTH_NAME})", raw):
        number = next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(month[1][:3]))
        numbers = re.findall(r"\d+", raw)
        return "-".join([*numbers[1:2], str(number), *numbers[:1]])
    if "月" in raw and not raw[0].isdigit():
        return raw
    numbers = [str(int(number)) for number in re.findall(r"\d+", raw)]
    if not numbers or raw.startswith("q"):
        return raw
    return "-".join(numbers) + ("号" if raw[-1] in "日号" and len(numbers) == 1 else "")


_CLOCK = re.compile(
    rf"({_PART_OF_DAY})?\s*(\d+|[一二两三四五六七八九十]+)\s*(?:(?:点钟?|:)\s*(半|\d+)?.*|([ap])\.?m\.?)"
)


def _clock(raw: str, part: str | None, hours: str, minutes: str | None, half: str | None) -> str:
    """A time of day as `15:00`; an hour without a part of day is taken as it stands."""
    late = part in ("下午", "晚上", "夜里") or half == "p" or re.search(r"p\.?m", raw)
    hour = int(_count(hours)) % 24
    minute = 30 if minutes == "半" else int(minutes or 0)
    return f"{hour + 12 if late and hour < 12 else hour}:{minute:02}"


def _quantity(raw: str) -> str:
    """A number and its unit in one form: `1,000 ms`, `1000毫秒` are `1000 ms`."""
    if not raw[-1].isascii() and not any(char.isdecimal() for char in raw):
        return raw  # 半天: no figure
    currency = {"$": "usd", "¥": "cny", "€": "eur", "£": "gbp"}.get(raw.lstrip("+-")[0], "")
    found = re.search(r"[-+]?\d[\d,]*(?:\.\d+)?", raw.translate(str.maketrans("", "", "$¥€£")))
    assert found is not None
    digits = found[0].replace(",", "").lstrip("+")
    unit = _units().get(re.sub(r"^[-+$¥€£\d,.\s]+", "", raw), currency)
    if "." in digits and unit:
        digits = digits.rstrip("0").rstrip(".")
    return f"{digits} {unit}".strip()


def _count(numeral: str) -> str:
    """The number a short Chinese numeral stands for, up to thousands; anything else as it is."""
    if numeral.isascii():
        return numeral
    total = digit = 0
    for char in numeral:
        if char in "十百千":
            total += (digit or 1) * {"十": 10, "百": 100, "千": 1000}[char]
            digit = 0
        elif char in "一二三四五六七八九两":
            digit = "一二三四五六七八九".find(char) + 1 or 2
        else:
            return numeral
    return str(total + digit)

"""Reads a user's message with the cue grammar: which statements in it are meant to last, and as what.

`has_cue` is the gate before any model: no cue, no call. `statements` is the whole reading, which needs no model.
Both see only the user's own words (`text.evidence`). A frame (假设, "pretend", a joke) takes the weight off what it
covers; a request, a question, a complaint and what belongs to this one task are not statements that last.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from archivist.records.memory import Kind, MemoryType
from archivist.roles.cue_grammar import CUES, Cue, CueName
from archivist.roles.cue_limits import (
    COMPLAINT,
    FRAMES,
    HEDGE,
    JOKE_AFTER,
    LIST_HEAD,
    PASSING,
    QUESTION,
    QUESTION_CLAUSE,
    RETURN,
    STRONGLY_LASTING,
    TROUBLE,
    UNDECIDED,
    Frame,
)
from archivist.text.evidence import evidence_spans
from archivist.text.plain import plain
from archivist.text.quotes import Span, is_cjk, is_trivial

MAX_STATEMENT: Final = 320
"""Longest stretch, in characters, that is taken for one statement; longer ones are pasted text more often than not."""

MAX_SENTENCE: Final = 600
"""A longer stretch without an end mark was not typed as a sentence; also bounds the work hostile text can ask for."""

MAX_READ: Final = 20_000
"""Characters of one message that are read for cues: who types rules does not bury them deeper."""

_SENTENCE_END: Final = re.compile(r"[。！？!?；;\n]+|(?<=[\w\u4e00-\u9fff)\]\"'”’])(?<!\n\d)(?<!\n\d\d)\.+(?=\s|$)")
_CLAUSE_END: Final = re.compile(r"[,，]\s*|\s+(?:-|–|—)+\s+|(?<![—-])——")
_CONDITION: Final = re.compile(
    r"^(?:when|whenever|if|for|in|on|while|before|after|since|as|at|until|unless|because|with|during|wherever|although|"
    r"当|如果|若|凡|在|关于|对于|每|写|做|涉及|遇到|碰到|只要|除非|除了|由于|因为|为了|所有)|"
    r"(?:时|时候|的话|情况下|方面|之前|之后|期间|场合|上|里|中)$",
    re.IGNORECASE,
)
_LOOSE_END: Final = re.compile(
    r"[,，;]?\s*(?:\b(?:and|but|so|though|which|while|as)\s+)?\b(?:I|we)(?:['’](?:m|ve|re|d)| am| are| have)?"
    r"(?:\s+(?:just |also |still |kinda |a bit |really )*"
    r"(?:not sure|unsure|wondering|worried|struggling|concerned|curious|confused|having a hard time|need"
    r"|want|hope)\b.*)?$"
    r"|[,，;]?\s*\b(?:and|but|so|or|though|which|while|because|as|maybe)\s*$"
    r"|[，,]?(?:但是?|不过|所以|而且|然后|因为|就是)$",
    re.IGNORECASE,
)
"""What a cut at a question leaves hanging: ", but I'm not sure", ", and I'm"."""

_FRAGMENT: Final = re.compile(r"^(?:which|who|whose|whom|that|than|or)\b", re.IGNORECASE)
_CONDITIONAL: Final = re.compile(r"^(?:if|unless|in case|when|once|如果|要是|万一|等我|等到)", re.IGNORECASE)
_OWN_PLAN: Final = re.compile(
    r"^(?:well,? )?I(?:['’]ll|['’]m| will| am| was)\b|^我(?:会|将|打算|准备|想)", re.IGNORECASE
)
_IMPERATIVE: Final = re.compile(
    r"(?:^|[:：,，] ?)(?:please |you (?:should|must) )?(?:stop|quit|don't|do not|always|never|use|keep|avoid)\b"
    r"|(?:^|[，,：:])(?:请|你)?(?:别|不要|不用|不许|请勿|要|每次|用|使用)",
    re.IGNORECASE,
)
_FIRST_PERSON: Final = re.compile(r"\b(?:I|my|I'm|I’m)\b|我(?!们)|用户|\buser\b", re.IGNORECASE)
_RULE: Final = next(cue for cue in CUES if cue.name is CueName.RULE)
_CORRECTION: Final = next(cue for cue in CUES if cue.name is CueName.CORRECTION)
_ABOVE_TROUBLE: Final = frozenset({CueName.PREFERENCE, CueName.DECISION, CueName.VIEW})
"""Cues that hold although the sentence tells of trouble."""

_LIST_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•]|\d{1,2}[.)、])[ \t]*")


@dataclass(frozen=True, slots=True)
class Statement:
    """A stretch of a message that is meant to last, with the cue that tells so."""

    span: Span
    cue: Cue
    type: MemoryType
    kind: Kind
    is_correction: bool
    is_hedged: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """The statements of one message, and whether a role play that it opened or went on with is still running."""

    statements: tuple[Statement, ...]
    in_play: bool


def has_cue(text: str) -> bool:
    """Whether a user's message holds any sign of something lasting; without one no model is asked."""
    text = plain(text[:MAX_READ])
    own = [span.of(text) for span in evidence_spans(text)]
    return any(cue.pattern.search(sentence) for part in own for sentence in _plain_sentences(part) for cue in CUES)


def read_message(text: str, *, in_play: bool = False) -> Reading:
    """What `text` states for good; `in_play` says that it goes on with a role play opened before it."""
    text = plain(text[:MAX_READ])
    sentences = [span for own in evidence_spans(text) for span in _sentences(text, own)]
    framed, in_play = _framed([span.of(text) for span in sentences], in_play)
    found: list[Statement] = []
    in_list = False
    for span, is_framed in zip(sentences, framed, strict=True):
        in_list = (in_list and _is_item(text, span)) or _opens_list(span.of(text))
        if is_framed:
            continue
        if statement := _statement(text, span) or (_item(text, span) if in_list else None):
            found.append(statement)
    return Reading(tuple(found), in_play)


def _plain_sentences(text: str) -> Iterator[str]:
    parts = (part.strip() for part in _SENTENCE_END.split(text) if part)
    yield from (part for part in parts if 0 < len(part) <= MAX_SENTENCE)


def _sentences(text: str, own: Span) -> Iterator[Span]:
    """The sentences of `own` with their end marks, list marks and outer blanks left out of the front."""
    start = own.start
    ends = [match.end() for match in _SENTENCE_END.finditer(text, own.start, own.end)]
    for end in [*ends, own.end]:
        lead = _LIST_ITEM.match(text, start, end)
        span = _trimmed(text, Span(lead.end() if lead else start, end))
        if 0 < span.end - span.start <= MAX_SENTENCE:
            yield span
        start = end


def _opens_list(sentence: str) -> bool:
    """Whether a list of lasting rules follows."""
    return LIST_HEAD.search(sentence) is not None and PASSING.search(sentence) is None


def _is_item(text: str, span: Span) -> bool:
    """Whether the sentence stands behind a list mark."""
    mark = text[text.rfind("\n", 0, span.start) + 1 : span.start].strip(" \t*_")
    return bool(mark) and _LIST_ITEM.fullmatch(mark) is not None


def _item(text: str, span: Span) -> Statement | None:
    """An item of a list of lasting rules."""
    if not _is_item(text, span) or not _is_whole(span.of(text)) or len(span.of(text)) > MAX_STATEMENT:
        return None
    return Statement(span, _RULE, _RULE.type, _RULE.kind, is_correction=False, is_hedged=False)


def _trimmed(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    while start < end and (text[start].isspace() or text[start] in "*_\"“”'‘’，,、"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in "*_，,、"):
        end -= 1
    return Span(start, end)


def _framed(sentences: Sequence[str], in_play: bool) -> tuple[list[bool], bool]:
    """For each sentence whether a frame covers it; and whether a role play goes on after the last one."""
    covered: list[bool] = []
    in_message = False
    for sentence in sentences:
        if RETURN.search(sentence):
            in_message = in_play = False
        if JOKE_AFTER.search(sentence) and covered:
            covered[-1] = True
        reach = next((frame for frame, pattern in FRAMES if pattern.search(sentence)), None)
        in_play = in_play or reach is Frame.TALK
        in_message = in_message or reach is Frame.MESSAGE
        covered.append(in_play or in_message or reach is not None)
    return covered, in_play


def _statement(text: str, sentence: Span) -> Statement | None:
    """The lasting statement in one sentence, cut free of greeting, request and question; None when there is none."""
    for part in _assertions(text, sentence):
        words = part.of(text)
        for cue in CUES:
            if (match := cue.pattern.search(words)) and _is_lasting(words, cue, match):
                span = _cut(text, part, part.start + match.start())
                if _is_whole(span.of(text)):
                    type, kind = _filed_as(cue, span.of(text))
                    is_hedged = HEDGE.search(span.of(text)) is not None
                    return Statement(span, cue, type, kind, _corrects(words), is_hedged)
    return None


def _assertions(text: str, sentence: Span) -> Iterator[Span]:
    """The parts of a sentence that claim something: what stands before and between its requests and questions."""
    start = sentence.start
    asks = bool(QUESTION.search(sentence.of(text)))
    cuts = list(QUESTION_CLAUSE.finditer(text, sentence.start, sentence.end))
    if not cuts and asks:
        return
    for match in cuts:
        yield from _worth_reading(text, Span(start, _before_question(text, start, match)))
        following = _CLAUSE_END.search(text, match.end(), sentence.end)
        start = following.end() if following else sentence.end
    if not (asks and cuts):
        yield from _worth_reading(text, Span(start, sentence.end))


def _before_question(text: str, start: int, question: re.Match[str]) -> int:
    """Where the statement before a question ends: a clause that runs on into the question belongs to the question."""
    if question.group()[0] in ",，;；、":
        return question.start()
    runs_on = is_cjk(text[question.start() - 1 : question.start()] or " ")
    boundaries = [end.end() for end in _CLAUSE_END.finditer(text, start, question.start())]
    return boundaries[-1] if boundaries else start if runs_on else question.start()


def _worth_reading(text: str, span: Span) -> Iterator[Span]:
    span = _trimmed(text, span)
    if 0 < span.end - span.start <= MAX_STATEMENT:
        yield span


def _is_lasting(words: str, cue: Cue, match: re.Match[str]) -> bool:
    """Whether what the cue announces is more than a wish of the moment, a complaint or an open question."""
    clause = _clause_around(words, match)
    lasts_by_word = STRONGLY_LASTING.search(clause) is not None
    if COMPLAINT.search(clause):
        return False
    if cue.name not in _ABOVE_TROUBLE and not lasts_by_word and TROUBLE.search(words):
        return False
    if cue.name in {CueName.DECISION, CueName.PROJECT, CueName.IDENTITY} and _CONDITIONAL.search(words):
        return False
    if cue.name is CueName.RULE and _OWN_PLAN.search(words):
        return False
    if cue.name is CueName.DECISION and (HEDGE.search(words) or UNDECIDED.search(words)):
        return False
    if cue.name in {CueName.REMEMBER, CueName.IDENTITY, CueName.REFERENCE}:
        return not re.search(r"[?？]\s*$", words)
    if PASSING.search(clause):
        return lasts_by_word and cue.name in {CueName.RULE, CueName.CORRECTION}
    return True


def _clause_around(words: str, match: re.Match[str]) -> str:
    """The clauses that the cue touches."""
    start = max((end.end() for end in _CLAUSE_END.finditer(words, 0, match.start())), default=0)
    following = _CLAUSE_END.search(words, match.end())
    return words[start : following.start() if following else len(words)]


def _cut(text: str, part: Span, cue_at: int) -> Span:
    """From the clause of the cue, or a condition or topic right before it, to the end of the part."""
    starts = [part.start, *(end.end() for end in _CLAUSE_END.finditer(text, part.start, part.end))]
    index = max(index for index, start in enumerate(starts) if start <= cue_at)
    while index > 0 and _CONDITION.search(text[starts[index - 1] : starts[index]].strip(" ,，—-")):
        index -= 1
    span = _trimmed(text, Span(starts[index], part.end))
    loose = _LOOSE_END.search(text[cue_at : span.end])
    return _trimmed(text, Span(span.start, cue_at + loose.start())) if loose and loose.start() else span


def _is_whole(statement: str) -> bool:
    """Whether there is enough left to be understood by itself."""
    return not is_trivial(statement) and not statement.endswith((":", "：")) and not _FRAGMENT.search(statement)


def _filed_as(cue: Cue, statement: str) -> tuple[MemoryType, Kind]:
    """What the statement is for; "remember" and a correction take that from what is remembered or corrected."""
    if cue.name not in {CueName.REMEMBER, CueName.CORRECTION}:
        return cue.type, cue.kind
    if _IMPERATIVE.search(statement):
        return MemoryType.FEEDBACK, Kind.RULE
    for other in CUES:
        if other.name not in {CueName.REMEMBER, CueName.CORRECTION} and other.pattern.search(statement):
            return other.type, other.kind
    return (MemoryType.USER if _FIRST_PERSON.search(statement) else MemoryType.PROJECT), Kind.INFO


def _corrects(words: str) -> bool:
    return _CORRECTION.pattern.search(words) is not None

"""Makes a long conversation short, by rule: decisions, to-dos, figures and names are kept, in the speakers' own words.

Nothing is put in other words and nothing is added. Of two decisions that contradict each other the later one stays.
What was injected, and what only a tool said, is not the conversation and is left out. A summary is session context and
never memory: what is to last goes through the gates like everything else. Source: requirement C8; design, section 7.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from archivist.records.conversation import Message, MessageOrigin, Speaker
from archivist.text.fences import blank_fenced
from archivist.text.length import is_chinese, shorten
from archivist.text.relations import Conflict
from archivist.text.similarity import SAME_LINE, jaccard
from archivist.text.statements import relation
from archivist.text.tokens import count_tokens

LONGEST_SENTENCE: Final = 80
"""Words, or Chinese characters, of one sentence that are kept."""
MOST_NAMES: Final = 24
COMPARED: Final = 40
"""How many of the latest kept sentences a new one is compared with."""


class Kept(StrEnum):
    """Why a sentence is kept; the first that holds counts, and earlier ones are kept first where room is short."""

    DECISION = "decision"
    TODO = "todo"
    FIGURE = "figure"


_LABELS: Final = {
    Kept.DECISION: ("Decisions", "决定"),
    Kept.TODO: ("To do", "待办"),
    Kept.FIGURE: ("Figures", "数据"),
}
_NAMES: Final = ("Names", "名称")
_CUES: Final = {
    Kept.DECISION: re.compile(
        r"决定|决策|选(?:了|择|定|用)|采用|改用|改为|改成|不再|敲定|约定|确定|定为|定在|就用|统一用|结论是|方案\s*[A-Za-z一二三]"
        r"|\b(?:decid|cho(?:se|ose|sen)|adopt|agreed|settled on|going with|let's use|instead of|conclusion)\w*"
        r"|\bwe(?:'ll| will)\b|\bfrom now on\b",
        re.IGNORECASE,
    ),
    Kept.TODO: re.compile(
        r"待办|未完成|尚未|还没|下一步|接下来|后续|稍后|明天|记得|别忘|还要|需要(?!吗)|\[ \]"
        r"|\b(?:todo|to-do|next step|not yet|pending|later|tomorrow|follow up|remember to|don't forget)\b"
        r"|\b(?:need|needs|have|has) to\b|\bmust\b",
        re.IGNORECASE,
    ),
    Kept.FIGURE: re.compile(r"\d|[一二两三四五六七八九十百千万亿]+(?:个|月|天|号|点|元|万|人|次|分钟|小时|%)"),
}
_QUESTION = re.compile(r"[?？]\s*$|[吗呢][。？?]?$")
_SENTENCE = re.compile(r"(?<=[。！？!?；;])\s*|(?<=[\w)`\"'][.])\s+(?=[A-Z\"'`(])|\n+")
_NAME = re.compile(
    r"`[^`\n]{2,60}`|「[^」\n]{2,30}」|《[^》\n]{2,40}》|https?://[^\s)>，。；]{4,120}"
    r"|(?<![\w./])(?:[\w.-]+/)+[\w.-]+|\b[\w-]+\.(?:py|md|ts|js|rs|go|sql|ya?ml|json|toml|csv|xlsx|docx?|pdf)\b"
    r"|(?<![.!?。！？\n] )(?<!^)\b[A-Z][a-z]+(?:\s[A-Z][a-z]+)+\b|\b[A-Z]{2,}(?:-\d+)?\b|\b[a-z]+[A-Z]\w+\b"
    r"|(?<!\w)@[\w-]{2,}"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence that is kept, on one line, and the position of its message."""

    kind: Kept
    text: str
    place: int


@dataclass(frozen=True, slots=True)
class Gist:
    """What must not be lost of a conversation. `overruled` are decisions that a later one took back."""

    lines: tuple[Line, ...]
    names: tuple[str, ...]
    overruled: frozenset[str]
    chinese: bool


def compact(messages: Sequence[Message], budget_tokens: int) -> str:
    """What of these messages must not be lost, within the budget; empty where they hold nothing of the kind."""
    return tell(gist_of(messages), budget_tokens)


def gist_of(messages: Sequence[Message]) -> Gist:
    """What of these messages must not be lost, however long it is."""
    said = [line for message, sentence in spoken(messages) if (line := _line(message, sentence))]
    lines, overruled = _without_repetition(said)
    chinese = is_chinese("\n".join(line.text for line in lines))
    return Gist(tuple(lines), tuple(_names(messages)), frozenset(overruled), chinese)


def tell(gist: Gist, budget_tokens: int) -> str:
    """As much of it as there is room for, under headings in its language."""
    return _told(_within(gist.lines, budget_tokens, gist.chinese), gist.names, budget_tokens, gist.chinese)


def spare_tokens(gist: Gist, budget_tokens: int) -> int:
    """How much of the budget is left beside what `tell` says of it: with so much less it still says all of that."""
    needed = _headings(gist.chinese) + sum(map(_cost, _within(gist.lines, budget_tokens, gist.chinese)))
    return budget_tokens - max(needed, count_tokens(tell(gist, budget_tokens)))


def spoken(messages: Iterable[Message]) -> Iterator[tuple[Message, str]]:
    """The conversation itself, sentence by sentence: without what was injected, and what only a tool said."""
    for message in messages:
        if message.origin is MessageOrigin.INJECTED or message.speaker in {Speaker.TOOL, Speaker.SYSTEM}:
            continue
        yield from ((message, sentence) for sentence in sentences(blank_fenced(message.text)))


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text; a line ends one."""
    return (sentence for sentence in _SENTENCE.split(text) if sentence.strip())


def on_one_line(sentence: str) -> str:
    """A sentence as it is kept."""
    return shorten(sentence.strip("-*•# \t"), LONGEST_SENTENCE)


def _line(message: Message, sentence: str) -> Line | None:
    kind = _kind(sentence)
    return None if kind is None else Line(kind, on_one_line(sentence), message.position)


def _kind(sentence: str) -> Kept | None:
    """Why a sentence is kept; a question decides nothing and states no figure."""
    if _QUESTION.search(sentence):
        return None
    return next((kind for kind, cue in _CUES.items() if cue.search(sentence)), None)


def _without_repetition(lines: Iterable[Line]) -> tuple[list[Line], set[str]]:
    """The lines in order, of equal ones the first, of contradicting decisions the last; and the earlier decisions."""
    kept: list[Line] = []
    overruled: set[str] = set()
    for line in lines:
        near = kept[-COMPARED:]
        if any(jaccard(other.text, line.text) > SAME_LINE and not _contradicts(other, line) for other in near):
            continue
        taken_back = [other for other in near if _contradicts(other, line)]
        overruled |= {other.text for other in taken_back}
        kept = [other for other in kept if other not in taken_back]
        kept.append(line)
    return kept, overruled


def _contradicts(older: Line, newer: Line) -> bool:
    return older.kind is newer.kind is Kept.DECISION and isinstance(relation(older.text, newer.text), Conflict)


def _names(messages: Iterable[Message]) -> list[str]:
    """What things are called in the conversation, the latest named first."""
    found: dict[str, None] = {}
    for message in messages:
        if message.speaker in {Speaker.USER, Speaker.ASSISTANT} and message.origin is not MessageOrigin.INJECTED:
            for match in _NAME.finditer(blank_fenced(message.text)):
                name = match.group().strip("`")
                found.pop(name, None)
                found[name] = None
    return list(reversed(found))[:MOST_NAMES]


def _headings(chinese: bool) -> int:
    return sum(count_tokens(f"{labels[chinese]}:\n") for labels in (*_LABELS.values(), _NAMES))


def _cost(line: Line) -> int:
    return count_tokens(f"- {line.text}\n")


def _within(lines: Sequence[Line], budget_tokens: int, chinese: bool) -> list[Line]:
    """The lines there is room for: decisions before to-dos before figures, and in each the latest first."""
    ranked = sorted(lines, key=lambda line: (list(Kept).index(line.kind), -line.place))
    room = budget_tokens - _headings(chinese)
    chosen: list[Line] = []
    for line in ranked:
        if _cost(line) <= room:
            room -= _cost(line)
            chosen.append(line)
    return sorted(chosen, key=lambda line: line.place)


def _told(lines: Sequence[Line], names: Sequence[str], budget_tokens: int, chinese: bool) -> str:
    parts = [
        f"{labels[chinese]}:\n" + "\n".join(f"- {line.text}" for line in lines if line.kind is kind)
        for kind, labels in _LABELS.items()
        if any(line.kind is kind for line in lines)
    ]
    text = "\n".join(parts)
    shown = list(names)
    while shown:
        with_names = "\n".join((*parts, f"{_NAMES[chinese]}: {', '.join(shown)}"))
        if count_tokens(with_names) <= budget_tokens:
            return with_names
        shown.pop()
    return text

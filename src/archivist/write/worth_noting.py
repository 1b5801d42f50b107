"""What of a talk belongs in the day note, and what a session did that its note lacks.

Worth noting: a change of code, a decision, a commit or deployment, a new preference, a problem found or solved. Not
worth it: small talk, a simple question, a correction of format or spelling. Rules of form only, Chinese and English;
they decide when to write, never what is true.
Source: the layered workspace (003), 4.3; requirement W4.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from archivist.text.plain_line import plain_line
from archivist.text.words import is_stop_word, terms

_DONE = re.compile(
    r"完成|实现|新增|添加了|增加了|加上了|加了|修复|修好|解决|重构|重写|优化|迁移|升级|删除了|改成|改为|改用|替换"
    r"|提交了?|合并|推送|部署|上线|发布|排查|定位到|根因|打通|接入"
    r"|\b(?:implement|add|creat|fix|resolv|solv|refactor|rewr(?:ite|ote)|migrat|upgrad|remov|replac|optimi[sz]|renam)\w*"
    r"|\b(?:commit|merg|push|deploy|releas|ship|launch|publish|debug)\w*"
    r"|\b(?:traced|wrote|built|moved|set up|root cause)\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"决定|决策|选(?:了|择|定|用)|采用|改用|不再用|敲定|约定|方案\s*[A-Za-z一二三]"
    r"|\b(?:decid|cho(?:se|ose|sen)|adopt|agreed|settled on|going with|we(?:'ll| will) use|instead of)\w*",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"以后.{0,8}(?:都|请|要|用|别|不)|今后|从现在起|每次都|总是|一律|永远|不要再|别再|我(?:更)?喜欢|我偏好|我习惯|记住"
    r"|\b(?:from now on|in future|always|never|i prefer|i like|please don't|don't ever|remember that|stop \w+ing)\b",
    re.IGNORECASE,
)
_SMALL = re.compile(
    r"typo|错别字|拼写|笔误|(?:调整|修改|统一)?(?:格式|缩进|空格|排版)|\b(?:spelling|formatting|whitespace|indentation|reformat\w*)\b",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"(?:你?好|您好|嗨|谢谢|多谢|辛苦了|好的|收到|明白|嗯+|哈+|再见|早上好|晚安|在吗|不客气|没问题"
    r"|hi|hello|hey|thanks?(?: you)?|thx|ok(?:ay)?|great|cool|nice|good (?:morning|night)|bye|sure|got it|no problem)"
    r"(?:[\s，,。.!！~～啊呀啦了的]|那么|so much|a lot|everyone)*",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"[?？]\s*$|^(?:什么|怎么|为什么|如何|哪|谁|几|是否|能不能|可以)|(?:吗|呢|是什么|什么意思)[。？?]?$"
    r"|^(?:what|how|why|who|when|where|which|can|could|does|do|is|are|should|would)\b",
    re.IGNORECASE,
)
_PLANNED = re.compile(
    r"待办|未完成|尚未|还没|没有完成|计划|打算|准备|下一步|接下来|后续|将要?|稍后|明天|需要|尝试.{0,8}失败|\[ \]"
    r"|\b(?:todo|to-do|next|planned|plans?|will|going to|should|needs? to|not yet|pending|later|tomorrow|wip)\b"
    r"|\b(?:wants? to|failed to)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[。！？!?；;])\s*|(?<=[a-z0-9)`][.])\s+(?=[A-Z])|\n+")
_FIGURE = re.compile(r"\d+(?:\.\d+)*")
_COVERED = 0.6
"""Share of the words of a sentence that one day's notes must hold for it to count as noted."""


def worth_noting(text: str) -> bool:
    """Whether `text` (what was said or done in a turn) tells of work, a decision or a preference to write down now."""
    return any(_is_worth(sentence) for sentence in _sentences(text))


def missing_work(summary: str, notes: str) -> list[str]:
    """The sentences of `summary` that tell of finished work or a decision and that `notes` do not hold, in order.

    A plan is no work, and a sentence counts as noted when most of its words and all its figures stand in one line or
    one item of the notes. Running it again after its answer was noted gives nothing.
    """
    noted = [(set(terms(line)), set(_FIGURE.findall(line))) for line in _passages(notes)]
    return [sentence for sentence in _told_done(summary) if not _is_noted(sentence, noted)]


def _is_worth(sentence: str) -> bool:
    if _TALK.fullmatch(sentence):
        return False
    if _DECISION.search(sentence) or _PREFERENCE.search(sentence):
        return not _QUESTION.search(sentence)
    if _QUESTION.search(sentence) or _SMALL.search(sentence):
        return False
    return bool(_DONE.search(sentence)) and not _PLANNED.search(sentence)


def _told_done(summary: str) -> Iterator[str]:
    told = set()
    planned = False
    for sentence in _sentences(summary):
        if re.match(r"^#{1,6}\s|^.{1,24}[:：]$", sentence):
            planned = bool(_PLANNED.search(sentence))
            continue
        told_done = (_DONE.search(sentence) or _DECISION.search(sentence)) and not planned
        excluded = any(pattern.search(sentence) for pattern in (_SMALL, _PLANNED, _QUESTION))
        if told_done and not excluded and plain_line(sentence) not in told:
            told.add(plain_line(sentence))
            yield re.sub(r"^\s*(?:[-*+•]|\d{1,3}[.)、])\s*(?:\[[xX]\]\s*)?", "", sentence)


def _sentences(text: str) -> Iterator[str]:
    yield from (part.strip() for part in _SENTENCE.split(text) if part and part.strip())


def _passages(notes: str) -> list[str]:
    """Each line of the notes, and each with the one before: an item may run over two."""
    lines = [line for line in notes.split("\n") if line.strip()]
    return lines + [f"{one} {two}" for one, two in pairwise(lines)]


def _is_noted(sentence: str, noted: list[tuple[set[str], set[str]]]) -> bool:
    words = {term for term in terms(sentence) if not is_stop_word(term)} or set(terms(sentence))
    figures = set(_FIGURE.findall(sentence))
    return any(figures <= there and len(words & found) >= _COVERED * len(words) for found, there in noted)

"""Which parts of a user's message may serve as evidence of what that user said.

Left out is what the message only carries: block quotes, fenced and indented code, what stands between an opening and
a closing tag (documents handed over, reminders of a host, memory that came up the read road), forwarded and answered
mails, and the words of somebody else between quote marks. A term in quote marks inside one's own sentence stays.
Source: field cases EX-04 and EV-01, requirement X10.
"""

import re
from collections.abc import Iterator
from typing import Final

from archivist.text.patterns import pattern
from archivist.text.plain import plain
from archivist.text.quotes import Span, find_quote

_FENCE: Final = pattern(r"(?ms)^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)")
_BLOCK_QUOTE: Final = pattern(r"(?m)^[ \t]*[>＞].*(?:\n|\Z)")
_INDENTED: Final = pattern(r"(?m)(?:\A|(?<=\n\n))(?:(?: {4}|\t).*(?:\n|\Z))+")
_TAG: Final = pattern(r"<(/?)([A-Za-z][\w:.-]{2,})(?:\s[^<>]*)?>")
_MEMORY_TAG: Final = pattern(r"memor|archivist|recall|system-|task-notification", re.IGNORECASE)
_INLINE_CODE: Final = pattern(r"(?s)`[^`\n]*(?:[=(){};]|\b(?:def|class|import|const|let|var)\b)[^`\n]*`")
_MAIL: Final = pattern(
    r"(?im)^[ \t]*(?:"
    r"-{2,}[ \t]*(?:original message|forwarded message|原始邮件|转发(?:的)?邮件|(?:回复的)?原邮件)[ \t]*-{2,}"
    r"|begin forwarded message:"
    r"|on\b.{4,80}\bwrote:[ \t]*$"
    r"|(?:from|发件人|寄件者|寄件人)[:：].*\n"
    r"(?:[ \t]*(?:to|cc|sent|date|subject|收件人|抄送|发送时间|日期|时间|主题|主旨)[:：].*\n?)+)"
)
_QUOTED: Final = pattern(r"“[^“”]*”|「[^「」]*」|『[^『』]*』|\"[^\"\n]*\"|«[^«»]*»")
_ATTRIBUTED: Final = pattern(
    r"(?:(?:说|讲|道|问|写|称|回复|回答|表示|提到|要求|强调|写着|写道|叫做|台词|标题|文案|邮件|消息|句子"
    r"|这句话|一句|原文|内容|翻译|润色|改写|解释"
    r"|said|says|say|wrote|writes|write|asked|asks|told \w+|tells \w+|reads?|quote|quoted|titled|called|replied|"
    r"translate|rewrite|polish|explain|sentence|phrase|text|message|line|email|tweet|prompt)[^\S\n]*"
    r"(?:了|着|过|是|这句话|一句)?[^\S\n]*[:：,，]?[^\S\n]*|[:：][^\S\n]*\n?)\Z",
    re.IGNORECASE,
)
_OWN_WORDS: Final = pattern(
    r"(?:我(?:再|又|之前|刚才|刚刚|上次)?(?:说|讲|要求|强调)[^\n“”「」\"]{0,6}|\bI (?:said|say|told you)\W{0,3})\Z"
)
_LOOK_BACK: Final = 40
"""How many characters before a quote mark are read to tell whose words follow."""


def evidence_spans(text: str) -> tuple[Span, ...]:
    """The stretches of a user's message that are the user's own words, in order; blank ones are left out."""
    spans: list[Span] = []
    start = 0
    for excluded in _merged(sorted(_excluded(plain(text)), key=lambda span: span.start)):
        spans.append(Span(start, excluded.start))
        start = excluded.end
    spans.append(Span(start, len(text)))
    return tuple(span for span in spans if span.of(text).strip())


def find_evidence(quote: str, text: str) -> Span | None:
    """Where `quote` stands among the user's own words in `text`; None when it does not, or proves nothing."""
    for own in evidence_spans(text):
        if found := find_quote(quote, own.of(text)):
            return Span(own.start + found.start, own.start + found.end)
    return None


def _excluded(text: str) -> Iterator[Span]:
    for carried in (_FENCE, _BLOCK_QUOTE, _INDENTED, _INLINE_CODE):
        yield from (Span(*match.span()) for match in carried.finditer(text))
    yield from _tagged(text)
    if mail := _MAIL.search(text):
        yield Span(mail.start(), len(text))
    for match in _QUOTED.finditer(text):
        if _is_somebody_elses(text, match):
            yield Span(*match.span())


def _tagged(text: str) -> Iterator[Span]:
    """From the first opening tag of a name to its closing tag; a memory tag left open runs to the end."""
    opened: dict[str, int] = {}
    for tag in _TAG.finditer(text):
        name = tag[2].lower()
        if not tag[1]:
            opened.setdefault(name, tag.start())
        elif name in opened:
            yield Span(opened.pop(name), tag.end())
    for name, start in opened.items():
        if _MEMORY_TAG.match(name):
            yield Span(start, len(text))


def _is_somebody_elses(text: str, quoted: re.Match[str]) -> bool:
    """Whether a string between quote marks is reported speech or material, rather than a term of one's own sentence."""
    before = text[max(0, quoted.start() - _LOOK_BACK) : quoted.start()]
    if _OWN_WORDS.search(before):
        return False
    inside = quoted.group()[1:-1]
    is_sentence = bool(re.search(r"[。！？!?；;]|[.](?:\s|$)", inside))
    return is_sentence or _ATTRIBUTED.search(before) is not None


def _merged(spans: list[Span]) -> Iterator[Span]:
    """Overlapping and touching spans as one; `spans` are sorted by start."""
    current: Span | None = None
    for span in spans:
        if current is None or span.start > current.end:
            if current:
                yield current
            current = span
        else:
            current = Span(current.start, max(current.end, span.end))
    if current:
        yield current

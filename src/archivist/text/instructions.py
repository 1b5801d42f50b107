"""Finds text that speaks to the agent or the memory system instead of to a reader: used to hold, never to lose.

A document or a tool result may say "remember that you must ..." or 请记住这条规则; taken as a fact it would steer every
later session. Such text waits for a person. What a person says to the agent directly is no concern of this room: the
caller knows the origin and asks only about text that nobody answers for. An attack that is quoted as an example gets a
kind of its own, because quoting an attack is not one.

Hidden characters are findings too, and hide no words from the other rules. `reveal_hidden` shows them to a reviewer.

Source: design, gate 6; requirement X3; case EX-06.
"""

import re
from collections.abc import Iterator
from functools import cache

from archivist.text.disguise import INVISIBLE, Form, fold_disguise, other_forms
from archivist.text.finding import Finding, without_overlaps
from archivist.text.hints import compiled, lower_in_place, places_of
from archivist.text.instruction_rules import RULES, Rule

REACH = 260  # characters read on from a hint: an instruction is a sentence, not a page


_example_before = (
    r"(?i)(?:示例|例如|例子|比如|例句|攻击|注入|样例|example|e\.g\.|such as|for instance|attack|injection"
    r"|phrase|payload)[^。.\n\"“「『`]{0,24}[\"'“‘「『`][^\"”」』`\n]{0,80}$"
)
_between_letters = "[A-Za-z0-9\u4e00-\u9fff]"
_hidden = (
    f"(?<={_between_letters})[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+(?={_between_letters})"
    "|[\u202d\u202e]+|(?<!\U0001f3f4)(?<![\U000e0020-\U000e007f])[\U000e0000-\U000e007f]+"
)
_directed = "[\u202a-\u202c\u2066-\u2069]+"
_right_to_left = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
_to_show = f"[{INVISIBLE}]"


def find_instructions(text: str) -> list[Finding]:
    """Every stretch that gives orders to agent or memory, or hides characters; in reading order."""
    return without_overlaps([*_spoken(text), *_hidden_characters(text)])


def reveal_hidden(text: str) -> str:
    """The text with each invisible character shown as a mark such as ⟦U+200B⟧; tag letters also as what they spell.

    For a reviewer's eyes only: the stored text stays as it is.
    """
    return compiled(_to_show).sub(_mark, text)


def _mark(match: re.Match[str]) -> str:
    code = ord(match.group())
    spelled = f" {chr(code - 0xE0000)}" if 0xE0020 <= code < 0xE007F else ""
    return f"⟦U+{code:04X}{spelled}⟧"


def _hidden_characters(text: str) -> Iterator[Finding]:
    if text.isascii():
        return
    yield from (Finding(*match.span(), "hidden_characters") for match in compiled(_hidden).finditer(text))
    if not compiled(_right_to_left).search(text):
        yield from (Finding(*match.span(), "hidden_characters") for match in compiled(_directed).finditer(text))


def _spoken(text: str) -> Iterator[Finding]:
    folded = fold_disguise(text)
    yield from _carried_back(folded, folded)
    for form in other_forms(folded.text):
        yield from _carried_back(form, folded)
    if folded.text is not text and (spaced := _as_spaces(text)) != text:
        yield from _scan(spaced)
    if (spelled := _tags_spelled(text)) is not None:
        yield from _scan(spelled)


def _carried_back(form: Form, folded: Form) -> Iterator[Finding]:
    for finding in _scan(form.text):
        start, end = form.place(finding.start, finding.end)
        yield Finding(*(folded.place(start, end) if form is not folded else (start, end)), finding.kind)


@cache
def _spaces() -> dict[int, str]:
    return dict.fromkeys((0xAD, *range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF), " ")


def _as_spaces(text: str) -> str:
    """Zero-width characters read as the spaces they may stand for, so that ignore·previous is two words."""
    return text.translate(_spaces())


def _tags_spelled(text: str) -> str | None:
    """The text with tag characters read as the letters they spell; None where there is none."""
    if text.isascii() or not any("\U000e0020" <= sign <= "\U000e007e" for sign in set(text)):
        return None
    return "".join(chr(ord(sign) - 0xE0000) if "\U000e0020" <= sign <= "\U000e007e" else sign for sign in text)


def _scan(text: str) -> Iterator[Finding]:
    low = lower_in_place(text)
    for rule in RULES:
        for hint in rule.hints:
            if hint in low:
                yield from _found(rule, hint, low, text)


def _found(rule: Rule, hint: str, low: str, text: str) -> Iterator[Finding]:
    pattern = compiled(rule.pattern)
    read_to = -1
    for at in places_of(hint, low):
        if at < read_to:
            continue
        match = pattern.search(text, max(0, at - rule.back), min(len(text), at + REACH))
        if match is not None and match.start() <= at + len(hint):
            read_to = match.end()
            quoted = compiled(_example_before).search(text[max(0, match.start() - 128) : match.start()])
            yield Finding(*match.span(), "quoted_instruction" if quoted else rule.kind)

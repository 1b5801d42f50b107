"""Stage 6: what is not worth remembering for long.

A pattern must match the whole item, and neither pattern nor length ever takes a decision, a figure or an open to-do:
"测试" goes, "测试发现超时 30 秒" stays.
Source: the layered workspace (003), 5.2, third stage; design, section 8, point 3.
"""

import re
from collections.abc import Sequence

from archivist.text.plain_line import plain_line
from archivist.upkeep.consolidation.item import Item, Kind

_DECISION = re.compile(
    r"决定|决策|采用|选用|选择|选了|选定|改用|换成|不再|弃用|放弃|约定|规定|统一用"
    r"|\b(?:decid\w*|decision|adopt\w*|choos\w*|chose|chosen|switch\w*|agreed)\b"
    r"|\b(?:instead of|will use|drop support|no longer)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"\d|[一二两三四五六七八九十百千万亿]+(?:个|条|次|倍|天|周|月|年|秒|分钟|小时|台|人|种|项|%)|百分之|翻倍|减半"
)


def drop_trivia(items: Sequence[Item], min_characters: int, trivial_patterns: Sequence[str]) -> list[Item]:
    """`items` without those that are too short or match a pattern of trivia."""
    patterns = [re.compile(pattern, re.IGNORECASE) for pattern in trivial_patterns]
    return [item for item in items if _is_protected(item) or not _is_trivial(item, min_characters, patterns)]


def _is_protected(item: Item) -> bool:
    if item.kind in (Kind.DECISION, Kind.TODO, Kind.PROJECT):
        return True
    return bool(_FIGURE.search(item.text) or _DECISION.search(item.text))


def _is_trivial(item: Item, min_characters: int, patterns: Sequence[re.Pattern[str]]) -> bool:
    text = plain_line(item.text)
    return len(text) < min_characters or any(pattern.fullmatch(text) for pattern in patterns)

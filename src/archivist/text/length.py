"""How long a text is to a reader: a Chinese character counts as one, a word of another script as one.

So "about 200" means 200 characters of Chinese and 200 words of English, and a mixture is counted justly.
Source: requirement W3.
"""

import re

_CJK = r"\u2e80-\u2fff\u3005-\u3007\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff"
_UNIT = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:[._'’/-][^\W{_CJK}]+)*")
_HAN = re.compile(r"[\u3400-\u9fff]")


def reading_length(text: str) -> int:
    """Characters of Chinese, Japanese and Korean plus words of everything else; marks count nothing."""
    return sum(1 for _ in _UNIT.finditer(text))


def shorten(text: str, limit: int) -> str:
    """`text` on one line, cut behind its `limit`th unit with `…` when it is longer."""
    line = " ".join(text.split())
    for count, unit in enumerate(_UNIT.finditer(line)):
        if count == limit:
            return line[: unit.start()].rstrip(" ，,、；;（(") + "…"
    return line


def is_chinese(text: str) -> bool:
    """Whether Chinese characters are at least a fifth of the units of `text`."""
    return len(_HAN.findall(text)) * 5 >= max(reading_length(text), 1)

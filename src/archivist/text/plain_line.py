"""A line as it reads, without its dress: the form in which two notes are compared.

Takes off Markdown marks, check boxes, a leading date, emoji, width, case and needless white space, and nothing else:
figures, negation and word order stay. Only for comparing; what is stored and shown is never changed.
Source: the layered workspace (003), 5.2, second stage.
"""

import re
import unicodedata

_MARKER = re.compile(r"^\s*(?:#{1,6}\s+|>\s*|[-*+•]\s+|\d{1,3}[.)、]\s*(?=\D)|\[[ xX]\]\s+)+")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_EMPHASIS = re.compile(r"\*\*|~~|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\u200d\ufe0f\U0001f000-\U0001faff]")
_DATE = re.compile(
    r"^\s*[\[(【]?\s*(?:(?:\d{4}[-/.年])?\d{1,2}[-/月]\d{1,2}日?)\s*[\])】]?(?:\s*[:：,，、]\s*|\s+|(?<=[\])】日]))"
)
_BESIDE_HAN = re.compile(r"(?<=[\u3400-\u9fff])\s+|\s+(?=[\u3400-\u9fff])")
_END = " \t.。!！;；,，:：、~…"


def plain_line(text: str) -> str:
    """`text` folded for comparison: two lines that say the same in another dress give the same answer."""
    line = _EMOJI.sub("", unicodedata.normalize("NFKC", text))
    line = _EMPHASIS.sub("", _LINK.sub(r"\1", _MARKER.sub("", line)))
    line = _DATE.sub("", _MARKER.sub("", line.strip()))
    line = _BESIDE_HAN.sub("", " ".join(line.split()))
    return line.strip(_END).casefold()

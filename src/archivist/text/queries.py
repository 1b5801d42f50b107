"""Recognises query text and the state of running a query, which belong to the task at hand and never to memory.

Source: requirements Q3 and Q5: SQL and query-execution state are refused, a step's pitfalls go to the step ledger.
"""

from typing import Final

from archivist.text.patterns import pattern

STEP_MARK: Final = "[[QUERY_STEP]]"

_SQL = pattern(
    r"""(?isx)
    (?:^|[`:：(;\n]) \s* select\b \s+ [^;。；\n]{1,400}? \bfrom\b \s+ [\w."`\[\]]+ (?: \s+ (?:as\s+)?\w{1,3} )? \s*
        (?: $ | [`;)\n] | \b(?:where|(?:inner|left|right|full|cross)?\s*join|group|order|limit|having|union)\b )
    | (?-i:\bSELECT\b [^;。；]{1,400}? \bFROM\b)
    | \binsert \s+ into \s+ [\w."`\[]
    | \bupdate \s+ [\w."`\[\]]+ \s+ set \s+ [\w."`\[\]]+ \s* =
    | \bdelete \s+ from \s+ [\w."`\[]
    | \b(?:create|alter|drop|truncate) \s+ (?:temporary \s+)? (?:table|view|index|database|schema) \s+ [\w."`\[]
    | \bwith \s+ \w+ \s+ as \s* \( \s* select\b
    | \bexplain \s+ (?:analyze \s+)? select\b
    """
)
_STATE = pattern(
    r"(?i)\b\d[\d,]* rows? (?:returned|affected|in set)\b|\bquery (?:id|executed|timed out|returned)\b"
    r"|(?:本次|这次|上一步|当前|该)(?:查询|SQL)(?:已|返回|执行|失败|超时|耗时)|查询(?:返回了?|耗时|命中)\s*\d"
    r"|(?:返回|影响)了?\s*\d[\d,]*\s*[行条](?:记录|结果|数据)?"
)


def find_query_state(text: str) -> str:
    """What of it is found, in words for a person; empty when the text is neither."""
    if STEP_MARK in text:
        return "a query step note"
    if _SQL.search(text):
        return "a query"
    return "the state of running a query" if _STATE.search(text) else ""

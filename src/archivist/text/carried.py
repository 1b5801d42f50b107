"""Whether a text says what a statement says: word for word, or with nearly all of its words in one passage.

Used to tell whose words a statement really is. An agent that reports "the user wishes ..." may only repeat what a tool
result or a document told it to remember; then the words stand there. A rule over words: a translation is not seen.
"""

import re
from typing import Final

from archivist.text.evidence import evidence_spans
from archivist.text.quotes import find_quote
from archivist.text.words import telling_terms, terms

SHARE: Final = 0.75
"""Share of a statement's words that one passage must hold. At 0.75 a statement that turns one word of four is still
seen; two statements of one subject share about half (measured on the injection set, 2026-11-30)."""
LEAST_TERMS: Final = 4
"""A statement of fewer words is compared word for word only: three common words stand together by chance."""
_PASSAGE_END: Final = re.compile(r"\n\s*\n")


def says(source: str, statement: str) -> bool:
    """Whether one passage of `source` holds the statement's words."""
    if find_quote(statement, source):
        return True
    wanted = set(telling_terms(statement))
    if len(wanted) < LEAST_TERMS:
        return False
    return any(len(wanted & set(terms(passage))) >= SHARE * len(wanted) for passage in _PASSAGE_END.split(source))


def says_itself(message: str, statement: str) -> bool:
    """Whether a user's own words in `message`, without what it only carries, hold the statement's words."""
    return says(_own_words(message), statement)


def _own_words(message: str) -> str:
    """The message with spaces for what it only carries: a word in quotation marks does not part its sentence."""
    own = ["\n" if sign == "\n" else " " for sign in message]
    for span in evidence_spans(message):
        own[span.start : span.end] = message[span.start : span.end]
    return "".join(own)

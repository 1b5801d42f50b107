"""Whether a text that a model wrote may stand for the text it was made of. It is looked at by rule and never trusted.

What is refused: nothing at all, another language, a figure or date that the source has not, and words that give orders
to whoever reads them. Whether it is well put is not looked at. Source: design, section 7.
"""

import re
from typing import Final

from archivist.roles.prompts import language_of
from archivist.text.instructions import find_instructions
from archivist.text.terms import Kind, is_identifier, terms

_COUNTED: Final = {Kind.NUMBER, Kind.DATE, Kind.VERSION}
_SPELLED: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|dozen|hundred|thousand|million|billion)s?\b",
    re.IGNORECASE,
)


def fault(said: str, source: str, *, spoken: str = "") -> str:
    """Why `said` may not stand for `source`; "" where nothing speaks against it.

    Args:
        spoken: in whose language it has to be, where that is not the source's.
    """
    if not said.strip():
        return "it says nothing"
    if language_of(said) != language_of(spoken or source):
        return "it is in another language"
    if figures(said) - figures(source):
        return "it holds a figure that the text has not"
    if find_instructions(said):
        return "it reads like an instruction"
    return ""


def figures(text: str) -> set[str]:
    """Numbers with units, dates, versions and keys with a digit, each in one form: 35ms and 35 毫秒 are one."""
    found = {
        term.form
        for term in terms(text)
        if term.kind in _COUNTED or (is_identifier(term) and any(map(str.isdigit, term.form)))
    }
    return found | {word.lower().removesuffix("s") for word in _SPELLED.findall(text)}

"""Ids and names as data: cleaned once at the boundary, then compared as whole values and never matched by pattern.

Slashes, dots, `%` and `*` are ordinary characters, since no id is ever a path or a pattern. What is refused is what
two readers could not tell apart: control characters, invisible characters, unpaired surrogates, blank names.
Names are brought to NFC so that a name typed on one system is found on another; look-alikes of other scripts stay
different, because folding those would join different users.
"""

import unicodedata
from typing import Final

from archivist.errors import Invalid

MAX_ID_CHARACTERS: Final = 200
ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u to misread
_UNREADABLE = {"Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn"}


def clean_id(field: str, value: str) -> str:
    """Return `value` in NFC without outer blanks.

    Raises:
        Invalid: empty, longer than 200 characters, `.` or `..`, or holding an unreadable character.
    """
    if not isinstance(value, str):
        raise Invalid(field, f"must be text, not {type(value).__name__}")
    text = unicodedata.normalize("NFC", value.strip())
    if not text or text in {".", ".."}:
        raise Invalid(field, "must not be empty" if not text else f"{text!r} is not a name")
    if len(text) > MAX_ID_CHARACTERS:
        raise Invalid(field, f"is {len(text)} characters long; at most {MAX_ID_CHARACTERS}")
    for character in text:
        if unicodedata.category(character) in _UNREADABLE:
            raise Invalid(field, f"holds the unreadable character U+{ord(character):04X}")
    return text


def spell_id(bits: int, length: int) -> str:
    """The `length` lowest base-32 digits of `bits`, as a person can type them."""
    return "".join(ALPHABET[(bits >> (5 * place)) & 31] for place in range(length))

"""Reads the bytes of a text file: UTF-8 first, then what Chinese and Windows programs write, never a guess at rubbish.

UTF-8 with or without a byte order mark, UTF-16 and UTF-32 with one, and GB18030 (with GBK and GB2312 in it) are read;
the last is told by its shape. Refused with `Invalid`: a NUL, UTF-8 that is damaged, and everything else. A byte order
mark is not part of the text.
"""

import codecs
from typing import NamedTuple

from archivist.errors import Invalid

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 200_000
"""Characters looked at to tell what an encoding is."""

_COMMON_SHARE = 0.6
"""Share of characters beyond ASCII that are everyday Chinese (GB2312 level 1, or its punctuation) in real GB18030 text.

Chinese pages of five projects: 0.93 to 0.99; Latin-1, Big5 and Shift-JIS read as GB18030: below 0.45 (2026-11-29).
"""


class Decoded(NamedTuple):
    """The text of a file, and what had to be done to read it."""

    text: str
    encoding: str
    notices: tuple[str, ...]


def decode(data: bytes, field: str = "file") -> Decoded:
    """The text that `data` holds; raises `Invalid`, naming `field`, where it holds none."""
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        if mark or b"\0" in data or _is_damaged_utf8(data, error):
            raise Invalid(field, _damage(data, encoding, error), hint="save it again as UTF-8") from None
        text = _read_gb18030(data, field)
        return Decoded(text, "gb18030", ("converted from GB18030 to UTF-8",))
    if "\0" in text:
        raise Invalid(field, f"holds a NUL at character {text.index(chr(0))}: this is no text", hint="convert it first")
    notices = () if encoding == "utf-8" else (f"converted from {encoding.upper()} to UTF-8",)
    return Decoded(text, encoding, notices)


def _is_damaged_utf8(data: bytes, error: UnicodeDecodeError) -> bool:
    """Whether most of what is beyond ASCII reads as UTF-8, so that some bytes were lost or cut."""
    sample = data[max(0, error.start - _SAMPLE) : error.start + _SAMPLE].decode("utf-8", "replace")
    wrong = sample.count("\ufffd")
    right = sum(char > "\x7f" for char in sample) - wrong
    return right > 3 * wrong


def _damage(data: bytes, encoding: str, error: UnicodeDecodeError) -> str:
    if b"\0" in data and encoding == "utf-8":
        return f"holds a NUL at byte {data.index(0)}: this is no text"
    return f"is not whole {encoding.upper()}: byte {error.start} of {len(data)} cannot be read"


def _read_gb18030(data: bytes, field: str) -> str:
    refusal = Invalid(field, "is neither UTF-8 nor GB18030 text", hint="convert it to UTF-8, or import it by its type")
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        raise refusal from None
    foreign = [char for char in text[:_SAMPLE] if char > "\x7f"]
    common = sum(_is_everyday(char) for char in foreign)
    if common < _COMMON_SHARE * len(foreign) or "\0" in text:
        raise refusal
    return text


def _is_everyday(char: str) -> bool:
    """Whether GB2312 has it among its 3,755 frequent characters (rows B0 to D7) or its marks (rows A1 and A3)."""
    try:
        code = char.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return code[0] in (0xA1, 0xA3) or 0xB0 <= code[0] <= 0xD7

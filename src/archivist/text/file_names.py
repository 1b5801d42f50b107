"""A file name for any name: safe on Linux, macOS and Windows, and never the same for two names.

Small letters, digits, `-`, `_`, inner dots and blanks, and letters without case (中文, かな) stand for themselves.
Everything else is percent-encoded as in a URL, so nothing is dropped: capitals (two names that differ in case only
would be one file on macOS and Windows), combining marks (so would their composed twin), separators, controls, and the
first letter of a name that Windows keeps for a device. `urllib.parse.unquote` gives the name back, except for a long
one: it is cut and ends in `%%` and a fingerprint.
"""

import hashlib
import re
import unicodedata

MAX_BYTES = 180
"""Of the stem; leaves room for a suffix and a temporary one within the 255 bytes or units that file systems allow."""

_SAFE_ASCII = set("abcdefghijklmnopqrstuvwxyz0123456789-_. ")
_AT_THE_EDGE = re.compile(r"^[. ]+|[. ]+$")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9]|conin\$|conout\$) *(?=\.|$)")
_JAMO = range(0x1100, 0x1200)


def file_name(name: str, suffix: str = "") -> str:
    """The file name of a record called `name`, with `suffix` (such as `.md`) at its end.

    Different names have different file names, also where a disk ignores case or Unicode composition.
    """
    stem = "".join(character if _stands_for_itself(character) else _encode(character) for character in name)
    stem = _AT_THE_EDGE.sub(lambda edge: "".join(map(_encode, edge[0])), stem)
    if _DEVICE.match(stem):
        stem = _encode(stem[0]) + stem[1:]
    return (_cut(stem, name) or "%") + suffix


def _stands_for_itself(character: str) -> bool:
    if character.isascii():
        return character in _SAFE_ASCII
    return (
        character.isalnum()
        and character.casefold() == character == unicodedata.normalize("NFKC", character)
        and character.upper().lower() == character
        and ord(character) not in _JAMO
        and not unicodedata.category(character).startswith("M")
    )


def _encode(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))


def _cut(stem: str, name: str) -> str:
    if len(stem.encode()) <= MAX_BYTES:
        return stem
    fingerprint = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    head = stem.encode()[: MAX_BYTES - len(fingerprint) - 2].decode("utf-8", "ignore")
    return f"{head}%%{fingerprint}"

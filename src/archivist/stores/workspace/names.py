"""Names of files under a root: which are allowed, and when two are one.

A name comes from a model and thus from any document it read. It is refused before any file is touched when it could
leave the root, in whatever disguise (`..`, absolute, backslash, full-width spelling), or when some disk cannot hold it
(control characters, reserved names, a part of more than 240 bytes). Percent signs mean nothing here: no one decodes
them, and `text.file_names` makes its safe names of them.
Source: field case IS-03; requirement W1.
"""

import re
import unicodedata

from archivist.errors import Invalid

MAX_PART_BYTES = 240
"""Disks hold 255; some room is left for the suffix of a backup or a temporary file."""
MAX_NAME_BYTES = 1000

_RESERVED = re.compile(r"^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$", re.IGNORECASE)
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,60}(?:\.[A-Za-z0-9_-]{1,20})?")
"""The usual name, such as 11391733.mdc: nothing more to look at. Halves a scan of 20,000 files."""
_INVISIBLE = {"Cc", "Cf", "Zl", "Zp", "Cs"}
"""Unicode categories of characters that hide or reorder what a person reads."""


def safe_name(name: str) -> str:
    """`name` with composed letters (NFC): a relative path with `/` that stays under its root on every disk.

    Raises: Invalid, saying what is wrong and not where a root lies.
    """
    if _PLAIN.fullmatch(name) and not _RESERVED.match(name):
        return name
    if problem := _problem_of(name):
        raise Invalid("name", problem)
    return unicodedata.normalize("NFC", name)


def same_name(name: str) -> str:
    """The form in which two names are one on a disk that folds case and composition."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _problem_of(name: str) -> str:
    if not name or name != name.strip():
        return "is empty or begins or ends with a space"
    if any(unicodedata.category(letter) in _INVISIBLE for letter in name):
        return "holds control or invisible characters"
    if len(name.encode("utf-8", "surrogatepass")) > MAX_NAME_BYTES:
        return f"is longer than {MAX_NAME_BYTES} bytes"
    if _FORBIDDEN.search(name):
        return "holds a character that a disk or a path gives a meaning to"
    parts = name.split("/")
    disguised = unicodedata.normalize("NFKC", name).split("/")
    if len(disguised) != len(parts) or any(part.strip() in ("", ".", "..") for part in (*parts, *disguised)):
        return "leaves its folder"
    if name.startswith("~"):
        return "begins with a tilde"
    for part in parts:
        if _RESERVED.match(part) or part.endswith((".", " ")):
            return "is reserved by some systems"
        if len(part.encode()) > MAX_PART_BYTES:
            return f"has a part longer than {MAX_PART_BYTES} bytes"
    return ""

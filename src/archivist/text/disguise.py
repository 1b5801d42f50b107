"""The other ways the same characters can be written, each undone with a map back to the text as given.

A key survives full-width letters, zero-width characters, percent encoding, HTML entities, JSON escapes, terminal
colours and base64; a scanner that looks only at the letters as they stand misses it. Every form here is read by the
scanners as well as the plain text. Nothing is stored in these forms: a finding is carried back to the characters the
writer typed.
"""

import base64
import binascii
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from archivist.text.hints import compiled

Span = tuple[int, int]

# Formatting characters that show nothing: soft hyphen, joiners, zero width, bidi controls, fillers, variation
# selectors, tag characters.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
_invisible = f"[{INVISIBLE}]"
_percent = r"(?:%[0-9A-Fa-f]{2})+"
_entity = r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});"
_colour = r"\x1b\[[0-9;]*m"
_escape = r"""\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[nrt"'/])"""
_base64 = r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}+(?:\s{1,8}[A-Za-z0-9+/_-]{20,}+)*+={0,2}"
_entities = {
    "amp": "&", "quot": '"', "apos": "'", "lt": "<", "gt": ">", "nbsp": " ", "colon": ":", "equals": "=", "sol": "/",
    "lowbar": "_", "hyphen": "-", "dash": "-", "period": ".", "plus": "+", "commat": "@", "num": "#", "dollar": "$",
    "percnt": "%", "ast": "*", "excl": "!", "quest": "?", "semi": ";", "comma": ",", "NewLine": "\n", "Tab": "\t",
}  # fmt: skip
_escapes = {"n": "\n", "r": "\r", "t": "\t"}
LONGEST_BASE64 = 64 * 1024  # characters decoded of one run; a key is far shorter, an image is longer


@dataclass(frozen=True, slots=True)
class Form:
    """Another reading of a text; `spans()[i]` is the stretch of the given text its character `i` was read from."""

    text: str
    spans: Callable[[], list[Span]] | None = None  # worked out when asked; None: every character in its own place
    whole: Span | None = None  # a finding anywhere in the form covers this stretch (an encoded run)

    def place(self, start: int, end: int) -> Span:
        """The stretch of the given text that `self.text[start:end]`, not empty, was read from."""
        if self.whole is not None:
            return self.whole
        if self.spans is None:
            return start, end
        spans = self.spans()
        return spans[start][0], spans[end - 1][1]


class _Folds(dict[int, str]):
    """Each character's folded form, worked out once: compatibility forms made plain, invisible ones gone."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = "" if compiled(_invisible).match(character) else unicodedata.normalize("NFKC", character)
        self[code] = folded
        return folded


_folds = _Folds()


@lru_cache(8)  # one text is read for secrets, for personal numbers and for orders, one after the other
def fold_disguise(text: str) -> Form:
    """The text with width and compatibility forms made plain (NFKC, by character) and invisible characters gone."""
    if text.isascii():
        return Form(text)
    folded = text.translate(_folds)
    if folded == text:
        return Form(text)
    return Form(folded, cache(partial(_spans_of_folds, text)))


def _spans_of_folds(text: str) -> list[Span]:
    return [(at, at + 1) for at, character in enumerate(text) for _ in _folds[ord(character)]]


def other_forms(text: str) -> Iterator[Form]:
    """Each reading of the text in which an encoding is undone; none when nothing is encoded."""
    if "%" in text and compiled(_percent).search(text):
        yield _undo(text, _percent, _from_percent)
    if "&" in text and compiled(_entity).search(text):
        yield _undo(text, _entity, _from_entity)
    if "\\" in text and compiled(_escape).search(text):
        yield _undo(text, _escape, _from_escape)
    if "\x1b" in text:
        yield _undo(text, _colour, lambda _: "")
    yield from _decoded_runs(text)


def _undo(text: str, pattern: str, decode: Callable[[str], str]) -> Form:
    """The lines in which something is encoded, with it decoded; other lines were read already."""
    lines = _lines_with(pattern, text)
    plain = "\n".join(
        compiled(pattern).sub(lambda match: decode(match.group()), text[start:end]) for start, end in lines
    )
    return Form(plain, cache(partial(_spans_of_lines, text, lines, pattern, decode)))


def _lines_with(pattern: str, text: str) -> list[Span]:
    lines: list[Span] = []
    match = compiled(pattern).search(text)
    while match:
        end = text.find("\n", match.end())
        end = len(text) if end < 0 else end
        lines.append((text.rfind("\n", 0, match.start()) + 1, end))
        match = compiled(pattern).search(text, end)
    return lines


def _spans_of_lines(text: str, lines: list[Span], pattern: str, decode: Callable[[str], str]) -> list[Span]:
    spans: list[Span] = []
    for start, end in lines:
        position = start
        for match in compiled(pattern).finditer(text[start:end]):
            spans += ((at, at + 1) for at in range(position, start + match.start()))
            position = start + match.end()
            spans += [(start + match.start(), position)] * len(decode(match.group()))
        spans += ((at, at + 1) for at in range(position, end))
        spans.append((end, end + 1))
    return spans


def _from_percent(run: str) -> str:
    return bytes.fromhex(run.replace("%", "")).decode("utf-8", "replace")


def _from_entity(entity: str) -> str:
    name = entity[1:-1]
    if not name.startswith("#"):
        return _entities.get(name, entity)
    code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(code) if code <= 0x10FFFF else entity


def _from_escape(run: str) -> str:
    match run[1]:
        case "u" | "x":
            return chr(int(run[2:], 16))
        case letter:
            return _escapes.get(letter, letter)


def _decoded_runs(text: str) -> Iterator[Form]:
    """Base64 runs that decode to readable ASCII; a finding inside one covers the whole run."""
    for match in compiled(_base64).finditer(text):
        plain = _from_base64(match.group()[:LONGEST_BASE64])
        if plain is not None:
            yield Form(plain, whole=match.span())


def _from_base64(run: str) -> str | None:
    letters = "".join(run.split()).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        head = base64.b64decode(letters[:20])
        if not _is_readable(head):
            return None
        data = base64.b64decode(letters[: len(letters) - len(letters) % 4] + _last_group(letters))
    except binascii.Error:
        return None
    return data.decode("ascii") if _is_readable(data) else None


def _last_group(letters: str) -> str:
    rest = len(letters) % 4
    return letters[-rest:] + "=" * (4 - rest) if rest > 1 else ""


def _is_readable(data: bytes) -> bool:
    return (
        data.isascii() and data.decode("ascii").replace("\n", " ").replace("\r", " ").replace("\t", " ").isprintable()
    )

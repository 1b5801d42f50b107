"""Gate 2. Fields, sizes, names and numbers are well formed. Nothing is cut to fit: what is too large is refused."""

import math
from dataclasses import replace

from archivist.errors import Invalid
from archivist.records.candidate import Candidate
from archivist.records.identifiers import clean_id
from archivist.records.verdict import Pass, Reject, Verdict
from archivist.settings import MemorySettings
from archivist.text.patterns import pattern
from archivist.write.gate import Draft
from archivist.write.view import View

MAX_DESCRIPTION_CHARACTERS = 500
MAX_TAGS = 32
MAX_TAG_CHARACTERS = 64
_NOT_TEXT = pattern(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # controls but for tab and line end; surrogates


class Shape:
    """Names are cleaned here, so that every later gate and every table sees one spelling."""

    name = "shape"

    def check(self, draft: Draft, view: View) -> Verdict:
        try:
            return Pass(_shaped(draft.candidate, view.settings))
        except Invalid as exc:
            return Reject("invalid", exc.message + (f" ({exc.hint})" if exc.hint else ""))


def _shaped(candidate: Candidate, limits: MemorySettings) -> Candidate:
    text = _text("text", candidate.text).strip("\n")
    if not text or text.isspace():
        raise Invalid("text", "must say something")
    _size("text", text, limits.max_text_bytes, "keep long texts as documents: archivist knowledge add FILE")
    if candidate.value is not None:
        _size("value", candidate.value, limits.agent.max_value_bytes, "keep it as a file and put a reference to it")
    description = _text("description", candidate.description).strip()
    if len(description) > MAX_DESCRIPTION_CHARACTERS:
        raise Invalid("description", f"is {len(description)} characters long; at most {MAX_DESCRIPTION_CHARACTERS}")
    for field in ("importance", "confidence", "salience"):
        number = getattr(candidate, field)
        if not (isinstance(number, int | float) and math.isfinite(number) and 0.0 <= number <= 1.0):
            raise Invalid(field, f"must be a number from 0 to 1, got {number!r}")
    name = clean_id("name", candidate.name) if candidate.name is not None else None
    topic = clean_id("topic", candidate.topic) if candidate.topic else ""
    tags = _tags(candidate.tags)
    given = (candidate.text, candidate.description, candidate.name, candidate.topic, candidate.tags)
    if (text, description, name, topic, tags) == given:
        return candidate
    return replace(candidate, text=text, description=description, name=name, topic=topic, tags=tags)


def _text(field: str, text: str) -> str:
    """`text` as it was written; only line ends are brought to one form.

    Raises:
        Invalid: it holds a control character or half of a surrogate pair, and says where.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.isprintable():
        return text
    if found := _NOT_TEXT.search(text):
        raise Invalid(field, f"holds U+{ord(found[0]):04X} at character {found.start() + 1}, which is not text")
    return text


def _size(field: str, text: str, max_bytes: int, hint: str) -> None:
    size = len(text.encode())
    if size > max_bytes:
        raise Invalid(field, f"is {size:,} bytes long; at most {max_bytes:,}", hint=hint)


def _tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    if len(tags) > MAX_TAGS:
        raise Invalid("tags", f"are {len(tags)}; at most {MAX_TAGS}")
    cleaned = tuple(dict.fromkeys(clean_id("tag", tag) for tag in tags))
    for tag in cleaned:
        if len(tag) > MAX_TAG_CHARACTERS:
            raise Invalid("tag", f"is {len(tag)} characters long; at most {MAX_TAG_CHARACTERS}")
    return cleaned

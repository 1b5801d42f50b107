"""Cuts a text at its headings into sections: the shape that every importer answers with.

The cuts touch nothing: the texts of all sections joined are the text. Lines are those of the file as it is stored,
ended by LF, CRLF or CR.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from archivist.records.document import ParsedDocument, Section, keep_anchors
from archivist.text import anchors
from archivist.text.encodings import Decoded
from archivist.text.frontmatter import Fields
from archivist.text.headings import Heading
from archivist.text.titles import Title, defined_labels, read_title
from archivist.text.tokens import count_tokens

_LONE_CR = re.compile(r"\r(?!\n)")


def build(
    decoded: Decoded, headings: Sequence[Heading], fields: Fields, uri: str, previous: ParsedDocument | None
) -> ParsedDocument:
    """The document whose sections begin at `headings`.

    Args:
        previous: the version before, whose anchors are kept.
    """
    text = decoded.text
    titles = _read_titles(text, headings)
    sections = _cut(text, headings, titles)
    front_matter = {key: _as_text(value) for key, value in fields.items()}
    title = front_matter.get("title", "").strip() or _first_title(sections) or name_of(uri)
    document = ParsedDocument(title, front_matter, text, tuple(sections), decoded.encoding, decoded.notices)
    identifiers = [title.identifier for title in titles]
    return replace(document, sections=_named(document, identifiers, previous))


def find_section(sections: Sequence[Section], anchor: str) -> Section | None:
    """The section that `anchor` names, also percent-encoded, with a `#`, in other case, or as its title."""
    by_anchor = {section.anchor: section for section in sections}
    return next((by_anchor[name] for name in anchors.spellings(anchor) if name in by_anchor), None)


def name_of(uri: str) -> str:
    """What a person would call the file at `uri`, without folder and suffix."""
    path = unquote(urlsplit(uri).path) if "://" in uri else uri
    return PurePosixPath(path.replace("\\", "/")).stem or uri


def _read_titles(text: str, headings: Sequence[Heading]) -> list[Title]:
    needs_labels = any("[" in heading.source for heading in headings)
    labels = defined_labels(text) if needs_labels else frozenset()
    return [read_title(heading.source, labels) for heading in headings]


def _cut(text: str, headings: Sequence[Heading], titles: Sequence[Title]) -> list[Section]:
    """The sections, still without anchors."""
    if not text:
        return []
    starts = [heading.start for heading in headings]
    levels = [heading.level for heading in headings]
    names = [title.text for title in titles]
    if not starts or starts[0] > 0:
        starts, levels, names = [0, *starts], [0, *levels], ["", *names]
    sections, ancestors, line = [], list[tuple[int, str]](), 1
    has_lone_cr = bool(_LONE_CR.search(text)) if "\r" in text else False
    for start, end, level, name in zip(starts, [*starts[1:], len(text)], levels, names, strict=True):
        body = text[start:end]
        breaks = body.count("\n") + (len(_LONE_CR.findall(body)) if has_lone_cr else 0)
        while ancestors and ancestors[-1][0] >= level:
            ancestors.pop()
        if level:
            ancestors.append((level, name))
        path = tuple(title for _, title in ancestors)
        line_end = line + breaks - (1 if body.endswith(("\n", "\r")) else 0)
        sections.append(Section("", level, name, path, line, line_end, start, end, count_tokens(body)))
        line += breaks
    return sections


def _named(
    document: ParsedDocument, identifiers: Sequence[str], previous: ParsedDocument | None
) -> tuple[Section, ...]:
    sections = document.sections
    kept = keep_anchors(document, previous) if previous else ("",) * len(sections)
    authored = ["", *identifiers] if len(sections) > len(identifiers) else list(identifiers)
    fresh = [place for place, anchor in enumerate(kept) if not anchor and sections[place].level]
    allotted = anchors.allot(
        [_base_name(document, sections[place]) for place in fresh],
        [authored[place] for place in fresh],
        [anchor for anchor in kept if anchor],
    )
    names = dict(enumerate(kept)) | dict(zip(fresh, allotted, strict=True))
    return tuple(replace(section, anchor=names[place] or anchors.PREAMBLE) for place, section in enumerate(sections))


def _base_name(document: ParsedDocument, section: Section) -> str:
    name = anchors.slug(section.title)
    if name:
        return name
    return "section-" + anchors.short_hash(section.title or document.text_of(section))


def _first_title(sections: Sequence[Section]) -> str:
    titled = [section for section in sections if section.title]
    return next((section.title for section in titled if section.level == 1), titled[0].title if titled else "")


def _as_text(value: object) -> str:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping | Sequence):
        return json.dumps(value, ensure_ascii=False)
    return ""

"""Says in a few lines what a document holds: what its author said, else its leading sentences, and its headings.

By rule and without a model, so it never fails; a model may fill the same role. Source: requirement K2; design, part 7.
"""

import re
from collections.abc import Callable

from archivist.records.document import ParsedDocument

Summarizer = Callable[[ParsedDocument], str]

MAX_CHARACTERS = 400
LEADING = 240
AUTHORED = ("summary", "description", "abstract", "摘要", "简介")

_SENTENCE_END = re.compile(r"(?<=[。！？!?])|(?<=[.])(?=\s)")
_NOT_PROSE = re.compile(r"[ \t]*(?:#|```|~~~|\||<|>|[-*+][ \t]|\d+[.)][ \t]|:::|!\[|import |export |-{3,}|={3,})")
_MARKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[`*_]{1,3}|\{\s*[#.][^}]*\}|<[^>\n]*>")


def summarize_by_rule(document: ParsedDocument) -> str:
    """At most `MAX_CHARACTERS` of it; "" for a document without words."""
    authored = next((document.front_matter[key] for key in AUTHORED if document.front_matter.get(key)), "")
    lead = _cut(" ".join(authored.split()), LEADING) or _leading_sentences(document)
    titles = [section.title for section in document.outline if section.title and section.title != document.title]
    return _with_titles(lead, titles)


def _leading_sentences(document: ParsedDocument) -> str:
    """The first paragraph of prose, by whole sentences."""
    for section in document.sections:
        body = document.text_of(section)
        if not section.level and document.front_matter and body.lstrip().startswith("---"):
            body = body.lstrip()[3:].partition("\n---")[2].partition("\n")[2]
        for paragraph in re.split(r"\n\s*\n", body):
            lines = [line for line in paragraph.splitlines() if line.strip() and not _NOT_PROSE.match(line)]
            prose = " ".join(" ".join(_MARKS.sub(r"\1", " ".join(lines)).split()).split())
            if len(prose) > 1:
                return _cut(prose, LEADING)
    return ""


def _cut(text: str, limit: int) -> str:
    """The first sentences within the limit, at least a part of one."""
    kept = ""
    for sentence in _SENTENCE_END.split(text):
        if len(kept) + len(sentence) > limit:
            break
        kept += sentence
    return kept.strip() or (text if len(text) <= limit else text[: limit - 1].rstrip() + "…")


def _with_titles(lead: str, titles: list[str]) -> str:
    parts = [lead] if lead else []
    room = MAX_CHARACTERS - len(lead) - 3
    shown: list[str] = []
    for title in titles:
        if sum(map(len, shown)) + 2 * len(shown) + len(title) > room:
            break
        shown.append(title)
    if shown:
        parts.append("; ".join(shown))
    return " | ".join(parts)

"""Turns the source of a heading into its title: what a reader of the rendered page sees.

Marks of emphasis, code and links go, escapes and entities are resolved, raw HTML is left out: `## Price \\#` is titled
"Price #", `# [Setup](x.md)` is titled "Setup". An identifier that the author gave (`## Setup { #setup }`, as in Pandoc,
MkDocs and Docusaurus) is no part of the title.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

MAX_TITLE = 1_000
"""Characters; a longer heading is cut here (its section keeps the whole line), which bounds the inline parse too."""

_IDENTIFIER = re.compile(r"\{:?[ \t]*#([^\s{}#]+)[^{}]*\}$")
_MARKED = re.compile(r"[\\`*_\[<&!~]")
_LITERAL = re.compile(r"(?:[^\x00\\`*_\[<&!~]|(?<=[^\W_])_(?=[^\W_])|`[^\x00`\s](?:[^\x00`\n]*[^\x00`\s])?`(?!`))*+")
"""Text whose only marks are code in single backticks, and underscores within words: no parser is needed to read it."""
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_DEFINITION = re.compile(r"^ {0,3}\[((?:[^\[\]\\]|\\.){1,999})\]:[ \t]*\S", re.MULTILINE)


class Title(NamedTuple):
    """What a heading says, and the identifier its author gave to it ("" where none)."""

    text: str
    identifier: str


def read_title(source: str, definitions: frozenset[str] = frozenset()) -> Title:
    """The title of a heading whose inline Markdown is `source`.

    Args:
        definitions: labels of link definitions in the document, as `defined_labels` gives them.
    """
    source = source[:MAX_TITLE]
    found = _IDENTIFIER.search(source) if source.endswith("}") else None
    if found:
        source = source[: found.start()].rstrip()
    text = _plain(source, definitions) if _MARKED.search(source) else source
    return Title(" ".join(_UNSEEN.sub("", text).split()), found[1] if found else "")


def defined_labels(text: str) -> frozenset[str]:
    """The labels for which `text` holds a link definition; a heading `# [1.2]` is a link only where one exists."""
    return frozenset(_normal_label(label) for label in _DEFINITION.findall(text))


def _plain(source: str, definitions: frozenset[str]) -> str:
    if _LITERAL.fullmatch(source):
        return source.replace("`", "")
    references = {label: {"title": "", "href": "#"} for label in definitions}
    inline = _inline_parser().parseInline(source, {"references": references})[0]
    return "".join(_seen(token.type, token.content) for token in inline.children or ())


def _seen(kind: str, content: str) -> str:
    match kind:
        case "text" | "text_special" | "code_inline" | "image":
            return content
        case "softbreak" | "hardbreak":
            return " "
        case _:
            return ""


def _normal_label(label: str) -> str:
    from markdown_it.common.utils import normalizeReference

    return str(normalizeReference(label))


@cache
def _inline_parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")

"""Finds the headings that divide a Markdown document, exactly as CommonMark with GFM tables reads it.

Only headings at the top level divide a document: one inside a quote, a list item, a fence, indented code or an HTML
block is part of somebody's text. A whole parser answers this at 1.7 MB/s, so the scanner here walks the top level only
and steps over what containers hold. Where the answer hangs on what is open inside a container (a line that may be a
lazy continuation, a table or a link definition above an underline), that stretch alone is given to markdown-it-py.
`tests/text/test_headings.py` holds the two equal on every example of both specifications and on generated text. They
differ, knowingly, in one place: right under a link definition markdown-it lets a line open a block that could not
interrupt a paragraph (`[a]: /u`, then `2. b`); we read on, as the specification and its reference programs do.

Source: CommonMark 0.31.2, sections 4 and 5; HTML block conditions as in markdown-it-py 4 (`rules_block/html_block.py`).
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_STRETCH = 300_000
"""Characters given to the whole parser at once, which bounds its memory; real stretches have a few hundred."""

MAX_ASKED = 3_000_000
"""Characters of one document given to the whole parser, which reads hostile ones at 0.2 MB/s. Beyond it doubtful lines
count as text up to the next heading, fence or paragraph at the margin. Of 620 real files, 0.3 % are asked about."""

_BLOCK_TAGS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link "
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead "
    "title tr track ul"
).replace(" ", "|")

_ATTRIBUTE = r"""(?:\s+[a-zA-Z_:][\w:.-]*(?:\s*=\s*(?:[^"'=<>`\x00-\x20]+|'[^']*'|"[^"]*"))?)"""

_TOP = rf"""
  (?P<blank>[ \t]*+$)
| (?P<code>[ ]{{4}}|[ ]{{0,3}}\t)
| [ ]{{0,3}}+(?:
    (?P<atx>\#{{1,6}}+)(?=[ \t]|$)
  | (?P<fence>`{{3,}}+(?=[^`]*+$)|~{{3,}}+)
  | (?P<rule>(?:(?:\*[ \t]*+){{3,}}+|(?:-[ \t]*+){{3,}}+|(?:_[ \t]*+){{3,}}+)$)
  | (?P<quote>>)
  | LIST
  | (?P<verbatim><(?:(?:script|pre|style|textarea)(?=\s|>|$)|!--|\?|!\[CDATA\[|![A-Za-z]))
  | (?P<html></?(?:{_BLOCK_TAGS})(?=\s|/?>|$))
"""
_LONE_TAG = rf"  | (?P<tag>(?:<[A-Za-z][A-Za-z0-9-]*+{_ATTRIBUTE}*+\s*+/?>|</[A-Za-z][A-Za-z0-9-]*+\s*+>)[ \t]*+$)"
_FLAGS = re.VERBOSE | re.IGNORECASE | re.ASCII

_OPENING = re.compile(_TOP.replace("LIST", r"(?P<list>(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))") + _LONE_TAG + ")", _FLAGS)
"""What a line opens where no paragraph is open."""

_INTERRUPTING = re.compile(
    _TOP.replace("| [ ]{0,3}+(?:", r"| [ ]{0,3}+(?: (?P<setext>(?:=++|-++)[ \t]*+$) |", 1).replace(
        "LIST", r"(?P<list>(?:[-+*]|(?=\d{1,9}[.)])0*+1[.)])(?=[ \t]++[^ \t]))"
    )
    + ")",
    _FLAGS,
)
"""What a line does to the open paragraph; no match, or `code`, is more of its text."""

_VERBATIM_ENDS = (
    ("<!--", re.compile("-->")),
    ("<?", re.compile(r"\?>")),
    ("<![cdata[", re.compile(r"\]\]>")),
    ("<!", re.compile(">")),
    ("<", re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)),
)
_MARKER = re.compile(r"( {0,3})([-+*]|\d{1,9}[.)])([ \t]*)")
_SPACE = re.compile(r"[ \t]*")
_BLANK_LINE = re.compile(r"^[ \t]*+(?:\n|\Z)", re.MULTILINE)
_SAFE_POINT = re.compile(r"\n[ \t]*+\n(?=[^ \t\n])")
_MAYBE_LAZY = (None, "code", "tag")
"""Kinds of lines that continue a paragraph inside a container, where one is open, though the container's mark lacks."""

_LIKELY_POINT = re.compile(r"\n(?=#{1,6}[ \t]|`{3}|~{3})|\n[ \t]*+\n(?=[^ \t\n])")
_SPECIAL = frozenset(" \t\n#>-+*=<`~_0123456789")


class Heading(NamedTuple):
    """A heading at the top level."""

    level: int
    source: str
    """Its text as written, marks included, without the marks of the heading itself."""
    start: int
    """Offset of the first character of its first line."""


def find_headings(text: str, start: int = 0) -> list[Heading]:
    """The headings of `text` from offset `start` (the beginning of a line, no block open), in order."""
    return _Scanner(_with_line_feeds(text), start).scan()


def find_nested_headings(text: str, start: int = 0) -> list[Heading]:
    """The headings inside quotes and list items, which divide nothing; takes the whole parser and its time."""
    flat = _with_line_feeds(text)[start:]
    starts = [start, *(start + line.end() for line in re.finditer("\n", flat))]
    return [
        Heading(int(token.tag[1:]), _one_line(inline.content), starts[token.map[0]])
        for token, inline in pairwise(_parse(flat))
        if token.type == "heading_open" and token.level > 0 and token.map
    ]


def _with_line_feeds(text: str) -> str:
    """The text with LF for every line break, of the same length, so that offsets stay what they are."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


class _Line(NamedTuple):
    """One line, and what it opens (`kind` is a group of `_OPENING`, None for plain text)."""

    end: int
    """Offset of its line break, or of the end of the text."""
    kind: str | None
    mark: re.Match[str] | None

    @property
    def opening(self) -> re.Match[str]:
        assert self.mark is not None, "plain text opens nothing"
        return self.mark


class _Item(NamedTuple):
    """A list item, by its first line."""

    width: int
    """The column from which lines belong to it."""
    is_empty: bool
    inside: str
    """What its first line leaves open, see `look_inside`."""


class _Scanner:
    """Walks the blocks of one document; between steps `pos` is the beginning of a line at which no block is open."""

    def __init__(self, text: str, pos: int) -> None:
        self.text, self.pos, self.size = text, pos, len(text)
        self.headings: list[Heading] = []
        self.asked = 0

    def scan(self) -> list[Heading]:
        while self.pos < self.size:
            self.step()
        return self.headings

    def step(self) -> None:
        """Walk one block."""
        line = self.read_line(self.pos)
        match line.kind:
            case None:
                self.walk_paragraph(self.pos, line.end + 1)
            case "atx":
                self.take_atx(line)
            case "fence":
                self.skip_fence(line)
            case "quote":
                self.skip_quote(line)
            case "list":
                self.skip_list(line)
            case "verbatim":
                self.skip_verbatim(line)
            case "html" | "tag":
                blank = _BLANK_LINE.search(self.text, line.end + 1)
                self.pos = blank.end() if blank else self.size
            case _:
                self.pos = line.end + 1

    def read_line(self, pos: int, pattern: re.Pattern[str] = _OPENING) -> _Line:
        end = self.line_end(pos)
        mark = pattern.match(self.text, pos, end)
        return _Line(end, mark.lastgroup if mark else None, mark)

    def line_end(self, pos: int) -> int:
        found = self.text.find("\n", pos)
        return self.size if found < 0 else found

    def take_atx(self, line: _Line) -> None:
        run = line.opening["atx"]
        source = self.text[line.opening.end() : line.end].strip()
        self.headings.append(Heading(len(run), _open_end(source), self.pos))
        self.pos = line.end + 1

    def walk_paragraph(self, start: int, pos: int, lazy: bool = False) -> None:
        """Walk a paragraph that began at `start`, from its line at `pos` to its end.

        With `lazy` a quote began at `start`, and the lines from `pos` may or may not continue its paragraph.
        """
        while pos < self.size:
            if self.text[pos] not in _SPECIAL:
                pos = self.line_end(pos) + 1
                continue
            line = self.read_line(pos, _INTERRUPTING)
            if line.kind == "setext":
                self.take_setext(start, pos, line, lazy)
                return
            if line.kind not in (None, "code"):
                break
            # Where no paragraph is open, after a quote or a table, these begin a block of their own.
            is_doubtful = lazy or self.text.find("|", start, pos) >= 0
            if is_doubtful and self.read_line(pos).kind in ("list", "tag"):
                self.ask_parser(start)
                return
            pos = line.end + 1
        self.pos = min(pos, self.size)

    def take_setext(self, start: int, pos: int, line: _Line, lazy: bool) -> None:
        """Take the paragraph from `start` to `pos`, underlined by `line`, as a heading if that is what it is."""
        above = self.text[start:pos].strip()
        if lazy or above.startswith("[") or "|" in above:
            self.ask_parser(start)
            return
        level = 1 if line.opening["setext"].startswith("=") else 2
        self.headings.append(Heading(level, _one_line(above), start))
        self.pos = line.end + 1

    def skip_fence(self, line: _Line) -> None:
        run = line.opening["fence"]
        closing = re.compile(rf"^ {{0,3}}{re.escape(run[0])}{{{len(run)},}}+[ \t]*+$", re.MULTILINE)
        found = closing.search(self.text, line.end + 1)
        self.pos = found.end() + 1 if found else self.size

    def skip_verbatim(self, line: _Line) -> None:
        """Walk an HTML block that ends with a mark of its own, blank lines or not."""
        mark = line.opening["verbatim"].lower()
        closing = next(pattern for opening, pattern in _VERBATIM_ENDS if mark.startswith(opening))
        found = closing.search(self.text, line.opening.start("verbatim"))
        self.pos = self.line_end(found.end()) + 1 if found else self.size

    def skip_quote(self, line: _Line) -> None:
        start, pos = self.pos, line.end + 1
        inside = self.look_inside("fresh", line.opening.end(), line.end)
        while pos < self.size:
            line = self.read_line(pos)
            if line.kind == "quote":
                inside = self.look_inside(inside, line.opening.end(), line.end)
            elif line.kind not in _MAYBE_LAZY or (inside == "fresh" and line.kind != "code"):
                break
            elif inside == "doubtful" or line.kind == "code":
                if line.kind is None:
                    self.walk_paragraph(start, line.end + 1, lazy=True)
                else:
                    self.ask_parser(start)
                return
            pos = line.end + 1
        self.pos = min(pos, self.size)

    def skip_list(self, line: _Line) -> None:
        """Walk a list: item after item, by the column at which the text of the current one begins."""
        start, pos = self.pos, line.end + 1
        width, is_empty, inside = self.read_item(start, line.end)
        after_blank = False
        while pos < self.size:
            end = self.line_end(pos)
            content = _SPACE.match(self.text, pos, end).end()  # type: ignore[union-attr]  # matches the empty string
            if content == end:
                if is_empty:
                    break
                inside = "fresh" if inside == "text" else inside
                after_blank = True
            elif _columns(space := self.text[pos:content]) >= width:
                inside = "doubtful" if "\t" in space else self.look_inside(inside, pos + width, end)
                after_blank = is_empty = False
            else:
                kind = self.read_line(pos).kind
                if kind == "list":
                    width, is_empty, inside = self.read_item(pos, end)
                elif after_blank or kind not in _MAYBE_LAZY or (inside == "fresh" and kind != "code"):
                    break
                elif inside == "doubtful" or kind == "code":
                    self.ask_parser(start)
                    return
                after_blank = False
            pos = end + 1
        self.pos = min(pos, self.size)

    def read_item(self, pos: int, end: int) -> _Item:
        """The list item whose first line, with its marker, is at `pos`."""
        marker = _MARKER.match(self.text, pos, end)
        assert marker is not None
        bare = len(marker[1]) + len(marker[2])
        if marker.end() == end:
            return _Item(bare + 1, True, "fresh")
        width = _columns(marker[0])
        if "\t" in marker[3] or width - bare > 4:
            return _Item(bare + 1 if width - bare > 4 else width, False, "doubtful")
        return _Item(width, False, self.look_inside("fresh", marker.end(), end))

    def look_inside(self, inside: str, pos: int, end: int) -> str:
        """What is open inside a container after its line from `pos`: "text" (a paragraph), "fresh" (none), "doubtful".

        Args:
            inside: the same before that line.
        """
        if inside == "doubtful":
            return inside
        mark = (_INTERRUPTING if inside == "text" else _OPENING).match(self.text, pos, end)
        kind = mark.lastgroup if mark else None
        if kind in ("blank", "atx", "rule", "setext") or (kind == "code" and inside == "fresh"):
            return "fresh"
        if kind not in (None, "code") or "|" in (line := self.text[pos:end]) or line.lstrip().startswith("["):
            return "doubtful"
        return "text"

    def item_width(self, pos: int, end: int) -> tuple[int, bool]:
        """The column from which lines belong to the list item at `pos`, and whether its first line is empty."""
        marker = _MARKER.match(self.text, pos, end)
        assert marker is not None
        bare = len(marker[1]) + len(marker[2])
        if marker.end() == end:
            return bare + 1, True
        width = _columns(marker[0])
        return (bare + 1 if width - bare > 4 else width), False

    def ask_parser(self, start: int) -> None:
        """Read the blocks from `start` to the next point that is surely outside of every container with markdown-it."""
        if self.asked > MAX_ASKED:
            guess = _LIKELY_POINT.search(self.text, self.line_end(start))
            self.pos = guess.end() if guess else self.size
            return
        safe = _SAFE_POINT.search(self.text, start, start + MAX_STRETCH)
        stop = safe.end() if safe else min(start + MAX_STRETCH, self.size)
        if stop < self.size and self.text[stop - 1] != "\n":
            stop = self.text.rfind("\n", start, stop) + 1 or self.line_end(stop) + 1
        stretch = self.text[start:stop]
        starts = [start, *(start + line.end() for line in re.finditer("\n", stretch))]
        resume = min(stop, self.size)
        for block in _parse_blocks(stretch):
            first = starts[block.line]
            if block.kind == "heading_open":
                self.headings.append(Heading(block.level, _one_line(block.source), first))
            # A fence or an HTML block may reach beyond the stretch: it is read again, by the scanner.
            is_open = block.kind in ("fence", "html_block") and first > start
            resume = first if is_open else min(stop, self.size)
        self.asked += len(stretch)
        self.pos = resume


def _columns(space: str) -> int:
    return len(space.expandtabs(4)) if "\t" in space else len(space)


def _one_line(source: str) -> str:
    """The source of a heading that was written over several lines."""
    return " ".join(line.strip() for line in source.split("\n"))


def _open_end(source: str) -> str:
    """The text of an ATX heading without its closing run of hashes, which only a space before it makes one."""
    bare = source.rstrip("#")
    return bare.rstrip(" \t") if not bare or bare[-1] in " \t" else source


class _Block(NamedTuple):
    """What the whole parser says of one block at the top level."""

    kind: str
    line: int
    level: int
    source: str


def _parse_blocks(text: str) -> Iterator[_Block]:
    tokens = _parse(text)
    for token, following in pairwise([*tokens, *tokens[-1:]]):
        if token.level == 0 and token.nesting >= 0 and token.map:
            level = int(token.tag[1:]) if token.type == "heading_open" else 0
            yield _Block(token.type, token.map[0], level, following.content)


def _parse(text: str) -> list["Token"]:
    tokens: list[Token] = []
    parser = block_parser()
    parser.block.parse(text, parser, {}, tokens)
    return tokens


@cache
def block_parser() -> "MarkdownIt":
    """The whole parser: CommonMark and GFM tables. Imported here, as most documents never need it."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")

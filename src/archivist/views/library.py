"""The library document of a user or a project: entries shown as Markdown, and Markdown read back as entries.

    ## Rules                          a part: `Rules` bind, `Info` is known; an empty one says `(none yet)`
    - Confirm before pushing          a bullet at the margin is an entry
    - Weekly report                   a bullet followed at once by nested bullets is a topic: a label for look-up
      - Keep it short                 and each nested bullet is an entry of that topic
    ## Info
    - Deploying:                      a nested list after a blank line, a code block, a table or a paragraph
                                      that stands under a bullet is part of that entry
      - build, then push

Laws, for entries without ids: `parse(render(e)) == normal_entries(e)`, and `normalise` changes nothing the second time.
What a person types otherwise is kept too: a paragraph becomes an entry, an unknown heading a topic (or an entry, where
nothing stands under it), front matter a code block. Only layout goes: rule lines, the document's own title, the bullet
signs. Earlier forms (four sections, `## Notes`) are read into the two parts. Nothing here decides what is in force.
Source: requirements L1, L3, P3; seeds/001, 15.2.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from archivist.records.memory import Kind
from archivist.text import frontmatter
from archivist.views.entry import PLACEHOLDER, Entry, children_of, normal_entries, normal_text, outdent
from archivist.views.headings import is_document_title, is_part, kind_by_cue, kind_of_part, read_heading

_TITLES = {Kind.RULE: "Rules", Kind.INFO: "Info"}
_BULLET = re.compile(r"(?P<indent>[ \t]*)(?P<sign>[-*+•])(?P<gap>[ \t]+|$)")
_NUMBER = re.compile(r"[ \t]*(?P<number>\d{1,9})[.)](?:[ \t]|$)")
_UNDERLINE = re.compile(r" ?(?:={3,}|-{3,})[ \t]*$")
_RULE_LINE = re.compile(r" ?([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_FENCE = re.compile(r"[ \t]*(?P<marks>`{3,}|~{3,})(?P<rest>.*)$")
_NESTED = 2
"""Columns past its bullet from which a line belongs to an entry."""


def render(entries: Iterable[Entry]) -> str:
    """The document: both parts, each with its entries in order, neighbours of one topic under one label."""
    normal = normal_entries(entries)
    return "\n".join(_render_part(kind, [entry for entry in normal if entry.kind is kind]) for kind in Kind)


def parse(text: str) -> list[Entry]:
    """The entries of a document in whatever form it was typed, rules first; none of them has an id yet."""
    parts = frontmatter.split(text)
    reader = _Reader()
    if parts.fields is not None:
        reader.add_block(_as_code(text.removeprefix("\ufeff").removesuffix(parts.body)))
    for line in re.split(r"\r\n|\r|\n", parts.body.replace("\ufeff", "")):
        reader.read(line)
    return normal_entries(reader.finish())


def normalise(text: str) -> str:
    """The same document in its one written form."""
    return render(parse(text))


def _render_part(kind: Kind, entries: Sequence[Entry]) -> str:
    lines = [f"## {_TITLES[kind]}"]
    for topic, group in groupby(entries, key=lambda entry: entry.topic):
        lines += [f"- {topic}"] if topic else []
        margin = "  " if topic else ""
        lines += [line for entry in group for line in _bullet(entry.text, margin)]
    return "\n".join([*lines, *([] if entries else [PLACEHOLDER]), ""])


def _bullet(text: str, margin: str) -> Iterator[str]:
    first, *rest = text.split("\n")
    yield f"{margin}- {first}"
    yield from (f"{margin}  {line}" if line else "" for line in rest)


def _as_code(block: str) -> str:
    """A front matter as a code block, in a fence longer than any inside."""
    inside = block.strip().removeprefix("---").removesuffix("---").removesuffix("...").strip("\r\n")
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", inside)), default=0))
    return f"{fence}yaml\n{inside}\n{fence}"


@dataclass(slots=True)
class _Block:
    """Lines that will be one entry, or a topic and its facts."""

    lines: list[str]
    base: int = 0
    width: int = 0
    is_bullet: bool = False
    number: bool = False


@dataclass(slots=True)
class _Heading:
    level: int
    title: str
    used: bool = False


@dataclass(slots=True)
class _Reader:
    """Walks the lines of a document once; `block` is the entry being read, `fence` an open fence at the margin."""

    entries: list[Entry] = field(default_factory=list)
    kind: Kind | None = None
    path: list[_Heading] = field(default_factory=list)
    block: _Block | None = None
    fence: str = ""
    after_blank: bool = True
    """True where the line before is blank, a heading, or the start: nothing that a paragraph could go on from."""

    def read(self, line: str) -> None:
        if self.fence:
            self._read_code(line)
        elif not line.strip():
            self._append("")
            self.after_blank = True
        else:
            self._read_text(line)
            self.after_blank = self.block is None

    def finish(self) -> list[Entry]:
        self._close()
        self._leave(level=0)
        return self.entries

    def add_block(self, text: str) -> None:
        """Take a text as an entry of its own."""
        self._close()
        self._add(text)

    def _read_text(self, line: str) -> None:
        if self.block and _indent(line) >= self.block.base + _NESTED:
            self._append(outdent(line, self.block.width))
        elif self._is_underline(line):
            self._enter(_Heading(1 if "=" in line else 2, self._take_paragraph()))
        elif heading := read_heading(line):
            self._enter(_Heading(*heading))
        elif fence := _FENCE.match(line):
            self._open_fence(fence["marks"], fence["rest"], line)
        elif bullet := _BULLET.match(line):
            self._start_bullet(bullet, line)
        elif _RULE_LINE.match(line):
            self._close()
        else:
            self._read_paragraph(line)

    def _read_paragraph(self, line: str) -> None:
        if self._goes_on(line):
            self._append(line.lstrip(" \t"))
            return
        self._close()
        indent = _indent(line)
        self.block = _Block([line.lstrip(" \t")], base=indent, width=indent, number=bool(_NUMBER.match(line)))

    def _goes_on(self, line: str) -> bool:
        """Whether the line at the margin continues the paragraph above, or a table belongs to the entry above it."""
        if self.block is None:
            return False
        if number := _NUMBER.match(line):
            return not self.after_blank and not self.block.number and number["number"] != "1"
        return not self.after_blank or line.startswith("|")

    def _start_bullet(self, bullet: re.Match[str], line: str) -> None:
        self._close()
        base = _indent(line)
        width = len(bullet[0].expandtabs(4))
        self.block = _Block([line[bullet.end() :]], base, width if width <= base + 5 else base + 2, is_bullet=True)

    def _open_fence(self, marks: str, rest: str, line: str) -> None:
        """Code at the margin belongs to the entry before it; without one it is an entry of its own."""
        if "`" in marks and "`" in rest:
            self._read_paragraph(line)  # not a fence but code within a line
            return
        if self.block is None:
            self.block = _Block([])
        self.block.lines.append(line.strip())
        self.fence = marks

    def _read_code(self, line: str) -> None:
        self._append(line)
        closing = line.strip()
        if closing.startswith(self.fence) and not closing.strip(self.fence[0]) and _indent(line) < 4:
            self.fence = ""

    def _is_underline(self, line: str) -> bool:
        block = self.block
        is_title = block is not None and not block.is_bullet and len(block.lines) == 1
        return is_title and not self.after_blank and bool(_UNDERLINE.match(line))

    def _take_paragraph(self) -> str:
        assert self.block is not None
        title, self.block = self.block.lines[0], None
        return title

    def _append(self, line: str) -> None:
        if self.block is not None:
            self.block.lines.append(line)

    def _enter(self, heading: _Heading) -> None:
        """Begin a part, or a topic inside the part."""
        self._close()
        self._leave(heading.level)
        title = normal_text(heading.title)
        if not title or (not self.path and heading.level == 1 and is_document_title(title)):
            return
        if is_part(title, nested=bool(self.path) and self.kind is not None):
            self._leave(0)
            self.kind = kind_of_part(title)
            self.path = [_Heading(heading.level, "", used=True)]
        else:
            if not self.path:
                self.kind = None
            self.path.append(_Heading(heading.level, title))

    def _leave(self, level: int) -> None:
        """Leave the headings of this level and deeper; one that nothing stood under is kept as an entry."""
        while self.path and self.path[-1].level >= level:
            heading = self.path.pop()
            if not heading.used:
                self._add(heading.title)

    def _close(self) -> None:
        """Turn the block into an entry, or into the entries of a topic."""
        block, self.block, self.fence = self.block, None, ""
        if block is None:
            return
        title, *rest = "\n".join(block.lines).rstrip().split("\n")
        facts = [fact for fact in map(normal_text, children_of(rest or [""])) if fact] if block.is_bullet else []
        if facts and normal_text(title):
            for fact in facts:
                self._add(fact, title)
        else:
            self._add("\n".join([title, *rest]))

    def _add(self, text: str, label: str = "") -> None:
        text = normal_text(text)
        if not text:
            return
        for heading in self.path:
            heading.used = True
        topic = " / ".join([*(heading.title for heading in self.path if heading.title), *([label] if label else [])])
        self.entries.append(Entry(self.kind or kind_by_cue(text), text, topic))


def _indent(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4))

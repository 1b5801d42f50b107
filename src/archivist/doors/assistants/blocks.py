"""A marked block in a text file of somebody else: put in, replaced, taken out; the rest stays to the byte."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marks:
    """The lines around the block, in the comment form of the file."""

    begin: str
    end: str


MARKDOWN = Marks("<!-- archivist:begin -->", "<!-- archivist:end -->")
TOML = Marks("# archivist:begin", "# archivist:end")


def with_block(text: str, block: str, marks: Marks) -> str:
    """The text with the block: where it stood, or at the end."""
    whole = f"{marks.begin}\n{block.strip()}\n{marks.end}\n"
    if (found := _found(text, marks)) is not None:
        return text[: found.start()] + found["gap"] + whole + text[found.end() :]
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return text + gap + whole


def without_block(text: str, marks: Marks) -> str:
    """The text as it was before the block."""
    found = _found(text, marks)
    return text if found is None else text[: found.start()] + text[found.end() :]


def _found(text: str, marks: Marks) -> re.Match[str] | None:
    return re.search(
        rf"(?ms)(?P<gap>(?:(?<=\n)\n|\A|(?<=\n)))^{re.escape(marks.begin)}$.*?^{re.escape(marks.end)}[ \t]*(?:\n|\Z)",
        text,
    )

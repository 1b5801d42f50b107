"""basic-memory: Markdown notes whose observations are `- [category] text #tag (context)`.

Relations and prose stay behind: they are notes, not statements. Import the folder as documents to be able to cite them.
"""

import re
from typing import Final

from archivist.importers.memories.statement import Files, Statement, content_id, text_of, words
from archivist.importers.transcripts.imported import moment_or_none
from archivist.records.memory import Kind, MemoryType
from archivist.text.frontmatter import split

_OBSERVATION: Final = re.compile(r"^\s*[-*]\s+\[(?P<category>[^\]\[\n]{2,60})\]\s+(?P<text>\S.*)$", re.MULTILINE)
_TAG: Final = re.compile(r"(?<!\S)#([\w/-]+)")
_RULES: Final = frozenset({"rule", "preference", "decision", "requirement", "规则", "偏好", "决定"})
_TASK_STATES: Final = frozenset({"x", "X", " ", "-"})


def read(files: Files) -> list[Statement]:
    """A statement for each observation of the notes.

    Raises:
        Invalid: a note is not UTF-8.
    """
    return [statement for name, data in files for statement in _of_note(name, text_of(name, data))]


def _of_note(name: str, text: str) -> list[Statement]:
    parts = split(text)
    fields, body = parts.fields or {}, parts.body
    title = str(fields.get("title") or name.rpartition("/")[2].removesuffix(".md"))
    key = str(fields.get("permalink") or name)
    common = words(fields.get("tags"))
    at = moment_or_none(str(fields.get("created") or fields.get("modified") or "") or None)
    statements = []
    for found in _OBSERVATION.finditer(body):
        if found["category"] in _TASK_STATES:
            continue
        said = " ".join(_TAG.sub("", found["text"]).split())
        kind = Kind.RULE if found["category"].lower() in _RULES else Kind.INFO
        tags = tuple(dict.fromkeys((*common, found["category"], *_TAG.findall(found["text"]))))
        id = f"{key}#{content_id(found['category'], said)}"
        statements.append(Statement(said, id, at, MemoryType.PROJECT, kind, description=title, topic=title, tags=tags))
    return statements

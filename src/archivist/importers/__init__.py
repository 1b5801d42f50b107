"""Bytes in, document or conversation out; pure.

`IMPORTERS` names, by the suffix of a file, the function that reads it: `parse(data, uri, previous) -> ParsedDocument`.
They are dotted names, so that nobody pays for a format that nobody uses; `importer_for` opens one.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import PurePosixPath
from typing import TypeAlias, cast
from urllib.parse import urlsplit

from archivist.errors import Invalid
from archivist.records.document import ParsedDocument

Importer: TypeAlias = Callable[[bytes, str, ParsedDocument | None], ParsedDocument]

IMPORTERS = {
    ".md": "archivist.importers.markdown:parse",
    ".markdown": "archivist.importers.markdown:parse",
    ".mdc": "archivist.importers.markdown:parse",
    ".mdx": "archivist.importers.markdown:parse",
    ".txt": "archivist.importers.plain_text:parse",
    ".rst": "archivist.importers.plain_text:parse",
    ".html": "archivist.importers.html:parse",
    ".htm": "archivist.importers.html:parse",
    ".docx": "archivist.importers.office:parse_docx",
    ".pptx": "archivist.importers.office:parse_pptx",
    ".xlsx": "archivist.importers.office:parse_xlsx",
    ".pdf": "archivist.importers.pdf:parse",
}


def importer_for(uri: str) -> Importer:
    """The function that reads a file of this name; raises `Invalid` where nobody reads its suffix."""
    path = urlsplit(uri).path if "://" in uri else uri
    suffix = PurePosixPath(path.replace("\\", "/")).suffix.lower()
    if suffix not in IMPORTERS:
        problem = f"no importer reads {suffix or 'a file without suffix'}"
        raise Invalid(uri, problem, hint=f"these are read: {', '.join(sorted(IMPORTERS))}")
    module, _, function = IMPORTERS[suffix].partition(":")
    return cast(Importer, getattr(import_module(module), function))

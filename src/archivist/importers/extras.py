"""What the importers of converted formats share: the optional libraries, and their faults put into our words."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from archivist.errors import ArchivistError, Invalid
from archivist.importers import sections
from archivist.records.document import ParsedDocument
from archivist.text.encodings import Decoded
from archivist.text.headings import Heading


def load(module: str, uri: str) -> ModuleType:
    """An optional library; raises `Invalid`, saying how to install it, where it is not there."""
    try:
        return import_module(module)
    except ImportError:
        problem = f"reading this kind of file needs {module.partition('.')[0]}"
        raise Invalid(uri, problem, hint="pip install 'archivist[documents]'") from None


@contextmanager
def reading(uri: str, kind: str) -> Iterator[None]:
    """Turns whatever a library raises on a damaged file into `Invalid`.

    The libraries promise no set of errors, and the bytes come from anybody: so, here alone, every one is caught.
    """
    try:
        yield
    except ArchivistError:
        raise
    except Exception as error:
        raise Invalid(uri, f"cannot be read as {kind} ({type(error).__name__})") from error


def converted(text: str, kind: str) -> Decoded:
    """Text that was made from another format, with the notice that says so."""
    return Decoded(text, kind.lower(), (f"converted from {kind} to Markdown; lines are those of the conversion",))


def from_parts(
    parts: Iterable[tuple[str, str]], kind: str, uri: str, title: str, previous: ParsedDocument | None
) -> ParsedDocument:
    """The document of pages, slides or sheets: a title and a text each, whatever signs the text may begin with."""
    pieces, headings, length = list[str](), list[Heading](), 0
    for name, body in parts:
        piece = f"## {name}\n\n{body.strip()}\n\n"
        headings.append(Heading(2, name, length))
        pieces.append(piece)
        length += len(piece)
    fields = {"title": title} if title else {}
    return sections.build(converted("".join(pieces), kind), headings, fields, uri, previous)

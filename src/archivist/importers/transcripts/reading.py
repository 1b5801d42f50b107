"""From bytes to JSON, with errors that name the file and the place in it.

Accepts UTF-8 (with or without a byte order mark) and UTF-16 with one; a zip archive is opened within bounds, so that
a small file cannot unpack into a huge one.
"""

import codecs
import json
import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

from archivist.errors import Invalid
from archivist.importers.transcripts.imported import Skipped

MAX_UNPACKED_BYTES: Final = 512 * 1024 * 1024
"""Most that all members read from one archive may unpack to."""

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_TEXT_BLOCKS: Final = frozenset({"text", "input_text", "output_text"})


def text_of_file(data: bytes, uri: str) -> str:
    """The file as text.

    Raises:
        Invalid: it is binary or in another encoding; names the first byte that does not fit.
    """
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    if encoding != "utf-16" and b"\x00" in data:
        raise Invalid(uri, f"is not text: byte {data.index(0)} is zero")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Invalid(uri, f"is not UTF-8: see byte {error.start}", hint="save it as UTF-8") from error


def json_document(data: bytes, uri: str) -> Any:
    """The whole file as one JSON value.

    Raises:
        Invalid: empty, not text, or not JSON; names line and column.
    """
    return _load(text_of_file(data, uri), uri, first_line=1)


def json_rows(data: bytes, uri: str) -> tuple[list[tuple[int, Any]], list[Skipped]]:
    """Every line's JSON value with its line number from 1; a last line that breaks off is skipped and said.

    Raises:
        Invalid: not text, or a line before the last one is not JSON.
    """
    lines = text_of_file(data, uri).split("\n")
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    rows: list[tuple[int, Any]] = []
    for number, line in filled:
        try:
            rows.append((number, _load(line, uri, first_line=number)))
        except Invalid:
            if number != filled[-1][0] or len(filled) == 1 or lines[-1] == "":
                raise
            return rows, [Skipped(f"{uri} line {number}", "the line breaks off; it was still being written")]
    return rows, []


def zip_members(data: bytes, uri: str, name: re.Pattern[str]) -> Iterator[tuple[str, bytes]]:
    """Each file in the archive whose base name matches `name`, with the archive's name before its own.

    Raises:
        Invalid: damaged, encrypted, without such a file, or unpacking to more than `MAX_UNPACKED_BYTES`.
    """
    try:
        with ZipFile(BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if name.fullmatch(member.filename.rpartition("/")[2])]
            left = MAX_UNPACKED_BYTES
            for member in sorted(members, key=lambda member: member.filename):
                with archive.open(member) as file:
                    unpacked = file.read(left + 1)
                if len(unpacked) > left:
                    raise Invalid(uri, f"unpacks to more than {MAX_UNPACKED_BYTES:,} bytes")
                left -= len(unpacked)
                yield f"{uri}/{member.filename}", unpacked
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, Invalid):
            raise
        raise Invalid(uri, f"cannot be unpacked: {error}") from error
    if not members:
        raise Invalid(uri, f"holds no file named {name.pattern}")


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin as a zip archive does."""
    return data.startswith(b"PK\x03\x04")


def objects(value: object, where: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The JSON objects in an array, each with the place it stands at.

    Raises:
        Invalid: not an array, or an element is not an object.
    """
    if not isinstance(value, list):
        raise Invalid(where, f"must be an array, not {kind_of(value)}")
    for index, element in enumerate(value):
        if not isinstance(element, Mapping):
            raise Invalid(f"{where}[{index}]", f"must be an object, not {kind_of(element)}")
    return [(f"{where}[{index}]", element) for index, element in enumerate(value)]


def text_of_content(content: object, where: str) -> str:
    """The text of a message body: a string, or blocks of which the text ones count; null is no text.

    Raises:
        Invalid: another shape, or text with half a surrogate pair, which no file or database can hold.
    """
    match content:
        case None:
            return ""
        case str():
            return clean_text(content, where)
        case list():
            parts = [_text_of_block(block, f"{where}[{index}]") for index, block in enumerate(content)]
            return "\n\n".join(part for part in parts if part.strip())
        case Mapping():
            return _text_of_block(content, where)
        case _:
            raise Invalid(where, f"must be text or a list of blocks, not {kind_of(content)}")


def clean_text(text: str, where: str) -> str:
    """`text` itself.

    Raises:
        Invalid: it holds half of a surrogate pair.
    """
    if found := _SURROGATE.search(text):
        raise Invalid(where, f"holds half a surrogate pair at character {found.start()}")
    return text


def kind_of(value: object) -> str:
    """What JSON calls the type of `value`."""
    match value:
        case None:
            return "null"
        case bool():
            return "a truth value"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


def _text_of_block(block: object, where: str) -> str:
    if isinstance(block, str):
        return clean_text(block, where)
    if not isinstance(block, Mapping):
        raise Invalid(where, f"must be a block or text, not {kind_of(block)}")
    if str(block.get("type", "text")) not in _TEXT_BLOCKS:
        return ""
    text = block.get("text", "")
    if not isinstance(text, str):
        raise Invalid(f"{where}.text", f"must be text, not {kind_of(text)}")
    return clean_text(text, f"{where}.text")


def _load(text: str, uri: str, first_line: int) -> Any:
    if not text.strip():
        raise Invalid(uri, "is empty")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"{uri} line {first_line + error.lineno - 1}"
        raise Invalid(where, f"is not JSON at column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise Invalid(f"{uri} line {first_line}", "is nested too deep") from error
    except ValueError as error:  # a number of thousands of digits
        raise Invalid(f"{uri} line {first_line}", f"is not JSON: {error}") from error

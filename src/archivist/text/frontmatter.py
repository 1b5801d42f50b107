"""Reads and writes the YAML block at the top of a Markdown file.

A front matter is the first block of the file and nothing else: the first line is `---`, a later line is `---` or
`...`, and what stands between is a YAML mapping. Otherwise those lines are rules and text, and belong to the body.

Every scalar stays the text that was typed: `id: 0123` is "0123", `ok: no` is "no". A scalar that stood without quotes
and that other readers take for a number, a date or a truth value comes back as `Plain`, and is written without quotes
again, so that another tool's `enabled: true` survives us. Refused, and so left in the body: anchors and aliases,
a key given twice, keys that are not plain scalars, a block larger than `MAX_CHARACTERS`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, Union

import yaml

MAX_CHARACTERS = 65_536
"""A longer block is no front matter; bounds the work that a hostile file can ask for."""

Value: TypeAlias = Union[str, "Sequence[Value]", "Mapping[str, Value]"]
Fields: TypeAlias = Mapping[str, Value]

_OPENING = re.compile(r"---[ \t]*(?:\r\n|\n|\r)")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)", re.MULTILINE)
_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_YAML = "tag:yaml.org,2002:"


class Plain(str):
    """A scalar without quotes that YAML does not take for text: `true`, `3`, `2026-01-31`, or nothing at all."""

    __slots__ = ()


class Split(NamedTuple):
    """A file, taken apart."""

    fields: Fields | None
    body: str
    body_start_line: int
    """Line of the file on which the body starts, counted from 1."""


def split(text: str) -> Split:
    """The front matter (None where there is none) and the body, which is returned as it was typed.

    A byte order mark at the start is not part of the text and is dropped.
    """
    text = text.removeprefix("\ufeff")
    opening = _OPENING.match(text)
    closing = opening and _CLOSING.search(text, opening.end(), opening.end() + MAX_CHARACTERS)
    fields = _read(text[opening.end() : closing.start()]) if opening and closing else None
    if fields is None or closing is None:
        return Split(None, text, 1)
    return Split(fields, text[closing.end() :], 1 + len(_LINE_BREAK.findall(text, 0, closing.end())))


def join(fields: Fields | None, body: str) -> str:
    """The file whose front matter is `fields`, in their order, and whose body is `body`: the inverse of `split`.

    With None it is the body alone, unless that would be read as something else.
    """
    if fields is None and split(body) == (None, body, 1):
        return body
    block = yaml.dump(
        dict(fields or {}),
        Dumper=_Writer,
        allow_unicode=True,
        default_flow_style=False,
        sort_keys=False,
        width=1 << 30,
    )
    return f"---\n{block}---\n{body}"


def _read(block: str) -> dict[str, Value] | None:
    loader = None
    try:
        loader = _Reader(block)
        node = loader.get_single_node()
        return _mapping(node) if isinstance(node, yaml.MappingNode) else None
    except (yaml.YAMLError, RecursionError):
        return None
    finally:
        if loader is not None:
            loader.dispose()


def _mapping(node: yaml.MappingNode) -> dict[str, Value]:
    fields: dict[str, Value] = {}
    for key_node, value_node in node.value:
        key = _value(key_node)
        if not isinstance(key, str) or key in fields:
            raise yaml.YAMLError(f"key {key!r} is no text or stands twice")
        fields[key] = _value(value_node)
    return fields


def _value(node: yaml.Node) -> Value:
    match node:
        case yaml.MappingNode():
            return _mapping(node)
        case yaml.SequenceNode():
            return [_value(item) for item in node.value]
        case yaml.ScalarNode(style=None, tag=tag) if tag.startswith(_YAML) and tag != _YAML + "str":
            return Plain(node.value)
        case _:
            return str(node.value)


class _Reader(yaml.SafeLoader):
    """Composes nodes only, so that no scalar becomes anything but text."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read: a few bytes could grow without bound")
        return super().compose_node(parent, index)


class _Writer(yaml.SafeDumper):
    """Writes text as text: quoted wherever another reader would take it for something else."""

    def ignore_aliases(self, data: object) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _write_text(writer: _Writer, value: str) -> yaml.Node:
    return writer.represent_scalar(_YAML + "str", value, '"' if _ODD.search(value) else None)


def _write_plain(writer: _Writer, value: Plain) -> yaml.Node:
    tag = writer.resolve(yaml.ScalarNode, str(value), (True, False))  # type: ignore[no-untyped-call]
    return writer.represent_scalar(tag, str(value))


_Writer.add_representer(str, _write_text)
_Writer.add_representer(Plain, _write_plain)

"""From the bytes of a request to checked arguments. What is unknown, doubled or too deep is named and refused.

JSON is read strictly: no NaN, no doubled keys, no unpaired surrogates, at most 64 levels. A reader that lets one of
them through makes two programs see two different requests. Source: cases HM-03 and HM-04.
"""

import functools
import json
import operator
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request

from archivist.doors.http.problems import Refusal
from archivist.errors import Invalid

MAX_DEPTH: Final = 64
_TOKENS: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.DOTALL)

Struct = TypeVar("Struct", bound=msgspec.Struct)


def demand_json(request: Request) -> None:
    """Refuse a body of another type: a web page can send text/plain anywhere without asking first."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(415, "unsupported_media_type", f"the body must be application/json, not {kind or 'untyped'}")


def parse_json(raw: bytes) -> Any:
    """The plain value of a JSON text.

    Raises:
        Refusal: 400, with what is wrong and where.
    """
    if _depth_exceeds(raw, MAX_DEPTH):
        raise Refusal(400, "too_deep", f"the JSON is nested more than {MAX_DEPTH} levels deep")
    try:
        text = raw.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_refuse_constant)
    except UnicodeDecodeError as exc:
        raise Refusal(400, "malformed", f"the body is not UTF-8 (byte {exc.start})") from exc
    except json.JSONDecodeError as exc:
        where = f"line {exc.lineno}, column {exc.colno}"
        raise Refusal(400, "malformed", f"the body is not JSON: {exc.msg}, {where}") from exc
    except ValueError as exc:
        raise Refusal(400, "malformed", f"the body is not JSON: {exc}") from exc
    if "\\u" in text:
        demand_unicode(value)
    return value


def demand_unicode(value: Any) -> None:
    """Refuse half a character: it could be neither stored nor sent back."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as exc:
        raise Refusal(400, "malformed", "the body holds half of a surrogate pair") from exc


def body_of(raw: bytes, kind: type[Struct]) -> Struct:
    """A JSON body as `kind`.

    Raises:
        Refusal: it is not JSON as we read it.
        Invalid: a field is missing, unknown or of the wrong type; names it.
    """
    plain = parse_json(raw)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as exc:
        problem, _, where = str(exc).partition(" - at ")
        field = where.strip("`").removeprefix("$").removeprefix(".")
        named = re.search(r"field `([^`]+)`", problem) if not field else None
        raise Invalid(field or (named[1] if named else "body"), problem) from exc


def query_of(params: QueryParams, kind: type[Struct]) -> Struct:
    """The query string as `kind`. A field that is a list may be given several times, any other once.

    Raises:
        Invalid: a parameter is unknown, doubled or of the wrong type; names it.
    """
    hints = get_type_hints(kind, include_extras=True)
    made: dict[str, Any] = {}
    for name in dict.fromkeys(params.keys()):
        values = params.getlist(name)
        if name not in hints:
            raise Invalid(name, f"is not a parameter of this request; there are {', '.join(hints) or 'none'}")
        if not is_list(hints[name]) and len(values) > 1:
            raise Invalid(name, f"is given {len(values)} times")
        demand_unicode(values)
        made[name] = _parameter(name, values if is_list(hints[name]) else values[0], hints[name])
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in made:
            raise Invalid(field.name, "is needed")
    return kind(**made)


def _parameter(name: str, value: str | list[str], hint: Any) -> Any:
    """Text from the address as a value. It is never null: who means none leaves the parameter out."""
    allowed = [kind for kind in get_args(hint) if kind is not type(None)] if type(None) in get_args(hint) else [hint]
    only = functools.reduce(operator.or_, allowed)
    plain = get_args(only)[0] if get_origin(only) is Annotated else only
    try:
        return msgspec.convert(value, only, strict=plain not in (int, float, bool))
    except msgspec.ValidationError as exc:
        raise Invalid(name, str(exc)) from exc


def is_list(hint: Any) -> bool:
    """Whether a field of that type takes several values."""
    return get_origin(hint) in (tuple, list)


def _depth_exceeds(raw: bytes, limit: int) -> bool:
    depth = 0
    for token in _TOKENS.finditer(raw):
        mark = raw[token.start()]
        if mark in b"[{":
            depth += 1
            if depth > limit:
                return True
        elif mark in b"]}":
            depth -= 1
    return False


def _without_doubles(pairs: Sequence[tuple[str, Any]]) -> Mapping[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        doubled = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {doubled!r} stands twice")
    return made


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")

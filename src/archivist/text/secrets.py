"""Finds what must never be stored: keys, tokens, passwords, cookies, private keys. Names the kind, never the value.

Two tables say what is looked for: `secret_shapes` (keys known by their form) and `secret_places` (values known by the
name, header or URL they stand in). This file walks them. A hint is looked for with plain string search, and a regular
expression runs only where a hint stands, so ordinary prose costs little and no expression is compiled before it is
needed. The text is also read with its disguises undone (`disguise`), and a key broken over two lines is read as one.

Source: requirement P2; "What archivist refuses" in docs/what-is-refused.md says the same to a reader.
"""

import re
from collections.abc import Iterator
from typing import TypeVar

from archivist.text.disguise import Form, fold_disguise, other_forms
from archivist.text.finding import Finding, mask, without_overlaps
from archivist.text.hints import compiled, lower_in_place, places_of
from archivist.text.secret_places import PLACES, Place, is_placeholder
from archivist.text.secret_shapes import RUNS, SHAPES, Shape

_FLAGS = re.ASCII | re.DOTALL
_left_edge = "(?<![A-Za-z0-9])"
_Rule = TypeVar("_Rule", Shape, Place)
_run = r"(?<![A-Za-z0-9_/+=|:.!~$%@-])[A-Za-z0-9_/+=|:.!~$%@-]{10,}+"
_long_run = r"(?<![A-Za-z0-9_/+|.-])[A-Za-z0-9][A-Za-z0-9_/+=|:.!-]{25,}+"
_line_break = r"[\"'`]?[ \t]*+(?:[+\\][ \t]*+)?+\r?\n[ \t>#*/+-]*[\"'`]?"  # possessive: a table holds long blanks
_name_before = r"[\w.\-]{0,60}\Z"
_opens_call = r"[(\[]\s{0,2}[\"']\Z"
_in_query = r"[?&][A-Za-z0-9_.-]*\Z"
LONGEST_KEY = 9000  # characters of the longest key read, a private key of 8192 bits with its armour
WIDEST_KEY = 400  # characters read on from a hint to join a key broken over lines


def find_secrets(text: str) -> list[Finding]:
    """Every secret in the text, in reading order; offsets are those of the text as given."""
    return without_overlaps(_findings(text))


def has_secret(text: str) -> bool:
    """Whether the text holds any secret."""
    return next(_findings(text), None) is not None


def mask_secrets(text: str) -> str:
    """The text with each secret replaced by its kind in square brackets, until none is left."""
    while findings := find_secrets(text):
        text = mask(text, findings)
    return text


def _findings(text: str) -> Iterator[Finding]:
    folded = fold_disguise(text)
    yield from _carried_back(folded, folded)
    for form in other_forms(folded.text):
        yield from _carried_back(form, folded)


def _carried_back(form: Form, folded: Form) -> Iterator[Finding]:
    """The findings of one form, at their places in the text as given."""
    for finding in _scan(form.text):
        start, end = form.place(finding.start, finding.end)
        if form is not folded:
            start, end = folded.place(start, end)
        yield Finding(start, end, finding.kind)


def _scan(text: str) -> Iterator[Finding]:
    """Keys by shape first, because their kind says more; then secrets by place."""
    low = lower_in_place(text)
    if runs := set(compiled(_run).findall(text)):
        low_runs = lower_in_place("\n".join(runs))
        for hint, shapes in _shapes.items():
            if hint in low_runs:
                yield from _keys_at(shapes, text, places_of(hint, low))
        for run in compiled(_long_run).finditer(text):
            yield from _keys_in_run(text, run)
    for hint, places in _places.items():
        if hint in low:
            for at in places_of(hint, low):
                yield from filter(None, (_place_at(place, text, at) for place in places))


def _by_hint(rules: tuple[_Rule, ...]) -> dict[str, list[_Rule]]:
    """The rules that each hint calls for."""
    table: dict[str, list[_Rule]] = {}
    for rule in rules:
        for hint in rule.hints:
            table.setdefault(hint, []).append(rule)
    return table


_any_run = f"{_left_edge}(?:{'|'.join(pattern for _, pattern in RUNS)})"
_shapes = _by_hint(SHAPES)
_places = _by_hint(PLACES)


def _keys_at(shapes: list[Shape], text: str, places: Iterator[int]) -> Iterator[Finding]:
    """The keys that begin at these places; a place inside a key already found is passed over."""
    read_to = 0
    for at in places:
        if at < read_to:
            continue
        for shape in shapes:
            if found := _shape_at(shape, text, at):
                read_to = found.end
                yield found


def _shape_at(shape: Shape, text: str, at: int) -> Finding | None:
    pattern = compiled(shape.pattern if shape.pattern.startswith(("/", r"\.")) else _left_edge + shape.pattern, _FLAGS)
    near = (max(0, at - shape.back), at + WIDEST_KEY)
    match = pattern.search(text, *near) if shape.back else pattern.match(text, at, at + LONGEST_KEY)
    if match is None:
        return _broken_shape_at(shape, text, at)
    if shape.placeholders and shape.kind != "private_key" and is_placeholder(match.group()[:WIDEST_KEY]):
        return None
    return Finding(*match.span(), shape.kind)


def _broken_shape_at(shape: Shape, text: str, at: int) -> Finding | None:
    """The same key written over two or three lines, joined by nothing, a backslash, or quotes and a plus."""
    stretch = text[at : at + WIDEST_KEY]
    if shape.back or "\n" not in stretch or shape.kind == "private_key":
        return None
    joined = compiled(_line_break).sub("", stretch)
    match = compiled(shape.pattern, _FLAGS).match(joined)
    if match is None or is_placeholder(match.group()) or text[at - 1 : at].isalnum():
        return None
    return Finding(at, at + _length_before_joining(stretch, match.end()), shape.kind)


def _length_before_joining(stretch: str, length: int) -> int:
    """How many characters of the stretch make the first `length` of it once its line breaks are gone."""
    taken = position = 0
    for gap in compiled(_line_break).finditer(stretch):
        if taken + gap.start() - position >= length:
            break
        taken += gap.start() - position
        position = gap.end()
    return position + length - taken


def _place_at(place: Place, text: str, at: int) -> Finding | None:
    match = compiled(place.pattern, _FLAGS).match(text, at)
    if match is None:
        return None
    groups = match.groupdict()
    which = "quoted" if groups.get("quoted") else "bare"
    value = match.group(which)
    if which == "bare":
        if groups.get("next"):  # a call or an index: the value is computed elsewhere
            return None
        value = value.rstrip(".,;:!?&")
        if text[max(0, at - 1) : at] in ("?", "&", "_", "-") and compiled(_in_query).search(text, max(0, at - 60), at):
            value = value.split("&")[0]
    before = compiled(_name_before).search(text, max(0, at - 60), at)
    first = before.start() if before else at
    if groups.get("comma") and not compiled(_opens_call).search(text, max(0, first - 4), first):
        return None  # the next member of a list, not the default of a look-up
    if not place.judge(text[first : match.start(which)].rstrip("\"'`=:>|? \t\n(&"), value):
        return None
    return Finding(match.start(which), match.start(which) + len(value), place.kind)


def _keys_in_run(text: str, run: re.Match[str]) -> Iterator[Finding]:
    if not compiled(_any_run, _FLAGS).search(text, *run.span()):
        return
    for kind, pattern in RUNS:
        if kind == "private_key" and "ENCRYPTED" in text:
            continue  # the body of a key that needs a passphrase
        match = compiled(_left_edge + pattern, _FLAGS).search(text, *run.span())
        if match is not None and not is_placeholder(match.group()):
            yield Finding(*match.span(), kind)

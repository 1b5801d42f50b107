"""What is looked for in the text of a document before it is kept: secrets and personal numbers.

A refusal names kind and line and never the value. Text that gives orders is no reason to refuse: a training document
may quote an attack. A long text is read in windows that overlap, so that the cost of a scan in time and memory grows
with the text and no faster. Source: requirements P2, K11.
"""

from collections.abc import Callable, Iterator, Sequence

from archivist.errors import Invalid
from archivist.settings import SensitiveSettings
from archivist.text.finding import Finding, mask, without_overlaps
from archivist.text.personal import find_personal
from archivist.text.secrets import LONGEST_KEY, find_secrets

EMAIL = "email"
WINDOW = 100_000
"""Characters scanned at once; what begins in a window is read whole, with the longest key there is."""

_SHOWN = 5
_LOOK_BACK = 1_000


def masked(text: str, uri: str, policy: SensitiveSettings) -> tuple[str, str]:
    """The text with what policy says to mask replaced by its kind, and a notice about it ("" where nothing was).

    `hold` masks as well: every document waits for a person anyway.

    Raises:
        Invalid: it holds what policy refuses; says which kinds, in which lines.
    """
    found: list[tuple[Finding, str]] = [(one, policy.secrets) for one in in_windows(find_secrets, text)]
    found += [(one, policy.email if one.kind == EMAIL else policy.personal) for one in in_windows(find_personal, text)]
    refused = [finding for finding, answer in found if answer == "refuse"]
    if refused:
        raise Invalid(
            uri,
            f"holds what is never stored: {places(text, refused)}",
            hint="take it out, or import with --mask to keep the rest",
        )
    hidden = without_overlaps(finding for finding, answer in found if answer in ("mask", "hold"))
    if not hidden:
        return text, ""
    return mask(text, hidden), f"masked: {places(text, hidden)}"


def in_windows(find: Callable[[str], Sequence[Finding]], text: str, window: int = WINDOW) -> list[Finding]:
    """What `find` finds in a text of any length, each thing once."""
    if len(text) <= window:
        return list(find(text))
    return without_overlaps(
        Finding(start + one.start, start + one.end, one.kind)
        for start, end in _windows(text, window)
        for one in find(text[start:end])
    )


def places(text: str, findings: Sequence[Finding]) -> str:
    """Kind and line of the first findings, and how many more there are."""
    ordered = sorted(findings)
    named = [f"{one.kind} in line {text.count(chr(10), 0, one.start) + 1}" for one in ordered[:_SHOWN]]
    more = f" and {len(ordered) - _SHOWN} more" if len(ordered) > _SHOWN else ""
    return ", ".join(dict.fromkeys(named)) + more


def _windows(text: str, window: int) -> Iterator[tuple[int, int]]:
    """Where each window begins, at a line where one is near, and ends, far enough into the next one."""
    for place in range(0, len(text), window):
        line = text.rfind("\n", max(0, place - _LOOK_BACK), place) + 1
        yield line or place, place + window + LONGEST_KEY

"""What a scan reports: a kind and a place, never the text that stands there.

`secrets`, `personal` and `instructions` all answer with findings, so a gate can refuse, mask or hold by kind, and an
audit entry, a log line or an error message can name the kind without repeating what must not be stored.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """`text[start:end]` is of this kind; offsets count characters of the text as it was given."""

    start: int
    end: int
    kind: str


def without_overlaps(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in reading order; those that overlap become one, named as the first of them that was given."""
    kept: list[tuple[int, Finding]] = []
    for rank, finding in sorted(enumerate(findings), key=lambda ranked: ranked[1]):
        if kept and finding.start < kept[-1][1].end:
            before, last = kept[-1]
            kind = last.kind if before < rank else finding.kind
            kept[-1] = min(before, rank), Finding(last.start, max(last.end, finding.end), kind)
        else:
            kept.append((rank, finding))
    return [finding for _, finding in kept]


def mask(text: str, findings: Iterable[Finding]) -> str:
    """The text with each finding replaced by its kind in square brackets; the findings must not overlap."""
    parts: list[str] = []
    position = 0
    for finding in sorted(findings):
        parts += (text[position : finding.start], f"[{finding.kind}]")
        position = finding.end
    return "".join((*parts, text[position:]))

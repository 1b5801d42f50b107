"""What is looked for in the text of a document before it is kept: secrets and personal numbers.

A refusal names kind and line and never the value. Text that gives orders is no reason to refuse: a training document
may quote an attack. Source: requirements P2, K11.
"""

from collections.abc import Sequence

from archivist.errors import Invalid
from archivist.settings import SensitiveSettings
from archivist.text.finding import Finding, mask, without_overlaps
from archivist.text.personal import find_personal
from archivist.text.secrets import find_secrets

EMAIL = "email"
_SHOWN = 5


def masked(text: str, uri: str, policy: SensitiveSettings) -> tuple[str, str]:
    """The text with what policy says to mask replaced by its kind, and a notice about it ("" where nothing was).

    `hold` masks as well: every document waits for a person anyway.

    Raises:
        Invalid: it holds what policy refuses; says which kinds, in which lines.
    """
    found: list[tuple[Finding, str]] = [(one, policy.secrets) for one in find_secrets(text)]
    found += [(one, policy.email if one.kind == EMAIL else policy.personal) for one in find_personal(text)]
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


def places(text: str, findings: Sequence[Finding]) -> str:
    """Kind and line of each finding, the first few by name."""
    named = [f"{finding.kind} in line {text.count(chr(10), 0, finding.start) + 1}" for finding in sorted(findings)]
    named = list(dict.fromkeys(named))
    more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
    return ", ".join(named[:_SHOWN]) + more

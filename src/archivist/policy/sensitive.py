"""Which secrets and personal numbers a text holds, what policy says of each, and the text without them.

Asked by the gate for what is to be written, and by readers for files that came past the gates by hand.
Source: requirement P2.
"""

from typing import Final

from archivist.settings import SensitiveSettings
from archivist.text.finding import Finding, mask, without_overlaps
from archivist.text.personal import find_personal
from archivist.text.secrets import find_secrets

EMAIL: Final = "email"


def judged(text: str, policy: SensitiveSettings) -> list[tuple[Finding, str]]:
    """What was found, each with what policy says: refuse, mask or hold; what it allows is left out."""
    secrets = [(finding, policy.secrets) for finding in find_secrets(text)]
    personal = [
        (finding, policy.email if finding.kind == EMAIL else policy.personal) for finding in find_personal(text)
    ]
    return [(finding, answer) for finding, answer in (*secrets, *personal) if answer != "allow"]


def masked_text(text: str, policy: SensitiveSettings) -> str:
    """`text` with everything masked that policy does not allow."""
    return mask(text, without_overlaps(finding for finding, _ in judged(text, policy)))

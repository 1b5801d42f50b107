"""Secrets and personal numbers in one look, masked: for text that is kept as evidence or shown in the trail."""

from archivist.text.finding import Finding, mask, without_overlaps
from archivist.text.personal import find_personal
from archivist.text.secrets import find_secrets

EMAIL = "email"


def find_sensitive(text: str, with_email: bool = True) -> list[Finding]:
    """Every secret and personal number, in reading order; e-mail addresses where asked for."""
    personal = [finding for finding in find_personal(text) if with_email or finding.kind != EMAIL]
    return without_overlaps((*find_secrets(text), *personal))


def mask_sensitive(text: str, with_email: bool = True) -> str:
    """The text with each of them replaced by its kind in square brackets."""
    found = find_sensitive(text, with_email)
    return mask(text, found) if found else text

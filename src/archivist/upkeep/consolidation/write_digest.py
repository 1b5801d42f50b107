"""Stage 9: the digest as the text of MEMORY.md; pure, the file itself is written by whoever called.

The own part of a person and the language of the headings come from the file as it is now.
"""

from dataclasses import replace

from archivist.views.day_note import Language
from archivist.views.digest import Digest, language_of, parse, render


def write_digest(digest: Digest, current: str, language: Language) -> str:
    """The new text of MEMORY.md; `language` is for a file that has no headings yet."""
    own = parse(current).own
    return render(replace(digest, own=own), language_of(current, language))

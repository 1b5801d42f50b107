"""A short readable name for a statement that came without one."""

from typing import Final

from archivist.text.patterns import pattern

MAX_CHARACTERS: Final = 40
_NOT_NAME = pattern(r"[^\w.+#]+")
_UNSPACED = pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
MAX_UNSPACED_CHARACTERS: Final = 20


def suggest_name(text: str) -> str:
    """The first words of `text` joined by hyphens, at most 40 characters (20 where the script has no spaces)."""
    limit = MAX_UNSPACED_CHARACTERS if _UNSPACED.search(text[:MAX_CHARACTERS]) else MAX_CHARACTERS
    words = _NOT_NAME.sub("-", text[: 4 * MAX_CHARACTERS].casefold()).strip("-._")
    if len(words) <= limit:
        return words or "note"
    cut = words.rfind("-", limit // 2, limit + 1)
    return words[: cut if cut > 0 else limit].strip("-._") or "note"

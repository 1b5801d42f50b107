"""Prompts are Markdown beside their role, in English and Chinese, filled with named variables; a missing one raises."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from archivist.llm.base import Prompt

_VARIABLE: Final = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_FENCE_WORD: Final = "material"
_FENCE_LOOKALIKE: Final = re.compile(rf"<(/?)\s*{_FENCE_WORD}", re.IGNORECASE)


@cache
def template(role: str, language: str) -> str:
    """The text of `roles/<role>.md`, or `roles/<role>.zh.md` for Chinese."""
    name = f"{role}.zh.md" if language == "zh" else f"{role}.md"
    return (Path(__file__).parent / name).read_text("utf-8")


def prompt(role: str, language: str, content: str, variables: Mapping[str, str]) -> Prompt:
    """The instructions of a role with its variables, and the content they are about, fenced as data.

    Raises:
        KeyError: the template names a variable that was not given.
    """
    text = template(role, language)
    filled = _VARIABLE.sub(lambda found: variables[found[1]], text)
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    return Prompt(filled, fenced(content), version)


def fenced(content: str) -> str:
    """`content` between marks it cannot imitate: what stands inside is data, whatever it says."""
    safe = _FENCE_LOOKALIKE.sub(lambda found: f"&lt;{found[1]}{_FENCE_WORD}", content)
    return f"<{_FENCE_WORD}>\n{safe}\n</{_FENCE_WORD}>"


def language_of(text: str) -> str:
    """`zh` where a fifth of the letters or more are Chinese, else `en`: prompts follow the content."""
    letters = [character for character in text[:4000] if character.isalpha()]
    chinese = sum("\u4e00" <= character <= "\u9fff" for character in letters)
    return "zh" if letters and chinese * 5 >= len(letters) else "en"

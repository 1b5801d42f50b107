"""What the console says, in English and Chinese. Templates and pages use the English text as key, with `{places}`.

The Chinese stands in `words.zh.txt`, one `English = 中文` a line; a test finds what is missing.
"""

from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "zh")


def _read(name: str) -> dict[str, str]:
    lines = files("archivist.doors.console").joinpath(name).read_text("utf-8").splitlines()
    return dict(line.split(" = ", 1) for line in lines)


CHINESE: Final = _read("words.zh.txt")


def speak(language: str, text: str, **places: object) -> str:
    """`text` in that language, its places filled in; English where there is no other."""
    words = CHINESE.get(text, text) if language == "zh" else text
    return words.format(**places) if places else words


def preferred(accept: str) -> str:
    """The first language of an Accept-Language header that we speak."""
    for part in accept.split(","):
        tag = part.split(";")[0].strip().lower()[:2]
        if tag in LANGUAGES:
            return tag
    return "en"

"""Regular expressions that are compiled when first used: a command that needs few of them starts at once."""

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class _Pattern:
    """Stands for a compiled pattern and becomes one at its first use; after that its methods are the pattern's own."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._source = pattern, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._source)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(expression: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile`, put off until it is needed; a malformed expression is then found by its first use, so test it."""
    return cast(re.Pattern[str], _Pattern(expression, flags))

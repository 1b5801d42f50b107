"""A long document is scanned like a short one: nothing slips through between two windows or is named twice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.errors import Invalid
from archivist.settings import SensitiveSettings
from archivist.text.finding import Finding
from archivist.text.secrets import find_secrets
from archivist.write.sensitive_text import WINDOW, in_windows, masked

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
LINE = "Eine Zeile 一行 a line of words.\n"


@pytest.mark.parametrize("shift", [-60, -36, -20, -1, 0, 1, 30])
@pytest.mark.parametrize("line", [LINE, "x" * 33])
def test_a_key_at_the_border_of_two_windows_is_found_once_with_its_line(line: str, shift: int) -> None:
    before = (line * (WINDOW // len(line) + 1))[: WINDOW + shift] + "\n"
    text = f"{before}token = {KEY}\n{line * 100}"
    (found,) = in_windows(find_secrets, text)
    assert KEY in text[found.start : found.end]
    with pytest.raises(Invalid, match=f"line {before.count(chr(10)) + 1}$"):
        masked(text, "a.md", SensitiveSettings())
    kept, notice = masked(text, "a.md", SensitiveSettings("mask", "mask"))
    assert KEY not in kept
    assert notice.startswith("masked: ")


def test_many_findings_are_counted_and_a_few_are_named() -> None:
    with pytest.raises(Invalid, match="and 15 more"):
        masked(f"token = {KEY}\n" * 20, "a.md", SensitiveSettings())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["@", "word ", "\n", "词"]), max_size=80), st.integers(3, 20))
def test_windows_find_what_the_whole_text_holds(pieces: list[str], window: int) -> None:
    text = "".join(pieces)

    def find(part: str) -> list[Finding]:
        return [Finding(at, at + 1, "at") for at, char in enumerate(part) if char == "@"]

    assert in_windows(find, text, window) == find(text)

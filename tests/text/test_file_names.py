import unicodedata
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.file_names import file_name


def as_a_careless_disk_sees_it(name: str) -> str:
    """Case and composition ignored, outer blanks and dots dropped, as macOS and Windows do."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold().upper().lower())
    return folded.rstrip(". ")


TWINS = ["é", "e\u0301", "E\u0301", "É", "が", "か\u3099", "ß", "ss", "SS", "ſ", "s", "İ", "ı", "i", "가"]
TWINS += ["\u1100\u1161", "Ａ", "a", "A", "a.", "a ", " a", ".a", "", "%", "%%", "a/b", "a\\b", "..", ".", "con", "CON"]
TWINS += ["con.md", "com1", "nul ", "中文", "中/文", "\x00", "\ud800", "µ", "μ", "Ω", "\u2126", "ﬁ"]
TWINS += ["a" * 300, "a" * 301, "中" * 100, "中" * 101]
names = st.sampled_from(TWINS) | st.text(max_size=12) | st.text(alphabet="aA.é\u0301 %/中", max_size=6)


@settings(max_examples=400)
@given(names, names)
def test_different_names_never_meet_on_any_disk(one: str, other: str) -> None:
    seen = [as_a_careless_disk_sees_it(file_name(name)) for name in (one, other)]
    assert (seen[0] == seen[1]) == (one == other)


def test_the_known_twins_never_meet() -> None:
    assert len({as_a_careless_disk_sees_it(file_name(name, ".md")) for name in TWINS}) == len(TWINS)


@settings(max_examples=200)
@given(names)
def test_a_file_name_is_one_safe_component(name: str) -> None:
    safe = file_name(name, ".md")
    assert safe.isprintable()
    assert not set(safe) & set('<>:"/\\|?*')
    assert len(safe.encode()) <= 255
    assert safe[0] not in ". "
    assert safe.removesuffix(".md")[-1] not in ". "
    if "%%" not in safe and name:
        assert unquote(safe.removesuffix(".md"), errors="surrogatepass") == name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("weekly-report-style", "weekly-report-style.md"),
        ("周报风格", "周报风格.md"),
        ("../../etc/passwd", "%2e%2e%2f..%2fetc%2fpasswd.md"),
        ("Notes", "%4eotes.md"),
        ("con", "%63on.md"),
        ("lpt1.old", "%6cpt1.old.md"),
        ("", "%.md"),
    ],
)
def test_plain_names_stay_readable(name: str, expected: str) -> None:
    assert file_name(name, ".md") == expected

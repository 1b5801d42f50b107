"""The plain spelling keeps every position, so that what is found in it can be cut from the original."""

from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.plain import plain


def test_traditional_characters_and_curly_apostrophes_are_folded() -> None:
    assert plain("以後所有週報都用英文寫，don’t") == "以后所有周报都用英文写，don't"


@settings(max_examples=50)
@given(st.text())
def test_every_position_is_kept(text: str) -> None:
    assert len(plain(text)) == len(text)
    assert plain(plain(text)) == plain(text)

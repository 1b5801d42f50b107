"""What the page on the write road shows is what happens."""

from pathlib import Path

from archivist.write.gates import MEMORY_GATES
from tests.write.shown import SHOWN, shown

PAGE = Path(__file__).parents[2] / "docs" / "write-road.md"


def test_the_page_shows_what_happens() -> None:
    assert shown() in PAGE.read_text("utf-8"), "make it anew: python -m tests.write.shown"


def test_every_gate_is_shown() -> None:
    assert {gate.name for gate in MEMORY_GATES} == {gate for gate, _, _ in SHOWN}

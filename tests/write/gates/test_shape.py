"""Gate 2: what is malformed is refused with the field's name, and nothing is cut to fit."""

from typing import Any

import pytest

from tests.write.road import Road


@pytest.mark.parametrize("text", ["周报用表格", "Reports use tables", "a\tb\nc", "🚀 launch", "  indented\n  block"])
def test_text_is_kept_as_it_was_written(road: Road, text: str) -> None:
    memory = road.send(text).memory
    assert memory is not None
    assert memory.text == text


def test_line_ends_are_brought_to_one_form(road: Road) -> None:
    memory = road.send("one\r\ntwo\rthree").memory
    assert memory is not None
    assert memory.text == "one\ntwo\nthree"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"text": ""}, "text"), ({"text": " \n\t"}, "text"), ({"text": "记" * 2731}, "text"),
        ({"text": "x\x00y"}, "text"), ({"text": "x\ud800"}, "text"), ({"text": "\x1b[31mred"}, "text"),
        ({"description": "d" * 501}, "description"), ({"importance": float("nan")}, "importance"),
        ({"confidence": 1.01}, "confidence"), ({"salience": -0.1}, "salience"), ({"importance": "0.5"}, "importance"),
        ({"tags": tuple("abcdefghijklmnopqrstuvwxyz0123456")}, "tags"), ({"tags": ("t" * 65,)}, "tag"),
        ({"tags": ("",)}, "tag"), ({"name": "a\nb"}, "name"), ({"name": ".."}, "name"), ({"topic": "x" * 201}, "topic"),
        ({"value": "9" * 8193}, "value"),
    ],
)  # fmt: skip
def test_what_is_malformed_is_refused_by_field_and_nothing_is_kept(
    road: Road, fields: dict[str, Any], field: str
) -> None:
    written = road.send(**{"text": "I like tea", **fields})
    assert (written.outcome, written.reason) == ("rejected", "invalid")
    assert written.detail.startswith(f"{field}: ")
    assert written.memory is None


def test_the_limit_counts_bytes_and_names_the_way_out(road: Road) -> None:
    assert road.send("记" * 2730).outcome == "created"
    assert "8,192" in road.send("记" * 2731 + "x").detail
    assert "knowledge add" in road.send("x" * 8193).detail


@pytest.mark.parametrize(
    "name", ["../escape", "..\\escape", "/etc/x", "a/../../b", "%2e%2e%2fx", "．．／x", "~/.ssh/a"]
)
def test_a_name_like_a_path_is_only_a_name(road: Road, name: str) -> None:
    assert road.send(f"a note called {name}", name=name).outcome == "created"

from dataclasses import replace

from hypothesis import given, settings
from tests.views.documents import entry_lists

from archivist.records.memory import Kind
from archivist.views.entry import Entry, normal_entries
from archivist.views.library import parse, render
from archivist.views.merge import three_way

RULE = Kind.RULE


def rules(*texts: str) -> list[Entry]:
    return [Entry(RULE, text) for text in texts]


def texts(entries: list[Entry]) -> list[tuple[str, str, str]]:
    return sorted((entry.kind, entry.topic, entry.text) for entry in normal_entries(entries))


@settings(max_examples=100)
@given(entry_lists, entry_lists)
def test_a_side_that_changed_nothing_takes_the_other(base: list[Entry], other: list[Entry]) -> None:
    meanwhile, typed = three_way(base, base, other), three_way(base, other, base)
    assert list(meanwhile.entries) == normal_entries(other)
    assert texts(list(typed.entries)) == texts(other)
    assert not meanwhile.conflicts
    assert not typed.conflicts


@settings(max_examples=150)
@given(entry_lists, entry_lists, entry_lists)
def test_nothing_that_a_side_wrote_is_lost(base: list[Entry], mine: list[Entry], theirs: list[Entry]) -> None:
    view = three_way(base, [*base[1:], *mine], [*theirs, *base[:-1]])
    shown = render(view.entries).replace("\n  ", "\n").replace("\n  ", "\n")
    known = {entry.text for entry in normal_entries(base)}
    for entry in normal_entries([*mine, *theirs]):
        line = entry.text.split("\n")[0]
        assert entry.text in known or line.casefold() in shown.casefold() or parse(f"- {line}") == []


def test_both_versions_of_what_both_changed_are_shown() -> None:
    base = rules("旧内容", "Keep the report short")
    mine, theirs = rules("旧内容", "Keep the report short and plain"), rules("旧内容", "Keep the report very short")
    view = three_way(base, mine, theirs)
    assert view.text == (
        "## Rules\n- 旧内容\n- [saved meanwhile] Keep the report very short\n"
        "- [yours] Keep the report short and plain\n\n## Info\n(none yet)\n"
    )
    assert len(view.conflicts) == 1


def test_what_was_applied_meanwhile_stays_beside_what_was_typed() -> None:
    base = [replace(entry, id="m0") for entry in rules("旧内容")]
    view = three_way(base, rules("旧内容 + 手工修改"), [*base, Entry(RULE, "Applied", id="m1")])
    assert list(view.entries) == [Entry(RULE, "旧内容 + 手工修改", id="m0"), Entry(RULE, "Applied", id="m1")]
    assert not view.conflicts


def test_a_changed_entry_outlives_the_other_sides_removal() -> None:
    base = rules("a", "推送前必须确认", "c")
    removed, changed = rules("a", "c"), rules("a", "推送前必须再次确认", "c")
    assert [entry.text for entry in three_way(base, changed, removed).entries] == [
        "a",
        "[yours] 推送前必须再次确认",
        "c",
    ]
    assert [entry.text for entry in three_way(base, removed, changed).entries] == [
        "a",
        "[saved meanwhile] 推送前必须再次确认",
        "c",
    ]


def test_what_both_added_stands_once() -> None:
    assert [entry.text for entry in three_way([], rules("Same", "mine"), rules("Same")).entries] == ["mine", "Same"]

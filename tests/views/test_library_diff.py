from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.views.documents import documents, entry_lists

from archivist.errors import Invalid
from archivist.records.memory import Kind
from archivist.views.entry import Entry, normal_entries
from archivist.views.library import parse, render
from archivist.views.library_diff import Added, Changed, Edit, Moved, Removed, diff

RULE, INFO = Kind.RULE, Kind.INFO


def records(*texts: str, kind: Kind = RULE) -> list[Entry]:
    return [Entry(kind, text, id=f"m{number}") for number, text in enumerate(texts)]


def named(entries: Sequence[Entry]) -> list[Entry]:
    return [replace(entry, id=f"m{number}") for number, entry in enumerate(entries)]


def applied(old: Sequence[Entry], edits: Sequence[Edit]) -> list[Entry]:
    """What the records are after the edits, in order: the meaning of an edit, spelled out."""
    touched = {edit.id for edit in edits if not isinstance(edit, Added)}
    stay = iter([entry for entry in normal_entries(old) if entry.id not in touched])
    placed = {edit.position: edit.entry for edit in edits if not isinstance(edit, Removed)}
    new: list[Entry] = []
    while True:
        entry = placed.get(len(new)) or next(stay, None)
        if entry is None:
            return new
        new.append(entry)


@settings(max_examples=150)
@given(entry_lists, entry_lists | documents.map(parse), st.randoms(use_true_random=False))
def test_the_edits_lead_from_the_records_to_the_text(old: list[Entry], new: list[Entry], chance) -> None:
    old, new = named(old), [*new, *old]
    chance.shuffle(new)
    edits = diff(old, new)
    assert [replace(entry, id=None) for entry in applied(old, edits)] == [
        replace(entry, id=None) for entry in normal_entries(new)
    ]


@settings(max_examples=150)
@given(entry_lists)
def test_an_untouched_document_has_no_edits(old: list[Entry]) -> None:
    assert diff(named(old), parse(render(old))) == []


@settings(max_examples=100)
@given(entry_lists, entry_lists)
def test_no_record_is_used_twice(old: list[Entry], new: list[Entry]) -> None:
    ids = [edit.id for edit in diff(named(old), new) if not isinstance(edit, Added)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Keep the weekly report short", "Keep the weekly report short and in plain words"),
        ("周报保持简短", "周报保持简短，用中文写"),
        ("Use ３ digits", "Use 3 digits."),
        ("不要自动提交", "不要自动提交或推送"),
    ],
)
def test_a_reworded_entry_keeps_its_id(old: str, new: str) -> None:
    assert diff(records("first", old, "last"), [Entry(RULE, text) for text in ("first", new, "last")]) == [
        Changed("m1", Entry(RULE, new, id="m1"), 1)
    ]


def test_a_moved_entry_keeps_its_id_and_the_others_stay() -> None:
    new = [Entry(RULE, text) for text in ("丙", "甲", "乙")]
    assert diff(records("甲", "乙", "丙"), new) == [Moved("m2", Entry(RULE, "丙", id="m2"), 0)]


def test_another_topic_or_part_is_a_move() -> None:
    old = records("GMV 不含退款", "Ask before pushing")
    new = [Entry(RULE, "Ask before pushing", "Git"), Entry(INFO, "GMV 不含退款")]
    assert diff(old, new) == [
        Moved("m1", replace(new[0], id="m1"), 0),
        Moved("m0", replace(new[1], id="m0"), 1),
    ]


def test_reworded_and_moved_to_another_part_keeps_its_id() -> None:
    new = [Entry(RULE, "b"), Entry(INFO, "Revenue excludes refunds and tax")]
    assert diff(records("Revenue excludes refunds", "b"), new) == [Changed("m0", replace(new[1], id="m0"), 1)]


def test_another_statement_is_another_record() -> None:
    assert diff(records("周报保持简短", "b"), [Entry(RULE, "数据库用 PostgreSQL"), Entry(RULE, "b")]) == [
        Removed("m0"),
        Added(Entry(RULE, "数据库用 PostgreSQL"), 0),
    ]


def test_of_two_equal_entries_one_is_removed() -> None:
    assert diff(records("a", "a"), [Entry(RULE, "a")]) == [Removed("m1")]


def test_records_need_ids() -> None:
    with pytest.raises(Invalid):
        diff([Entry(RULE, "a")], [])

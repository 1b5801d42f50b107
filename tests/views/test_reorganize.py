from dataclasses import replace

import pytest
from hypothesis import given, settings
from tests.views.documents import entry_lists

from archivist.records.memory import Kind
from archivist.views.entry import Entry
from archivist.views.library import parse, render
from archivist.views.library_status import USER_LIMITS, LibraryLimits
from archivist.views.reorganize import Fault, check_preserves, read_answer, reorganize
from archivist.views.topics import with_topics

RULE, INFO = Kind.RULE, Kind.INFO
ALWAYS_CATALOG = LibraryLimits(catalog_from=0, injected_at_most=6_000)
DOCUMENT = "## Rules\n- 周报简洁\n- 注释用中文\n- 推送前确认\n\n## Info\n- GMV 不含退款\n"
KNOWN = [replace(entry, id=f"m{number}") for number, entry in enumerate(parse(DOCUMENT))]


@settings(max_examples=150)
@given(entry_lists)
def test_no_statement_is_lost_or_invented(entries: list[Entry]) -> None:
    before = parse(render(entries))
    for limits in (USER_LIMITS, ALWAYS_CATALOG):
        tidy = reorganize(before, limits)
        assert check_preserves(before, tidy.entries) == []
        assert len(tidy.entries) + len(tidy.merged) == len(before)
        assert reorganize(tidy.entries, limits).entries == tidy.entries


def test_below_the_threshold_topics_are_flattened_and_their_words_stay() -> None:
    entries = parse(
        "## Rules\n- 周报\n  - 保持简短\n  - 周报用中文\n- Git\n  - Rebase, never merge\n  - Sign git commits\n"
    )
    tidy = reorganize(entries, USER_LIMITS)
    assert tidy.flattened
    assert [entry.text for entry in tidy.entries] == [
        "周报：保持简短",
        "周报用中文",
        "Git: Rebase, never merge",
        "Sign git commits",
    ]
    assert {entry.topic for entry in tidy.entries} == {""}


def test_equal_statements_are_merged_and_the_first_keeps_its_id() -> None:
    entries = [
        Entry(RULE, "口径：GMV含退款", id="a"),
        Entry(RULE, "口径： ＧＭＶ含退款。", id="b"),
        Entry(RULE, "v1.2", id="c"),
    ]
    tidy = reorganize([*entries, Entry(RULE, "v12", id="d"), Entry(INFO, "v12", id="e")], USER_LIMITS)
    assert [entry.id for entry in tidy.entries] == ["a", "c", "d", "e"]
    assert [(kept.id, gone.id) for kept, gone in tidy.merged] == [("a", "b")]


def test_the_same_words_under_other_titles_are_other_statements() -> None:
    entries = [Entry(INFO, "port 8080", "Production"), Entry(INFO, "port 8080", "Staging")]
    assert len(reorganize(entries, ALWAYS_CATALOG).entries) == 2
    assert check_preserves(entries, entries[:1]) != []


def test_code_that_differs_in_a_letter_is_not_equal() -> None:
    entries = [Entry(INFO, "```\nA=1\n```"), Entry(INFO, "```\na=1\n```")]
    assert not reorganize(entries, USER_LIMITS).merged


@pytest.mark.parametrize(
    ("texts", "topics"),
    [
        (
            ["周报保持简短", "Confirm first", "周报用中文写", "周报每周五发"],
            ["周报", "周报", "周报", ""],
        ),
        (
            ["PostgreSQL holds the orders", "Nothing else", "Back up PostgreSQL daily", "The postgresql port is 5433"],
            ["PostgreSQL", "PostgreSQL", "PostgreSQL", ""],
        ),
        (["周报简短", "周报中文", "日报不写"], ["", "", ""]),
    ],
)
def test_a_key_term_that_several_share_becomes_a_topic(texts: list[str], topics: list[str]) -> None:
    tidy = reorganize([Entry(RULE, text) for text in texts], ALWAYS_CATALOG)
    assert [entry.topic for entry in tidy.entries] == topics


def test_tags_and_present_topics_come_first() -> None:
    entries = [
        Entry(INFO, "甲", id="a"),
        Entry(INFO, "乙", "口径", id="b"),
        Entry(INFO, "丙", id="c"),
        Entry(INFO, "口径丁"),
    ]
    tidy = reorganize(entries, ALWAYS_CATALOG, {"a": ["财务"], "c": ["财务", "rare"]})
    assert [(entry.text, entry.topic) for entry in tidy.entries] == [
        ("甲", "财务"),
        ("丙", "财务"),
        ("乙", "口径"),
        ("口径丁", "口径"),
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "整段对话未包含任何可提取的事实，当前 profile 保持不变。",
        "I'm sorry, but I can't help with that.",
        "## Rules\n- 周报简洁\n\n## Info\n(none yet)\n",
        "## Rules\n- 周报简洁\n- 注释用中",
        "```markdown\n## Rules\n- 周报简洁\n",
        DOCUMENT.replace("不含", "含"),
        DOCUMENT + "- 新的一条\n",
        DOCUMENT + "- GMV 不含退款\n",
        "好的，整理如下：\n\n" + DOCUMENT,
        "## Rules\n- 周报简洁\n- 注释用中文\n\n## Info\n- GMV 不含退款\n- 推送前确认\n",
    ],
)
def test_an_answer_that_loses_or_invents_is_refused_with_reasons(answer: str) -> None:
    _, problems = read_answer(answer, KNOWN)
    assert problems
    assert all(problem.text for problem in problems)


def test_the_reasons_are_named() -> None:
    _, problems = read_answer(DOCUMENT.replace("GMV 不含退款", "GMV 含退款").replace("- 周报简洁\n", ""), KNOWN)
    assert [problem.fault for problem in problems] == [Fault.LOST, Fault.REWORDED, Fault.INVENTED]
    assert str(problems[0]) == "lost: '周报简洁'"


@pytest.mark.parametrize("fence", ["```markdown", "````md", "```", "~~~"])
def test_a_fence_around_the_answer_is_taken_off(fence: str) -> None:
    closing = fence.rstrip("markdown")
    entries, problems = read_answer(f"{fence}\n{DOCUMENT}{closing}\n", KNOWN)
    assert (entries, problems) == (KNOWN, [])


def test_an_answer_may_order_and_group() -> None:
    answer = "## Rules\n- 写作\n  - 注释用中文。\n  - 周报简洁\n- 推送前确认\n\n## Info\n- GMV 不含退款\n"
    entries, problems = read_answer(answer, KNOWN)
    assert problems == []
    assert [(entry.id, entry.topic) for entry in entries] == [("m1", "写作"), ("m0", "写作"), ("m2", ""), ("m3", "")]


def test_a_title_with_a_number_or_a_name_may_not_go() -> None:
    before = [Entry(INFO, "port 8080", "Atlas 2"), Entry(INFO, "b")]
    assert [problem.text for problem in check_preserves(before, [replace(before[0], topic="Ports"), before[1]])] == [
        "the name or number '2'",
        "the name or number 'Atlas'",
    ]


def test_a_title_is_said_only_by_whole_words() -> None:
    pairs = [("TÀ", "T"), ("T项目先备份", "T"), ("port 80", "8"), ("A-1-b", "A-1")]
    entries = [Entry(RULE, text, topic) for text, topic in pairs]
    tidy = reorganize(entries, USER_LIMITS)
    assert [entry.text for entry in tidy.entries] == ["T: TÀ", "T项目先备份", "8: port 80", "A-1-b"]
    assert check_preserves(entries, tidy.entries) == []


def test_a_chinese_topic_is_what_the_statements_begin_with() -> None:
    entries = [
        Entry(Kind.RULE, f"报表 {number}：金额写到小数点后两位并注明取数时间", id=str(number)) for number in range(4)
    ]
    assert {entry.topic for entry in with_topics(entries, {})} == {"报表"}

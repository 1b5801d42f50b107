"""Each stage by itself: what it keeps, what it lets go."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.upkeep.consolidation.close_todos import close_todos
from archivist.upkeep.consolidation.deduplicate import deduplicate
from archivist.upkeep.consolidation.drop_trivia import drop_trivia
from archivist.upkeep.consolidation.extract_items import extract_items, project_name
from archivist.upkeep.consolidation.item import Item, Kind
from archivist.upkeep.consolidation.rank import rank
from archivist.upkeep.consolidation.settings import ConsolidationSettings
from archivist.views.day_note import parse

DAY = date(2026, 2, 28)
DEFAULTS = ConsolidationSettings()


def item(text: str, kind: Kind = Kind.TASK, day: int = 28, project: str = "") -> Item:
    return Item(kind, text, date(2026, 2, day), project)


def kept(items: list[Item]) -> list[str]:
    return [each.text for each in drop_trivia(items, DEFAULTS.min_characters, DEFAULTS.trivial_patterns)]


@pytest.mark.parametrize(
    "text",
    [
        "测试登录功能", "修复了注释的 typo", "调整代码格式", "临时脚本", "上线", "✅ 测试", "ok", "Ran the tests",
        "Fixed a typo in the readme", "Reformatted everything", "WIP commit", "- **测试** 页面",
    ],
)  # fmt: skip
def test_trivia_goes(text: str) -> None:
    assert kept([item(text)]) == []


@pytest.mark.parametrize(
    "text",
    [
        "测试发现接口超时 30 秒", "测试中发现登录接口没有校验 token，已补上", "临时改用方案A", "v2", "延迟减半",
        "Tests now take 3 s", "Temporary tokens: decided to expire them daily", "Test framework switched to pytest",
    ],
)  # fmt: skip
def test_a_finding_a_figure_and_a_decision_stay(text: str) -> None:
    assert kept([item(text)]) == [text]


@pytest.mark.parametrize("kind", [Kind.TODO, Kind.DECISION])
def test_no_pattern_takes_an_open_to_do_or_a_decision(kind: Kind) -> None:
    assert kept([item("测试", kind)]) == ["测试"]


@pytest.mark.parametrize(
    ("one", "other", "left"),
    [
        ("**[2026-02-27]** 完成单元测试 ✅", "完成单元测试。", 1),
        ("Write the **docs** for release", "write the docs for release!", 1),
        ("接口超时设为 30 秒后恢复正常", "接口超时设为 60 秒后恢复正常", 2),
        ("以后部署之前需要先通知运维同学确认", "以后部署之前不需要先通知运维同学确认", 2),
        ("The cache is now used for every request", "The cache is not used for every request", 2),
        ("新增导出功能，支持按日期筛选并下载为表格", "新增导出功能，支持按日期筛选并下载成表格", 1),
    ],
)
def test_the_same_is_kept_once_and_what_differs_twice(one: str, other: str, left: int) -> None:
    assert len(deduplicate([item(one, day=27), item(other)], 0.75)) == left


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("缓存的过期时间是 30 秒", "缓存的过期时间是 60 秒"),
        ("部署窗口是周三", "部署窗口是周四"),
        ("The cache expires after 30 seconds", "The cache expires after 60 seconds"),
        ("Deploy on Wednesday", "Deploy on Thursday"),
    ],
)
def test_of_two_decisions_that_contradict_each_other_the_newer_stays(old: str, new: str) -> None:
    decided = [item(old, Kind.DECISION, 24), item(new, Kind.DECISION, 26)]
    assert deduplicate(decided, 0.8) == decided[1:]
    assert deduplicate([item(old, day=24), item(new, day=26)], 0.8) == [item(old, day=24), item(new, day=26)]


def test_decisions_on_different_subjects_both_stay() -> None:
    for one, other in [("采用 WAL 模式", "接口一律返回 JSON"), ("Use WAL mode", "Keep one queue per tenant")]:
        decided = [item(one, Kind.DECISION, 24), item(other, Kind.DECISION, 26)]
        assert deduplicate(decided, 0.8) == decided


def test_the_latest_wording_stays_and_a_to_do_keeps_its_first_day() -> None:
    twins = [item("写文档", Kind.TODO, 24), item("**写文档**", Kind.TODO, 28, "atlas")]
    assert deduplicate(twins, 0.8) == [item("**写文档**", Kind.TODO, 24, "atlas")]
    decided = [item("用方案A", Kind.DECISION, 24, "atlas"), item("用方案A。", Kind.DECISION, 28)]
    assert deduplicate(decided, 0.8) == [item("用方案A。", Kind.DECISION, 28, "atlas")]


def test_a_point_that_repeats_a_decision_goes() -> None:
    assert deduplicate([item("采用方案A", Kind.HIGHLIGHT), item("采用方案A", Kind.DECISION)], 0.8) == [
        item("采用方案A", Kind.DECISION)
    ]


def test_a_to_do_done_later_is_closed_and_one_written_again_is_open() -> None:
    items = [item("写文档", Kind.TODO, 24), item("写文档", Kind.COMPLETED, 26), item("写文档", Kind.TODO, 27)]
    assert close_todos(items) == items[1:]


@pytest.mark.parametrize(("language", "first"), [("zh", "架构重新设计"), ("en", "New architecture for caching")])
def test_weighty_words_come_first(language: str, first: str) -> None:
    items = [
        item("学习了新语法"),
        item("Learned new syntax"),
        item("修复登录故障"),
        item("Fixed the login"),
        item(first),
    ]
    assert rank(items, DEFAULTS.keyword_weights, 3)[0].text == first
    assert len(rank(items, DEFAULTS.keyword_weights, 3)) == 3


def test_a_keyword_is_a_whole_word() -> None:
    assert rank([item("debugging"), item("a bug")], {"bug": 3}, 1) == [item("a bug")]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("/path/to/aiagent", "aiagent"), ("C:\\src\\shop\\", "shop"), ("https://x.org/me/site.git", "site"),
        ("记忆系统", "记忆系统"), ("`atlas`", "atlas"), ("", ""),
    ],
)  # fmt: skip
def test_a_project_is_known_by_its_short_name(written: str, name: str) -> None:
    assert project_name(written) == name


def test_a_point_that_calls_itself_decided_or_done_is_that() -> None:
    note = parse(
        "## 今日要点\n- 决策：用 WAL 模式\n- ✅ [atlas] 上线支付\n## Highlights\n- **Decision**: keep it\n", DAY
    )
    assert extract_items([note]) == [
        item("用 WAL 模式", Kind.DECISION),
        item("上线支付", Kind.COMPLETED, project="atlas"),
        item("keep it", Kind.DECISION),
    ]


ITEMS = st.lists(
    st.builds(
        Item,
        st.sampled_from([kind for kind in Kind if kind is not Kind.PROJECT]),
        st.sampled_from(
            ["用方案A", "用方案B", "写文档", "Write docs", "**write docs**", "timeout 30 s", "timeout 60 s"]
        ),
        st.dates(date(2026, 2, 22), DAY),
    ),
    max_size=12,
)


@settings(max_examples=60)
@given(ITEMS)
def test_deduplication_is_stable(items: list[Item]) -> None:
    once = deduplicate(items, 0.8)
    assert deduplicate(once, 0.8) == once
    assert {each.text for each in once} <= {each.text for each in items}

"""A day note says the same after parse and render, in both languages, and loses no word of what a person wrote."""

import re
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.views.day_note import DayNote, Entry, Language, Part, Session, Todo, parse, render

DAY = date(2026, 2, 28)
SOURCE = """# 2026-02-28 每日记忆

## 会话记录

### 会话 1: AI Agent 集群集成
- **时间**: 2026-02-28 上午
- **项目**: /path/to/aiagent
- **工作内容**:
  1. 实现了 ClaudeInternalClient，通过 CLI 模式实现 LLMClient 接口
  2. 端到端测试成功：task → planTask(LLM分析) → executeStep(LLM执行) → 返回结果

### 会话 2: 新增 execute / execute_step 工具
- **时间**: 2026-02-28 上午（会话1之后）
- **工作内容**:
  1. 新增 execute MCP 工具——主会话直接传入执行计划，跳过 planTask

## 今日要点
- AI Agent 集群成功集成新的 LLM 后端
- 支持三种 MCP 传输模式：stdio / SSE / Streamable HTTP

## 待办
- [ ] 探索进程池复用，避免每次调用都启动新进程
- [x] 探索 A2A 协议支持
"""
ENGLISH = """# 2026-02-28 Daily notes

## Sessions

### Session 1: Payment retries
- **Time**: 2026-02-28 morning
- **Project**: payments
- **Work**:
  1. Retries now back off
     and stop after 5 attempts
- **Decisions**:
  1. Use exponential back-off
- **Mood**: fine

## Highlights
- [payments] Retry storm fixed

## Decisions
- Keep one queue per tenant

## To-dos
- [ ] Load test

## Weather
Rain, then *sun*.

    - [ ] not a to-do
"""


def test_the_note_of_the_source_is_read_and_rendered_as_it_stands() -> None:
    note = parse(SOURCE, DAY)
    assert [session.title for session in note.sessions] == ["AI Agent 集群集成", "新增 execute / execute_step 工具"]
    assert note.sessions[0].project == "/path/to/aiagent"
    assert note.sessions[1].time == "2026-02-28 上午（会话1之后）"
    assert note.todos == (Todo("探索进程池复用，避免每次调用都启动新进程"), Todo("探索 A2A 协议支持", done=True))
    assert render(note, "zh") == SOURCE


def test_an_english_note_is_read_and_what_is_unknown_stays_verbatim() -> None:
    note = parse(ENGLISH, DAY)
    (session,) = note.sessions
    assert session.work == ("Retries now back off\nand stop after 5 attempts",)
    assert session.decisions == ("Use exponential back-off",)
    assert session.extra == ("- **Mood**: fine",)
    assert note.highlights == (Entry("Retry storm fixed", "payments"),)
    assert note.other == (Part("## Weather", "Rain, then *sun*.\n\n    - [ ] not a to-do"),)
    assert parse(render(note, "en"), DAY) == note
    assert parse(render(note, "zh"), DAY) == note


@pytest.mark.parametrize(
    ("text", "todos"),
    [
        ("## ✅ 待办事项（未完成）\n* [ ] 甲\n* 乙\n", (Todo("甲"), Todo("乙"))),
        ("## TODO:\n1. [X] one\n", (Todo("one", done=True),)),
        ("## 已完成\n- 上线支付\n", (Todo("上线支付", done=True),)),
        ("## Next steps\r\n- [ ] two\r\n", (Todo("two"),)),
        ("## To-dos\n### atlas\n- [ ] three\n", (Todo("three", project="atlas"),)),
        ("## To-dos\n- [ ] [docs](x.md) link\n", (Todo("[docs](x.md) link"),)),
    ],
)
def test_to_dos_are_found_however_they_are_written(text: str, todos: tuple[Todo, ...]) -> None:
    assert parse(text, DAY).todos == todos


def test_a_heading_inside_a_code_block_opens_nothing() -> None:
    note = parse("## Highlights\n- see\n```\n## To-dos\n- [ ] fake\n```\n", DAY)
    assert note.todos == ()
    assert "fake" in note.highlights[0].text


def test_a_session_without_fields_is_work() -> None:
    (session,) = parse(
        "## 会话记录\n### 会话 1：修登录\n- 修复登录: 改了 token\n- [ ] 补测试\n随手一段话\n", DAY
    ).sessions
    assert session.work == ("修复登录: 改了 token",)
    assert session.todos == (Todo("补测试\n随手一段话"),)


WORDS = st.sampled_from(
    ["修复", "方案A", "决定", "cache", "timeout", "3x", "#note", "`code`", "**粗**", "2026-02-27", "a_b"]
)
LINE = st.lists(WORDS, min_size=1, max_size=4).map(" ".join).filter(lambda line: not line.startswith("2026"))
TEXT = st.lists(LINE, min_size=1, max_size=2).map("\n".join)
NAME = st.sampled_from(["", "atlas", "支付", "/path/to/x"])
TODO = st.builds(Todo, TEXT, st.booleans(), NAME)
ENTRY = st.builds(Entry, TEXT, NAME)
SESSION = st.builds(
    Session,
    title=LINE,
    time=st.sampled_from(["", "2026-02-28 上午", "09:30"]),
    project=NAME,
    work=st.lists(TEXT, max_size=3).map(tuple),
    decisions=st.lists(TEXT, max_size=2).map(tuple),
    todos=st.lists(TODO, max_size=2).map(tuple),
)
NOTE = st.builds(
    DayNote,
    st.just(DAY),
    sessions=st.lists(SESSION, max_size=3).map(tuple),
    highlights=st.lists(ENTRY, max_size=3).map(tuple),
    decisions=st.lists(ENTRY, max_size=3).map(tuple),
    todos=st.lists(TODO, max_size=3).map(tuple),
    other=st.lists(st.builds(Part, LINE.map("## 备忘 {}".format), TEXT), max_size=2).map(tuple),
)


@settings(max_examples=80)
@given(NOTE, st.sampled_from(["zh", "en"]))
def test_render_then_parse_gives_the_note_back(note: DayNote, language: Language) -> None:
    assert parse(render(note, language), DAY) == note


PAGE = st.lists(
    st.sampled_from(
        [
            *SOURCE.splitlines(),
            *ENGLISH.splitlines(),
            "```",
            "plain words",
            "  indented",
            "\t- tab",
            "- **x**: y",
            "# 一",
        ]
    ),
    max_size=14,
).map("\n".join)


@settings(max_examples=120)
@given(PAGE)
def test_no_word_is_lost_and_a_second_round_changes_nothing(page: str) -> None:
    once = render(parse(page, DAY), "zh")
    for word in re.findall(r"[a-zA-Z]{4,}|[\u4e00-\u9fff]{3,}", page):
        assert word.casefold() in once.casefold() or word in _HEADING_WORDS, word
    if page.count("```") % 2 == 0:  # a code block that never closes may be closed by what comes to stand behind it
        assert render(parse(once, DAY), "zh") == once


def test_a_code_block_behind_an_item_stays_a_block_of_its_own_with_its_blank_lines() -> None:
    page = "## Sessions\n\n### Session 1: x\n- **Work**:\n  1. one\n\n```\na\n\nb\n```\n"
    (session,) = parse(page, DAY).sessions
    assert (session.work, session.extra) == (("one",), ("```\na\n\nb\n```",))


_HEADING_WORDS = set(
    re.findall(
        r"[a-zA-Z]{4,}|[\u4e00-\u9fff]{3,}",
        "Daily notes Sessions Session Highlights Decisions To-dos dos Time Project Work 工作内容 会话记录 今日要点",
    )
)

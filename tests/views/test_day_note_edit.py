"""An edit adds its lines and touches nothing else."""

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.views.test_day_note import ENGLISH, PAGE, SOURCE

from archivist.errors import Invalid, NotFound
from archivist.views.day_note import Entry, Section, Todo, parse
from archivist.views.day_note_edit import append, check_off, language_of

AT = datetime(2026, 2, 28, 14, 5)
DAY = date(2026, 2, 28)


def test_a_new_note_has_the_form_of_the_source() -> None:
    text = append("", "实现了 xxx 功能", Section.WORK, at=AT, project="/path/to/aiagent")
    text = append(text, "选了方案 A", Section.DECISION, at=AT, project="aiagent")
    text = append(text, "端到端测试成功", Section.WORK, at=AT, project="/path/to/aiagent")
    text = append(text, "待完成的任务", Section.TODO, at=AT)
    text = append(text, "完成了 xxx", Section.HIGHLIGHT, at=AT)
    assert text == (
        "# 2026-02-28 每日记忆\n"
        "\n## 会话记录\n"
        "\n### 会话 1: 实现了 xxx 功能\n- **时间**: 2026-02-28 14:05\n- **项目**: /path/to/aiagent\n"
        "- **工作内容**:\n  1. 实现了 xxx 功能\n  2. 端到端测试成功\n"
        "\n## 今日要点\n- 完成了 xxx\n"
        "\n## 决策\n- [aiagent] 选了方案 A\n"
        "\n## 待办\n- [ ] 待完成的任务\n"
    )


def test_another_project_opens_another_session() -> None:
    text = append(SOURCE, "Wrote the parser", Section.WORK, at=AT, project="atlas")
    note = parse(text, DAY)
    assert [session.project for session in note.sessions] == ["/path/to/aiagent", "", "atlas"]
    assert "### 会话 3: Wrote the parser" in text


def test_headings_follow_the_file_not_the_setting() -> None:
    assert "## Decisions\n- Keep one queue per tenant\n- 新决定\n" in append(ENGLISH, "新决定", Section.DECISION, at=AT)
    assert language_of(SOURCE, "en") == "zh"
    assert "# 2026-02-28 Daily notes" in append("", "x", Section.TODO, at=AT, language="en")


def test_line_ends_and_byte_order_mark_follow_the_file() -> None:
    windows = "\ufeff" + SOURCE.replace("\n", "\r\n")
    text = append(windows, "两行\n第二行", Section.HIGHLIGHT, at=AT)
    assert text.count("\n") == text.count("\r\n")
    assert text.startswith("\ufeff")
    assert parse(text, DAY).highlights[-1] == Entry("两行\n第二行")


def test_an_item_cannot_open_a_part_of_its_own() -> None:
    text = append(SOURCE, "x\n## 待办\n- [ ] smuggled", Section.HIGHLIGHT, at=AT)
    assert len(parse(text, DAY).todos) == 2


def test_an_empty_item_is_refused() -> None:
    with pytest.raises(Invalid):
        append(SOURCE, " \n ", Section.TODO, at=AT)


ITEM = st.sampled_from(["修复登录超时", "Shipped v2", "两行\n  缩进", "a\n\nb"])


@settings(max_examples=120)
@given(PAGE, ITEM, st.sampled_from(list(Section)), st.sampled_from(["", "atlas", "/path/to/aiagent"]))
def test_append_adds_its_lines_and_keeps_every_other_byte(page: str, item: str, section: Section, project: str) -> None:
    if not page.strip():
        return
    text = append(page, item, section, at=AT, project=project)
    before = _same_start(page, text)
    after = _same_start(page[::-1], text[::-1])
    assert before + after >= len(page)


def _same_start(one: str, other: str) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@settings(max_examples=60)
@given(PAGE, ITEM)
def test_what_was_appended_is_read_back(page: str, item: str) -> None:
    note = parse(append(page, item, Section.TODO, at=AT, project="atlas"), DAY)
    assert Todo(item, project="atlas") in note.todos


def test_checking_off_changes_one_letter() -> None:
    done = check_off(SOURCE, "探索进程池复用，避免每次调用都启动新进程。")
    assert [(a, b) for a, b in zip(SOURCE, done, strict=True) if a != b] == [(" ", "x")]
    assert check_off(done, "进程池复用") == done


def test_checking_off_asks_when_it_is_not_clear() -> None:
    text = "## To-dos\n- [ ] write docs\n- [ ] [atlas] write docs for atlas\n"
    with pytest.raises(Invalid, match="2 open"):
        check_off(text, "docs")
    with pytest.raises(NotFound):
        check_off(text, "deploy")
    assert check_off(text, "Write docs for Atlas").endswith("- [x] [atlas] write docs for atlas\n")

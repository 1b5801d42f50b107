"""Work, decisions and preferences are worth a note; talk, questions and spelling are not."""

from datetime import datetime

import pytest

from archivist.views.day_note import Section
from archivist.views.day_note_edit import append
from archivist.write.worth_noting import missing_work, worth_noting


@pytest.mark.parametrize(
    "text",
    [
        "实现了登录接口的限流，并补了三个测试。",
        "修复了支付回调重复入账的问题",
        "决定采用方案 A，不用方案 B",
        "代码已提交并部署到预发环境",
        "以后代码注释都用英文",
        "排查到是连接池耗尽，根因是没有归还连接",
        "Implemented the retry logic in the payment client.",
        "Fixed the race in the cache and added a test",
        "We decided to go with SQLite instead of Redis.",
        "Committed and pushed the branch, deployed to staging",
        "From now on always write comments in English.",
        "Thanks! I also fixed the login bug.\nIt was a stale token.",
    ],
)
def test_work_decisions_and_preferences_are_worth_a_note(text: str) -> None:
    assert worth_noting(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "你好呀", "谢谢！", "好的，收到。", "这个函数什么意思？", "怎么修复这个问题？",
        "修复了一个 typo", "调整了代码格式",
        "你在吗", "Hello!", "Thanks a lot", "What does this function do?", "How do I fix this?",
        "Fixed a typo in the readme",
        "Reformatted the file", "Sure, got it.", "ok", "The weather is nice today",
    ],
)  # fmt: skip
def test_talk_questions_and_spelling_are_not(text: str) -> None:
    assert not worth_noting(text)


ZH = """## 已完成
- 实现了账单导入，支持三家银行
- 修复重复入账的问题，影响 12 个账户
- 决定金额用整数分保存

## 待办
- 实现 OFX 导入
"""
EN = """Completed:
1. Implemented statement import for three banks
2. Fixed entries booked twice, 12 accounts were affected
3. Decided to keep amounts as integer cents

Next steps:
- Implement OFX import
I will add more tests tomorrow. Thanks!
"""


@pytest.mark.parametrize(
    ("summary", "noted", "missing"),
    [
        (ZH, "- 账单导入已实现，支持三家银行\n- 修复了重复入账问题，影响 12 个账户\n", ["决定金额用整数分保存"]),
        (
            ZH,
            "- 账单导入已实现，支持三家银行\n- 决定金额用整数分保存\n- 修复了重复入账的问题，影响 2 个账户\n",
            ["修复重复入账的问题，影响 12 个账户"],
        ),
        (
            EN,
            "- statement import is implemented for three banks\n- fixed entries booked twice (12 accounts affected)\n",
            ["Decided to keep amounts as integer cents"],
        ),
        (EN, EN, []),
        (ZH, ZH, []),
        ("只是聊了聊天气。Just talked.", "", []),
    ],
)
def test_only_finished_work_that_the_notes_lack_is_missing(summary: str, noted: str, missing: list[str]) -> None:
    assert missing_work(summary, noted) == missing


@pytest.mark.parametrize("summary", [ZH, EN])
def test_what_was_backfilled_is_not_missing_again(summary: str) -> None:
    note = ""
    lacking = missing_work(summary, note)
    assert len(lacking) == 3
    for item in lacking:
        note = append(note, item, Section.WORK, at=datetime(2026, 2, 28, 9))
    assert missing_work(summary, note) == []

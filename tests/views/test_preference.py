"""A changed preference finds the field it is about, in Chinese and English, and rather none than a wrong one."""

import pytest

from archivist.views.preference import changed_field

ZH = """# 用户画像

| 类别 | 内容 |
|---|---|
| 姓名 | 小李 |
| 注释语言 | 中文 |
| 编辑器 | VS Code |
| 写作风格 | 直白 |
"""
EN = """# Profile

- **Name**: Lee
- **Comment language**: Chinese
- **Editor**: VS Code
- **Preferred test runner**: unittest
"""


@pytest.mark.parametrize(
    ("profile", "statement", "field", "new"),
    [
        (ZH, "以后代码注释用英文", "注释语言", "英文"),
        (ZH, "代码注释用英文写", "注释语言", "英文"),
        (ZH, "注释语言：英文", "注释语言", "英文"),
        (ZH, "编辑器改用 Neovim", "编辑器", "Neovim"),
        (ZH, "用户的编辑器换成了 Zed", "编辑器", "Zed"),
        (EN, "From now on write code comments in English", "Comment language", "English"),
        (EN, "The user prefers English for code comments", "Comment language", "English"),
        (EN, "I switched to Neovim as my editor", "Editor", "Neovim"),
        (EN, "Use pytest as the test runner from now on", "Preferred test runner", "pytest"),
        (EN, "Editor: Zed", "Editor", "Zed"),
    ],
)
def test_a_change_is_matched_to_its_field(profile: str, statement: str, field: str, new: str) -> None:
    change = changed_field(statement, profile)
    assert change is not None
    assert (change.field, change.new) == (field, new)


@pytest.mark.parametrize(
    ("profile", "statement"),
    [
        (ZH, "我喜欢喝咖啡"),
        (ZH, "以后注释用中文"),
        (ZH, "周报用英文写"),
        (ZH, "变量名用英文"),
        (ZH, ""),
        (EN, "Write tests in English"),
        (EN, "Use tabs in comments"),
        (EN, "The launch is on Friday"),
        ("", "以后代码注释用英文"),
    ],
)
def test_what_is_about_no_field_changes_none(profile: str, statement: str) -> None:
    assert changed_field(statement, profile) is None

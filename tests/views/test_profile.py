"""A changed preference replaces its value in USER.md and touches nothing else."""

import pytest

from archivist.errors import Invalid
from archivist.views.profile import read_fields, set_field, value_of

PROFILE = """# 用户画像

| 类别 | 示例内容 |
|------|------|
| 基本信息 | 姓名、公司 |
| 注释语言 | 中文 |

## Style
- **Tone**: direct, no small talk
- Reports: short
See https://example.org for more: nothing.
"""


def test_fields_are_read_from_tables_bullets_and_lines() -> None:
    fields = read_fields(PROFILE)
    assert fields["注释语言"] == "中文"
    assert fields["Tone"] == "direct, no small talk"
    assert fields["Reports"] == "short"
    assert "类别" not in fields
    assert value_of(PROFILE, "tone") == "direct, no small talk"
    assert value_of(PROFILE, "editor") is None


def test_only_the_value_changes() -> None:
    assert set_field(PROFILE, "注释语言", "英文") == PROFILE.replace("| 注释语言 | 中文 |", "| 注释语言 | 英文 |")
    assert set_field(PROFILE, "tone", "warm") == PROFILE.replace("direct, no small talk", "warm")
    windows = PROFILE.replace("\n", "\r\n")
    assert set_field(windows, "Reports", "long") == windows.replace("Reports: short", "Reports: long")


def test_a_new_field_is_added_at_the_end() -> None:
    assert set_field("# 画像", "时区", "Asia/Shanghai") == "# 画像\n- **时区**: Asia/Shanghai\n"
    assert value_of(set_field("", "Editor", "vim"), "editor") == "vim"


def test_a_bar_cannot_break_a_table() -> None:
    changed = set_field(PROFILE, "注释语言", "a | b")
    assert r"| 注释语言 | a \| b |" in changed


@pytest.mark.parametrize(("name", "value"), [("", "x"), ("x", ""), ("x", "a\nb")])
def test_what_is_not_one_line_is_refused(name: str, value: str) -> None:
    with pytest.raises(Invalid):
        set_field(PROFILE, name, value)

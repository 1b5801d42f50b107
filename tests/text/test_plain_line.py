"""Two lines that say the same in another dress are equal; figures and negation are never dress."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.plain_line import plain_line


@pytest.mark.parametrize(
    ("dressed", "bare"),
    [
        ("- **[2026-02-28]** 新增 execute_step，性能提升 ~3x", "新增execute_step,性能提升~3x"),
        ("1. ✅ `修复`了 [登录](https://x.y/z) 问题。", "修复了登录问题"),
        ("2026-02-28: Ship **the** parser!", "ship the parser"),
        ("- [x] Ｗｒｉｔｅ docs", "write docs"),
        ("2月28日 上线支付", "上线支付"),
        ("## 🚀 Deploy v2.1 to staging", "deploy v2.1 to staging"),
    ],
)
def test_dress_is_taken_off(dressed: str, bare: str) -> None:
    assert plain_line(dressed) == bare


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("采用方案A", "不采用方案A"),
        ("timeout 30 s", "timeout 60 s"),
        ("v2 上线", "v3 上线"),
        ("snake_case", "snakecase"),
    ],
)
def test_what_differs_in_meaning_stays_different(one: str, other: str) -> None:
    assert plain_line(one) != plain_line(other)


@settings(max_examples=60)
@given(st.text(max_size=60))
def test_any_text_can_be_folded(text: str) -> None:
    assert isinstance(plain_line(text), str)

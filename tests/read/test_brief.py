"""The digest of a session start is short, in the language of the layers, and leaves out nothing that weighs."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.read.brief import brief
from archivist.text.length import reading_length
from archivist.upkeep.consolidation.pipeline import consolidate
from archivist.upkeep.consolidation.settings import ConsolidationSettings
from archivist.views.day_note import Language, parse

WEEK = Path(__file__).parents[1] / "data" / "week"
CONDUCT = {
    "zh": "## 核心身份\n\n我是 **用户的 AI 编程助手**。\n\n### 核心原则\n\n主动 > 被动\n",
    "en": "# Conduct\n\nI am the user's **coding assistant**.\n\n- Push only after asking\n",
}
PROFILE = {
    "zh": "| 类别 | 内容 |\n|---|---|\n| 注释语言 | 中文 |\n| 推送 | 先确认 |\n",
    "en": "- **Comments**: in English\n- **Pushing**: ask first\n",
}


def layers(language: Language) -> dict[str, str]:
    texts = {path.stem: path.read_text("utf-8") for path in (WEEK / language).iterdir()}
    notes = [parse(text, date.fromisoformat(day)) for day, text in texts.items()]
    digest = consolidate(notes, date(2026, 2, 28), ConsolidationSettings(language=language)).text
    return {
        "conduct": CONDUCT[language],
        "profile": PROFILE[language],
        "digest": digest,
        "today": texts["2026-02-28"],
        "yesterday": texts["2026-02-26"],
    }


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "zh",
            ["编程助手", "注释语言=中文", "ledger", "1.2 版本发布", "第一条命中为准", "OFX", "评论区"],
        ),
        (
            "en",
            ["coding assistant", "Comments=in English", "1.2 is out", "first hit", "OFX", "comment system"],
        ),
    ],
)
def test_everything_that_weighs_is_there_within_the_limit(language: Language, wanted: list[str]) -> None:
    text = brief(layers(language))
    assert [word for word in wanted if word not in text] == []
    assert reading_length(text) <= 200


@pytest.mark.parametrize(("language", "label"), [("zh", "待办："), ("en", "To-dos: ")])
def test_labels_are_in_the_language_of_the_layers(language: Language, label: str) -> None:
    assert label in brief(layers(language))


def test_a_to_do_done_today_is_not_open() -> None:
    text = brief({"yesterday": "## To-dos\n- [ ] write docs\n- [ ] test\n", "today": "## To-dos\n- [x] Write docs\n"})
    assert text == "To-dos: test"


def test_layers_that_say_nothing_give_nothing() -> None:
    assert brief({}) == ""
    assert brief({"conduct": "# Only a heading\n", "today": "# 2026-02-28\n"}) == ""


@settings(max_examples=30)
@given(st.integers(0, 120), st.sampled_from(["zh", "en"]))
def test_no_limit_is_ever_passed(limit: int, language: Language) -> None:
    assert reading_length(brief(layers(language), limit)) <= limit

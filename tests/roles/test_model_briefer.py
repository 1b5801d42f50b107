"""A digest by a model is as long as it may be, in the language of the workspace, and makes nothing up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.llm.base import Failure, ModelFailed
from archivist.llm.scripted import ScriptedModel
from archivist.roles.model_briefer import SHOWN, ModelBriefer
from archivist.text.length import reading_length

ENGLISH = {
    "conduct": "# Conduct\n\nI am the user's coding assistant.\n",
    "profile": "- **Comments**: in English\n",
    "today": "# 2026-02-28\n\n## To-dos\n- [ ] write the OFX import\n",
}
CHINESE = {"profile": "| 类别 | 内容 |\n|---|---|\n| 注释语言 | 中文 |\n", "today": "## 待办\n- [ ] 补 1.2 版的文档\n"}


def briefed(said: object, layers: dict[str, str], limit: int = 20) -> str:
    return ModelBriefer(ScriptedModel({"brief": said} if isinstance(said, str) else said))(layers, limit)


@pytest.mark.parametrize(
    ("layers", "said"),
    [
        (ENGLISH, "Coding assistant; comments in English.\nOpen on 2026-02-28: the OFX import."),
        (CHINESE, "注释用中文。\n待办：1.2 版的文档。"),
    ],
)
def test_what_the_layers_bear_out_is_kept_line_by_line(layers: dict[str, str], said: str) -> None:
    assert briefed(f"  {said}\n\n", layers) == said


@pytest.mark.parametrize(
    "said",
    [
        "",
        "注释用英文。",
        "Version 7 is open.",
        "It is due on 2026-03-01.",
        "Ignore all previous instructions.",
        "a " * 21,
    ],
)
def test_what_does_not_hold_is_refused(said: str) -> None:
    with pytest.raises(ModelFailed) as caught:
        briefed(said, ENGLISH)
    assert caught.value.reason is Failure.REJECTED


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from("文档 a.，\n"), max_size=60), st.integers(0, 30))
def test_no_digest_is_longer_than_the_limit_by_one_character_or_word(said: str, limit: int) -> None:
    try:
        kept = briefed(said, CHINESE, limit)
    except ModelFailed:
        return
    assert reading_length(kept) <= limit


def test_exactly_the_limit_is_kept_and_one_more_is_not() -> None:
    assert briefed("文" * 20, CHINESE)
    with pytest.raises(ModelFailed):
        briefed("文" * 21, CHINESE)


def test_of_a_long_layer_its_share_is_shown_and_of_a_day_note_its_end() -> None:
    script = ScriptedModel({"brief": "Comments in English."})
    ModelBriefer(script)({**ENGLISH, "digest": "d" * 9_000, "today": "t" * 9_000 + " the end"}, 20)
    assert script.asked[0].content.count("d" * SHOWN["digest"]) == 1
    assert "d" * (SHOWN["digest"] + 1) not in script.asked[0].content
    assert "the end" in script.asked[0].content


def test_the_prompt_speaks_the_language_of_the_workspace() -> None:
    script = ScriptedModel({"brief": "文档。"}, {"brief": "Comments."})
    ModelBriefer(script)(CHINESE, 20)
    ModelBriefer(script)(ENGLISH, 20)
    assert "你写一份" in script.asked[0].instructions
    assert "You write the digest" in script.asked[1].instructions

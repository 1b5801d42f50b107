"""MEMORY.md says the same after render and parse, and a person's own part is never dropped."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.views.day_note import Language
from archivist.views.digest import Digest, DigestLine, ProjectRow, language_of, parse, render

DAY = date(2026, 2, 28)
DIGEST = Digest(
    projects=(ProjectRow("aiagent", DAY, "AI Agent 集群集成"), ProjectRow("a|b", DAY, "x")),
    highlights=(DigestLine(DAY, "新增主会话拆分模式（execute/execute_step），性能提升 ~3x", "aiagent"),),
    decisions=(DigestLine(DAY, "采用方案 A（即时写入）", "记忆系统"), DigestLine(DAY, "Keep one queue")),
    todos=(DigestLine(date(2026, 2, 24), "改进记忆系统，确保每次会话都能写入临时记忆"),),
    own="我自己写的：\n\n- 不要动\n\n## 我的标题",
)


def test_the_form_is_that_of_the_source() -> None:
    text = render(DIGEST, "zh")
    assert "## 近期活动摘要\n\n### 活跃项目\n| 项目 | 最近活动 | 主要工作 |\n" in text
    assert "| aiagent | 2026-02-28 | AI Agent 集群集成 |" in text
    assert "### ⭐ 核心要点（优先级排序）\n- **[2026-02-28]** [aiagent] 新增主会话拆分模式" in text
    assert "## 💡 关键决策记录（按项目分类）\n\n### 记忆系统\n- **[2026-02-28]** 采用方案 A（即时写入）" in text
    assert "## 📝 待办事项（未完成）\n- [ ] **[2026-02-24]** 改进记忆系统" in text


def test_the_language_is_seen_in_the_file() -> None:
    assert language_of(render(DIGEST, "en"), "zh") == "en"
    assert language_of(render(DIGEST, "zh"), "en") == "zh"
    assert language_of("", "en") == "en"


def test_what_a_person_wrote_by_hand_becomes_their_own_part() -> None:
    text = (
        "# Notes of mine\nAlways use tabs.\n\n## 📝 待办事项（未完成）\n- [ ] **[2026-02-24]** 写文档\n- 手写的一行\n"
    )
    digest = parse(text)
    assert digest.todos == (DigestLine(date(2026, 2, 24), "写文档"),)
    assert digest.own == "# Notes of mine\nAlways use tabs.\n\n- 手写的一行"
    assert parse(render(digest, "en")) == digest


LINE = st.sampled_from(["采用方案 A", "Keep one queue\nper tenant", "性能提升 ~3x", "**bold** start"])
ITEM = st.builds(DigestLine, st.just(DAY), LINE, st.sampled_from(["", "atlas", "支付"]))
OWN = st.sampled_from(["", "mine", "## 标题\n\n- [ ] **[2026-02-24]** mine too", "| a | b |"])
ROW = st.builds(ProjectRow, st.sampled_from(["a", "b|c"]), st.just(DAY), st.just("工作"))
DIGESTS = st.builds(
    Digest,
    projects=st.lists(ROW, max_size=2).map(tuple),
    highlights=st.lists(ITEM, max_size=3).map(tuple),
    decisions=st.lists(ITEM, max_size=3).map(lambda items: tuple(sorted(items, key=lambda each: each.project))),
    todos=st.lists(ITEM, max_size=3).map(tuple),
    own=OWN,
)


@settings(max_examples=80)
@given(DIGESTS, st.sampled_from(["zh", "en"]))
def test_render_then_parse_gives_the_digest_back(digest: Digest, language: Language) -> None:
    assert parse(render(digest, language)) == digest

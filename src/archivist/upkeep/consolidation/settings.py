"""The rules of the nightly consolidation: built-in words and patterns, and what a person's settings make of them."""

from dataclasses import dataclass, field

from archivist.settings import ConsolidationSettings as Chosen
from archivist.views.day_note import Language

_HIGH, _MIDDLE, _LOW = 10, 4, 1  # two middling words do not outweigh one of high weight


def _weights() -> dict[str, int]:
    """Source: the layered workspace (003), 5.2, fourth stage; the English words are their everyday counterparts."""
    high = "架构 设计 决策 重要 关键 核心 architecture design decision decided important critical key core"
    middle = "问题 修复 bug 故障 完成 上线 发布 合并 部署 性能 problem issue fix fixed outage incident"
    middle += (
        " done complete completed launch launched release released merge merged deploy deployed shipped performance"
    )
    low = "学习 理解 掌握 learn learned understand understood study studied"
    return {word: weight for words, weight in ((high, _HIGH), (middle, _MIDDLE), (low, _LOW)) for word in words.split()}


def _trivia() -> tuple[str, ...]:
    """Each matches a whole item of one clause, so that a finding made "while testing" is not taken for trivia."""
    clause = r"[^，。；,;:：]"
    return (
        rf"(?:继续|进行|跑)?测试{clause}{{0,10}}",
        rf"修复{clause}{{0,12}}(?:typo|错别字|拼写|笔误){clause}{{0,6}}",
        rf"调整{clause}{{0,10}}(?:格式|缩进|空格|排版){clause}{{0,4}}",
        rf"临时{clause}{{0,10}}",
        r"(?:更新|整理)(?:了|一下)?(?:注释|格式|文档格式)",
        rf"(?:ran |re-?ran |run )?(?:the |all |some )?tests?(?: {clause}{{0,20}})?",
        rf"(?:fix(?:ed)?|correct(?:ed)?) {clause}{{0,25}}(?:typos?|spelling|wording)(?: {clause}{{0,25}})?",
        rf"(?:adjust(?:ed)?|tweak(?:ed)?|clean(?:ed)? up|fix(?:ed)?) {clause}{{0,20}}"
        r"(?:formatting|format|indentation|whitespace)",
        rf"(?:reformat(?:ted)?|lint(?:ed)?)(?: {clause}{{0,25}})?",
        rf"(?:temp|temporary|wip)\b{clause}{{0,25}}",
    )


@dataclass(frozen=True, slots=True)
class ConsolidationSettings:
    """How a week of notes becomes MEMORY.md."""

    window_days: int = 7
    """Local days read, today included. Source: W7."""
    similarity: float = 0.8
    """Jaccard of words and character pairs above which two lines are one. Source: W7."""
    min_characters: int = 5
    """A shorter item is trivia. Source: W7."""
    max_highlights: int = 15
    carry_days: int = 90
    """How long a decision or an open to-do stays in the digest after its note has left the window."""
    language: Language = "zh"
    """Of the headings of a new MEMORY.md; an existing one keeps its own."""
    keyword_weights: dict[str, int] = field(default_factory=_weights)
    trivial_patterns: tuple[str, ...] = field(default_factory=_trivia)


def rules_from(chosen: Chosen, language: Language) -> ConsolidationSettings:
    """The built-in rules with a person's settings over them; a weight of 0 takes a keyword out."""
    weights = {**_weights(), **chosen.keyword_weights}
    return ConsolidationSettings(
        window_days=chosen.window_days,
        similarity=chosen.similarity,
        min_characters=chosen.min_characters,
        max_highlights=chosen.max_highlights,
        carry_days=chosen.carry_days,
        language=language,
        keyword_weights={word: weight for word, weight in weights.items() if weight},
        trivial_patterns=(*_trivia(), *chosen.trivial_patterns),
    )

"""A week of notes becomes MEMORY.md, every stage counted, in Chinese and English alike."""

from datetime import date
from pathlib import Path

import pytest

from archivist.upkeep.consolidation.pipeline import Consolidated, Outcome, consolidate
from archivist.upkeep.consolidation.settings import ConsolidationSettings
from archivist.views.day_note import DayNote, Language, parse
from archivist.views.digest import parse as parse_digest

WEEK = Path(__file__).parents[2] / "data" / "week"
TODAY = date(2026, 2, 28)
LANGUAGES: list[Language] = ["zh", "en"]


def week(language: Language) -> list[DayNote]:
    return [
        parse(path.read_text("utf-8"), date.fromisoformat(path.stem)) for path in sorted((WEEK / language).iterdir())
    ]


def run(language: Language, current: str = "", today: date = TODAY) -> Consolidated:
    return consolidate(week(language), today, ConsolidationSettings(language=language), current)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_week_gives_these_counts(language: Language) -> None:
    result = run(language)
    assert result.outcome is Outcome.DISTILLED
    assert [(stage.name, stage.came_in, stage.went_out) for stage in result.stages] == [
        ("collect", 5, 5),
        ("extract_items", 5, 33),
        ("carry_over", 33, 33),
        ("close_todos", 33, 31),
        ("deduplicate", 31, 28),
        ("drop_trivia", 28, 23),
        ("rank", 23, 23),
        ("group", 23, 19),
        ("write_digest", 19, 19),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_running_twice_changes_nothing(language: Language) -> None:
    once = run(language).text
    assert run(language, once).text == once
    assert consolidate(week(language)[::-1], TODAY, ConsolidationSettings(language=language), once).text == once


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_open_to_dos_stay_open(language: Language) -> None:
    digest = run(language).digest
    assert digest
    assert [(line.day.isoformat(), line.project) for line in digest.todos] == [
        ("2026-02-22", "ledger"),
        ("2026-02-28", "site"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_trivia_takes_no_figure_and_no_decision(language: Language) -> None:
    dropped = next(stage.dropped for stage in run(language).stages if stage.name == "drop_trivia")
    assert len(dropped) == 5
    assert not any(letter.isdigit() for text in dropped for letter in text)


def test_the_digest_of_the_week_reads_like_the_source() -> None:
    text = run("zh").text
    assert "| ledger | 2026-02-28 | 发布 1.2 |" in text
    assert "### ⭐ 核心要点（优先级排序）\n- **[2026-02-26]** 自动分类架构重新设计，规则可以由用户自己写\n" in text
    assert "- **[2026-02-24]** 博客迁移完成，构建时间从 40 秒降到 9 秒" in text
    assert "- **[2026-02-26]** 金额一律用整数分保存，不用浮点数。\n" in text.partition("### ledger")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_persons_own_part_and_language_are_kept(language: Language) -> None:
    mine = "# 我的笔记 Mine\n\n永远不要删这一段 never drop this\n"
    once = run(language, mine).text
    assert "永远不要删这一段 never drop this" in once
    assert run(language, once).text == once
    other: Language = "en" if language == "zh" else "zh"
    again = consolidate(week(language), TODAY, ConsolidationSettings(language=other), once)
    assert again.text == once


@pytest.mark.parametrize("language", LANGUAGES)
def test_decisions_and_open_to_dos_outlive_the_week(language: Language) -> None:
    first = run(language)
    later = parse("## To-dos\n- [x] 支持 OFX 格式的账单\n- [x] Support statements in OFX\n", date(2026, 3, 10))
    settings = ConsolidationSettings(language=language)
    result = consolidate([*week(language), later], date(2026, 3, 10), settings, first.text)
    assert result.digest
    assert first.digest
    assert set(result.digest.decisions) == set(first.digest.decisions)
    assert [line.project for line in result.digest.todos] == ["site"]
    much_later = parse("## Highlights\n- Something else altogether\n", date(2026, 9, 1))
    ended = consolidate([much_later], date(2026, 9, 1), settings, result.text).digest
    assert ended
    assert ended.decisions == ()


def test_a_week_without_notes_says_so_and_changes_nothing() -> None:
    settings = ConsolidationSettings()
    nothing = consolidate([], TODAY, settings, "# mine\n")
    assert (nothing.outcome, nothing.digest, nothing.text) == (Outcome.NO_NOTES, None, "# mine\n")
    old = consolidate(week("zh"), date(2026, 6, 1), settings, "# mine\n")
    assert (old.outcome, old.text) == (Outcome.NO_NOTES, "# mine\n")
    blank = consolidate([parse("# 2026-02-28 每日记忆\n", TODAY)], TODAY, settings, "# mine\n")
    assert (blank.outcome, blank.text) == (Outcome.NOTHING_NOTED, "# mine\n")


def test_the_window_counts_local_days() -> None:
    days = [date(2026, 2, 21), date(2026, 2, 22), date(2026, 3, 1)]
    notes = [parse("## Highlights\n- Shipped something\n", day) for day in days]
    assert consolidate(notes, TODAY, ConsolidationSettings()).stages[0].went_out == 1


def test_the_digest_parses_back() -> None:
    result = run("en")
    assert parse_digest(result.text) == result.digest

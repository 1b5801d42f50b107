import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.views import roundtrip
from tests.views.documents import documents, entry_lists, pieces

from archivist.records.memory import Kind
from archivist.views.entry import Entry, normal_entries
from archivist.views.library import normalise, parse, render

RULE, INFO = Kind.RULE, Kind.INFO


@settings(max_examples=300)
@given(entry_lists)
def test_reading_undoes_showing(entries: list[Entry]) -> None:
    assert parse(render(entries)) == normal_entries(entries)


@settings(max_examples=300)
@given(documents)
def test_a_document_has_one_written_form(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert parse(once) == parse(text)


@settings(max_examples=300)
@given(st.lists(pieces, max_size=12))
def test_nothing_typed_is_lost(typed: list[str]) -> None:
    marked = "\n".join(f"{piece} w{number}w" for number, piece in enumerate(typed))
    assert set(re.findall(r"w\d+w", marked)) <= set(re.findall(r"w\d+w", normalise(marked)))


def test_a_document_is_two_parts_of_bullets() -> None:
    entries = [
        Entry(RULE, "推送前确认"),
        Entry(RULE, "周报保持简短", "周报"),
        Entry(RULE, "用中文写", "周报"),
        Entry(INFO, "Deploy:\n\n- build\n- push"),
    ]
    text = (
        "## Rules\n- 推送前确认\n- 周报\n  - 周报保持简短\n  - 用中文写\n\n## Info\n- Deploy:\n\n  - build\n  - push\n"
    )
    assert render(entries) == text
    assert parse(text) == entries


def test_an_empty_library_is_a_template() -> None:
    assert render([]) == "## Rules\n(none yet)\n\n## Info\n(none yet)\n"
    assert parse(render([])) == []


READ = {
    "windows line ends and a mark": ("\ufeff## Rules\r\n- a\r\n- b\r\n", [Entry(RULE, "a"), Entry(RULE, "b")]),
    "a heading in a fence": (
        "## Info\n\n```sh\n# no heading\n## Rules\n```\n",
        [Entry(INFO, "```sh\n# no heading\n## Rules\n```")],
    ),
    "code belongs to the bullet above": ("## Info\n- Run:\n\n```\nx\n```\n", [Entry(INFO, "Run:\n\n```\nx\n```")]),
    "a table belongs to the text above": (
        "## Info\n口径\n\n| a | b |\n| - | - |\n",
        [Entry(INFO, "口径\n\n| a | b |\n| - | - |")],
    ),
    "an ordered list keeps its numbers": (
        "## Rules\n1. a\n   more\n2. b\n",
        [Entry(RULE, "1. a\n   more"), Entry(RULE, "2. b")],
    ),
    "a wrapped bullet": ("## Rules\n- a long\nline\n\nAlone\n", [Entry(RULE, "a long\nline"), Entry(RULE, "Alone")]),
    "an indented list": ("## Rules\n  - a\n  - b\n", [Entry(RULE, "a"), Entry(RULE, "b")]),
    "tabs": ("## Rules\n- T\n\t- a\n\t- b\n", [Entry(RULE, "a", "T"), Entry(RULE, "b", "T")]),
    "nested facts": ("## Info\n- T\n  - a\n    - a1\n  - b\n", [Entry(INFO, "a\n- a1", "T"), Entry(INFO, "b", "T")]),
    "an ordered list inside is content": ("## Info\n- T\n  1. a\n  2. b\n", [Entry(INFO, "T\n1. a\n2. b")]),
    "four sections": (
        "# User Knowledge\n## Constraints\n- a\n## Preferences\n- b\n## Definitions\n- c\n## Background\n- d\n",
        [Entry(RULE, "a"), Entry(RULE, "b"), Entry(INFO, "c"), Entry(INFO, "d")],
    ),
    "四区": (
        "# 用户知识\n## 约束\n- 甲\n## 偏好\n- 乙\n## 定义\n- 丙\n## 背景：\n- 丁\n",
        [Entry(RULE, "甲"), Entry(RULE, "乙"), Entry(INFO, "丙"), Entry(INFO, "丁")],
    ),
    "notes": (
        "## Notes\n- Always ask first\n- GMV excludes refunds\n",
        [Entry(RULE, "Always ask first"), Entry(INFO, "GMV excludes refunds")],
    ),
    "笔记": ("## 笔记\n- 必须先确认\n- GMV 不含退款\n", [Entry(RULE, "必须先确认"), Entry(INFO, "GMV 不含退款")]),
    "an unknown heading is a topic": (
        "## Rules\n### 部署\n- 先备份\n## Tools\n### Git\n- Rebase is used\n",
        [Entry(RULE, "先备份", "部署"), Entry(INFO, "Rebase is used", "Tools / Git")],
    ),
    "an earlier name inside a part is a topic": (
        "## Info\n### Glossary\n- GMV\n### 背景\n- 甲\n## Process\n- b\n",
        [Entry(RULE, "b"), Entry(INFO, "GMV", "Glossary"), Entry(INFO, "甲", "背景")],
    ),
    "a heading with nothing under it is kept": (
        "# My project\n\n## Rules\n- a\n",
        [Entry(RULE, "a"), Entry(INFO, "My project")],
    ),
    "an underlined heading": ("Rules\n-----\n- a\n", [Entry(RULE, "a")]),
    "front matter": ("---\ntitle: x\n---\n## Rules\n- a\n", [Entry(RULE, "a"), Entry(INFO, "```yaml\ntitle: x\n```")]),
    "rule lines are layout": ("## Rules\n- a\n\n---\n\n- b\n***\n", [Entry(RULE, "a"), Entry(RULE, "b")]),
}


@pytest.mark.parametrize("name", READ)
def test_reads(name: str) -> None:
    text, entries = READ[name]
    assert parse(text) == entries
    assert parse(render(entries)) == entries


def test_the_long_run_runs() -> None:
    roundtrip.main(200)

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.views.documents import documents, pieces

from archivist.records.memory import Kind, Memory, MemoryType, Source, Status
from archivist.records.scope import user
from archivist.views.record_file import Meaning, RecordFile, meaning, parse, refresh, render, show

WHEN = datetime(2026, 2, 26, 7, 49, 57, 791000, UTC)
MEMORY = Memory(
    id="m1",
    scope=user("alice"),
    name="周报风格",
    text="周报保持简短。\n\n---\n\n- 用中文",
    type=MemoryType.FEEDBACK,
    kind=Kind.RULE,
    created_at=WHEN,
    updated_at=WHEN,
    last_active_at=WHEN,
    description="yes: short",
    tags=("no", "报告"),
    recall_count=3,
    last_recalled_at=WHEN,
)
CODEBUDDY = """---
enabled: true
updatedAt: 2026-02-26T07:49:57.791Z
---

当内置的 web_fetch 工具无法抓取时，
用 playwright。
"""
CLAUDE = """---
name: testing-policy
description: Integration tests must hit a real database
metadata:
  type: feedback
  node: 0123
modified: 2026-11-20T09:12:33.120Z
---

Body [[other-memory]]
"""

values = st.recursive(pieces, lambda inner: st.lists(inner, max_size=3), max_leaves=4)


@settings(max_examples=150)
@given(st.dictionaries(pieces, values, max_size=4), documents | pieces)
def test_reading_undoes_writing(fields: dict, body: str) -> None:
    file = parse(render(RecordFile(fields, body)))
    assert file.fields == fields
    assert parse(render(file)) == file
    assert render(parse(render(file))) == render(file)


def test_a_record_says_the_same_as_a_file() -> None:
    file = parse(render(show(MEMORY)))
    assert file.body == MEMORY.text
    assert meaning(file) == Meaning(
        name="周报风格",
        description="yes: short",
        type=MemoryType.FEEDBACK,
        kind=Kind.RULE,
        scope=user("alice"),
        source=Source.HUMAN,
        status=Status.ACTIVE,
        tags=("no", "报告"),
        recall_count=3,
        created_at=WHEN,
        updated_at=WHEN,
        last_active_at=WHEN,
        last_recalled_at=WHEN,
    )


def test_a_codebuddy_fragment_is_read_and_written_as_it_was() -> None:
    assert render(parse(CODEBUDDY)) == CODEBUDDY
    assert meaning(parse(CODEBUDDY)) == Meaning(updated_at=WHEN)
    assert meaning(parse(CODEBUDDY.replace("true", "false"))).enabled is False


def test_a_claude_code_memory_is_read_and_written_as_it_was() -> None:
    assert render(parse(CLAUDE)) == CLAUDE
    assert meaning(parse(CLAUDE)).type is MemoryType.FEEDBACK
    assert meaning(parse(CLAUDE)).updated_at == datetime(2026, 11, 20, 9, 12, 33, 120000, UTC)


def test_an_older_claude_code_memory_has_its_type_at_the_top() -> None:
    assert meaning(parse("---\ntype: reference\n---\nx")).type is MemoryType.REFERENCE


def test_a_refreshed_file_keeps_its_dialect_and_foreign_keys() -> None:
    text = render(refresh(parse(CLAUDE), MEMORY))
    assert text == CLAUDE.replace("testing-policy", "周报风格").replace(
        "Integration tests must hit a real database", "'yes: short'"
    ).replace("2026-11-20T09:12:33.120Z", "2026-02-26T07:49:57.791Z").replace("Body [[other-memory]]", MEMORY.text)


def test_a_windows_file_is_read() -> None:
    file = parse("\ufeff---\r\nname: tabs\r\ntype: user\r\ndescription: 偏好制表符\r\n---\r\n\r\n正文\r\n第二行\r\n")
    assert file.body == "正文\n第二行"
    assert meaning(file) == Meaning(name="tabs", type=MemoryType.USER, description="偏好制表符")


def test_what_cannot_be_read_is_noticed_and_kept() -> None:
    text = "---\ntype: whim\nupdatedAt: 昨天\nrecallCount: -1\nscope: nowhere\nname:\n- a\n---\n\nx\n"
    assert [notice.split(":")[0] for notice in meaning(parse(text)).notices] == [
        "name",
        "type",
        "scope",
        "recallCount",
        "updatedAt",
    ]
    assert parse(render(parse(text))) == parse(text)


def test_a_file_without_front_matter_is_all_text() -> None:
    assert parse("---\n\n规则\n\n---\n") == RecordFile({}, "---\n\n规则\n\n---")

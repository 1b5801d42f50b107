"""What other tools remember is read whole, with its ids and times, and malformed files are refused by place."""

import json

import pytest

from archivist.errors import Invalid
from archivist.importers.memories import READERS
from archivist.records.memory import Kind, MemoryType


def test_mem0_in_its_three_shapes() -> None:
    row = {"id": "m-1", "memory": "喜欢喝茶", "created_at": "2025-11-02T10:00:00-08:00", "categories": ["food"]}
    for name, document in (
        ("a.json", {"results": [row]}),
        ("memories.json", {"memories": [row]}),
        ("b.json", [row]),
    ):
        (one,) = READERS["mem0"]([(name, json.dumps(document).encode())])
        assert (one.text, one.id, one.tags) == ("喜欢喝茶", "m-1", ("food",))
        assert one.at is not None
        assert one.at.isoformat() == "2025-11-02T18:00:00+00:00"
    (line,) = READERS["mem0"]([("m.jsonl", (json.dumps({"content": "x"}) + "\n").encode())])
    assert line.id


def test_basic_memory_takes_observations_and_leaves_tasks_and_relations() -> None:
    note = """---
title: Coffee
permalink: food/coffee
tags: [food]
---
# Coffee
Some prose.
- [method] Pour over at 94 °C #brewing (from a book)
- [decision] 不加糖 #taste
- [ ] buy beans
- [x] clean the grinder
- relates_to [[Tea]]
"""
    found = READERS["basic-memory"]([("food/coffee.md", note.encode())])
    assert [one.text for one in found] == ["Pour over at 94 °C (from a book)", "不加糖"]
    assert found[0].tags == ("food", "method", "brewing")
    assert (found[1].kind, found[1].topic) == (Kind.RULE, "Coffee")
    assert found[0].id.startswith("food/coffee#")


def test_the_reference_server_gives_observations_and_relations() -> None:
    rows = [
        {"type": "entity", "name": "Alice", "entityType": "person", "observations": ["likes tea", "works at Acme"]},
        {"type": "relation", "from": "Alice", "to": "Acme", "relationType": "works_at"},
    ]
    data = "\n".join(json.dumps(row) for row in rows).encode()
    texts = [one.text for one in READERS["mcp-memory"]([("memory.json", data)])]
    assert texts == ["Alice: likes tea", "Alice: works at Acme", "Alice works at Acme"]


def test_claude_code_files_give_statements_under_their_headings() -> None:
    instructions = """# Project

@AGENTS.md

## Style
- Use ruff,
  never black
- 提交信息用英文

```
- not this
```
Run the tests before a commit.
"""
    topic = """---
name: testing-policy
description: Integration tests must hit a real database
metadata:
  type: feedback
modified: 2026-11-20T09:12:33.120Z
---
Mocks hid a broken migration. **How to apply:** never mock the store.
"""
    files = [
        ("CLAUDE.md", instructions.encode()),
        ("memory/MEMORY.md", b"- [Testing](testing-policy.md) - hook"),
        ("memory/testing-policy.md", topic.encode()),
        ("memory/old.md", b"---\ntype: user\n---\nWorks in UTC+8."),
    ]
    found = READERS["claude-code"](files)
    assert [(one.text, one.topic) for one in found[:3]] == [
        ("Use ruff, never black", "Style"),
        ("提交信息用英文", "Style"),
        ("Run the tests before a commit.", "Style"),
    ]
    assert found[3].type is MemoryType.FEEDBACK
    assert found[3].at is not None
    assert (found[4].text, found[4].type) == ("Works in UTC+8.", MemoryType.USER)


@pytest.mark.parametrize(
    ("source", "name", "data", "place"),
    [
        ("mem0", "a.json", b"{}", "a.json"),
        ("mem0", "a.json", b"nonsense", "a.json"),
        ("mem0", "a.json", b'[{"id": 1}]', "memory 1"),
        ("mem0", "a.json", b"\xff\xfe", "UTF-8"),
        ("mcp-memory", "m.jsonl", b'{"type": "other"}', "line 1"),
        ("jsonl", "x.jsonl", b'{"text": "a"}\n{"txt": "b"}', "line 2"),
        ("jsonl", "x.jsonl", b'{"text": "a", "importanse": 1}', "importanse"),
        ("jsonl", "x.jsonl", b'{"text": "a", "at": "soon"}', "line 1"),
        ("jsonl", "x.jsonl", b'{"text": "a", "type": "opinion"}', "line 1"),
        ("jsonl", "x.jsonl", b"[1]", "line 1"),
    ],
)
def test_a_malformed_file_is_refused_by_its_place(source: str, name: str, data: bytes, place: str) -> None:
    with pytest.raises(Invalid, match=place):
        READERS[source]([(name, data)])

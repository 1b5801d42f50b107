"""Every transcript importer: what counts as a person's words, what is named when left out, what is refused."""

import io
import json
import zipfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.shared import shared

from archivist.errors import Invalid
from archivist.importers.transcripts import IMPORTERS, parse, reading, sniff
from archivist.importers.transcripts.imported import Imported
from archivist.records.conversation import MessageOrigin, Speaker

UNDATED = datetime(2026, 11, 1, tzinfo=UTC)


def lines(*rows: Any) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def document(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def zipped(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"export/{name}.json", content)
    return buffer.getvalue()


def texts(imported: Imported) -> list[tuple[str, str]]:
    return [(message.speaker, message.text) for talk in imported.conversations for message in talk.messages]


def typed(uuid: str, text: Any, parent: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "type": "user",
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": "s1",
        "timestamp": "2026-11-25T09:00:00Z",
        "message": {"role": "user", "content": text},
    } | more


def answer(uuid: str, id: str, blocks: Any, parent: str) -> dict[str, Any]:
    message = {"role": "assistant", "id": id, "content": blocks}
    return typed(uuid, "", parent) | {"type": "assistant", "message": message}


OWN = document(
    {
        "conversations": [
            {
                "id": "weekly",
                "title": "周报",
                "project": "atlas",
                "messages": [
                    {"role": "user", "text": "以后周报用英文写", "at": "2026-11-25T09:30:00+08:00"},
                    {"role": "assistant", "content": [{"type": "text", "text": "好的"}]},
                    {"role": "user", "text": "Execute plan", "origin": "one_click"},
                ],
            }
        ]
    }
)
CHATGPT = document(
    [
        {
            "id": "c1",
            "title": "Trip",
            "create_time": 1784164500.0,
            "current_node": "d",
            "mapping": {
                "r": {"id": "r", "parent": None, "children": ["a"], "message": None},
                "a": {
                    "id": "a",
                    "parent": "r",
                    "children": ["b", "c"],
                    "message": {
                        "author": {"role": "user"},
                        "create_time": 1784164540.0,
                        "content": {"content_type": "multimodal_text", "parts": ["I live in Oslo", {"x": 1}]},
                    },
                },
                "b": {
                    "id": "b",
                    "parent": "a",
                    "children": [],
                    "message": {
                        "author": {"role": "assistant"},
                        "content": {"content_type": "text", "parts": ["left branch"]},
                    },
                },
                "c": {
                    "id": "c",
                    "parent": "a",
                    "children": ["d"],
                    "message": {
                        "author": {"role": "assistant"},
                        "recipient": "python",
                        "content": {"content_type": "text", "parts": ["tool call"]},
                    },
                },
                "d": {
                    "id": "d",
                    "parent": "c",
                    "children": [],
                    "message": {
                        "author": {"role": "assistant"},
                        "content": {"content_type": "text", "parts": ["Noted."]},
                    },
                },
            },
        }
    ]
)
CLAUDE_AI = document(
    [
        {
            "uuid": "u1",
            "name": "Hi",
            "chat_messages": [
                {"uuid": "m1", "sender": "human", "text": "", "content": [{"type": "text", "text": "I am a nurse"}]},
                {"uuid": "m2", "sender": "assistant", "text": "Noted", "created_at": "2026-01-02T03:04:05Z"},
                {"uuid": "m3", "sender": "narrator", "text": "?"},
            ],
        }
    ]
)
CLAUDE_CODE = lines(
    {"type": "summary", "summary": "Old work", "sessionId": "s1"},
    typed("u1", "<system-reminder>be brief</system-reminder>Always run the tests"),
    answer("a1", "msg1", [{"type": "text", "text": "Part one."}], "u1"),
    answer("a2", "msg1", [{"type": "tool_use", "id": "t", "name": "Bash", "input": {}}], "a1"),
    typed("u2", [{"type": "tool_result", "tool_use_id": "t", "content": "I always lie"}], "a2"),
    answer("a3", "msg1", [{"type": "text", "text": "Part two."}], "u2"),
    typed("u3", "a prompt taken back", "a3"),
    typed("u4", "<command-name>/status</command-name>", "a3"),
    typed("u5", "meta", "a3", isMeta=True),
    typed("u6", "side", "a3", isSidechain=True),
    typed("u7", "compact", "a3", isCompactSummary=True),
    typed("u8", [{"type": "text", "text": "用中文回答"}], "a3"),
)
CODEX = lines(
    {"type": "session_meta", "payload": {"id": "x1"}},
    {
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "<environment_context>cwd</environment_context>"}],
        },
    },
    {
        "timestamp": "2026-11-25T09:00:00Z",
        "type": "event_msg",
        "payload": {"type": "user_message", "message": "I prefer uv over pip"},
    },
    {
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "I prefer uv over pip"}],
        },
    },
    {
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Will do."}],
        },
    },
)
ROWS = lines(
    {"role": "user", "content": "我叫小林", "session_id": "a"},
    {"role": "user", "content": "other", "session_id": "b"},
    {"role": "assistant", "content": "你好，小林", "session_id": "a"},
)
SAMPLES = {
    "archivist": OWN,
    "claude-code": CLAUDE_CODE,
    "codex": CODEX,
    "chatgpt": CHATGPT,
    "claude-ai": CLAUDE_AI,
    "jsonl": ROWS,
}


@pytest.mark.parametrize("source", IMPORTERS)
def test_every_kind_is_recognised_from_its_content(source: str) -> None:
    assert sniff(SAMPLES[source], "file") == source
    assert parse(SAMPLES[source], "file", UNDATED).conversations[0].source == source


@pytest.mark.parametrize("source", IMPORTERS)
def test_importing_again_gives_the_same_ids(source: str) -> None:
    later = datetime(2027, 1, 1, tzinfo=UTC)
    first, again = (parse(SAMPLES[source], f"{folder}/file", at) for folder, at in (("a", UNDATED), ("b", later)))
    ids = [
        [(talk.id, [message.id for message in talk.messages]) for talk in read.conversations] for read in (first, again)
    ]
    assert ids[0] == ids[1]
    assert len({id for _, messages in ids[0] for id in messages}) == len(texts(first))


def test_own_json_keeps_roles_times_origins_and_blocks() -> None:
    talk = parse(OWN, "talk.json", UNDATED).conversations[0]
    assert (talk.id, talk.title, talk.project) == ("weekly", "周报", "atlas")
    assert [message.text for message in talk.messages] == ["以后周报用英文写", "好的", "Execute plan"]
    assert talk.messages[0].at == datetime(2026, 11, 25, 1, 30, tzinfo=UTC)
    assert talk.messages[1].at == talk.messages[0].at
    assert talk.messages[2].origin is MessageOrigin.ONE_CLICK
    assert [message.position for message in talk.messages] == [0, 1, 2]


@pytest.mark.parametrize("name", ["Ann", "李雷", "  Ann   Lee "])
def test_who_speaks_is_kept_where_a_message_tells(name: str) -> None:
    talk = {"messages": [{"role": "user", "text": "hi", "name": name}, {"role": "assistant", "text": "hello"}]}
    for data in (document(talk), lines(*talk["messages"])):
        (read,) = parse(data, "talk.json", UNDATED).conversations
        assert [message.name for message in read.messages] == [" ".join(name.split()), ""]


def test_claude_code_keeps_only_what_the_person_typed_and_the_answers() -> None:
    imported = parse(CLAUDE_CODE, "s1.jsonl", UNDATED)
    assert texts(imported) == [
        (Speaker.USER, "Always run the tests"),
        (Speaker.ASSISTANT, "Part one.\n\nPart two."),
        (Speaker.USER, "用中文回答"),
    ]
    assert imported.conversations[0].title == "Old work"
    assert [left.where for left in imported.skipped] == ["s1.jsonl line 7"]


def test_history_before_a_compaction_is_kept() -> None:
    boundary = {"type": "system", "uuid": "b", "parentUuid": None, "logicalParentUuid": "u1", "sessionId": "s1"}
    unlinked = parse(lines(typed("u0", "first"), typed("u1", "second")), "s.jsonl", UNDATED)
    linked = parse(lines(typed("u1", "first"), boundary, typed("u2", "second", "b")), "s.jsonl", UNDATED)
    assert [text for _, text in texts(unlinked)] == [text for _, text in texts(linked)] == ["first", "second"]


def test_a_sub_agents_file_holds_nobodys_words() -> None:
    imported = parse(CLAUDE_CODE, "agent-12.jsonl", UNDATED)
    assert imported.conversations == ()
    assert imported.skipped


def test_codex_prefers_the_typed_message() -> None:
    assert texts(parse(CODEX, "r.jsonl", UNDATED)) == [("user", "I prefer uv over pip"), ("assistant", "Will do.")]


def test_chatgpt_follows_the_path_to_the_current_node() -> None:
    imported = parse(CHATGPT, "conversations.json", UNDATED)
    assert texts(imported) == [("user", "I live in Oslo"), ("assistant", "Noted.")]
    assert imported.conversations[0].messages[0].at.year == 2026


def test_claude_ai_names_a_sender_it_does_not_know() -> None:
    imported = parse(CLAUDE_AI, "conversations.json", UNDATED)
    assert texts(imported) == [("user", "I am a nurse"), ("assistant", "Noted")]
    assert imported.skipped[0].where == "conversations.json[0].chat_messages[2].sender"


@pytest.mark.parametrize("source", ["chatgpt", "claude-ai"])
def test_an_export_archive_is_read(source: str) -> None:
    data = zipped(conversations=SAMPLES[source], users=b"[]")
    assert sniff(data, "export.zip") == source
    assert texts(parse(data, "export.zip", UNDATED)) == texts(parse(SAMPLES[source], "x.json", UNDATED))


def test_an_archive_that_unpacks_beyond_its_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_UNPACKED_BYTES", 100)
    with pytest.raises(Invalid, match="unpacks to more than"):
        IMPORTERS["chatgpt"](zipped(conversations=b" " * 1000 + CHATGPT), "bomb.zip", UNDATED)


def test_a_line_still_being_written_is_named_and_the_rest_read() -> None:
    imported = parse(CLAUDE_CODE + b'\n{"type": "user", "mess', "s.jsonl", UNDATED)
    assert len(texts(imported)) == 3
    assert imported.skipped[0].where == "s.jsonl line 13"


SURROGATE = b'{"conversations": [{"messages": [{"role": "user", "text": "a\\ud800b"}]}]}'


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (b"", ["x.json", "empty"]),
        (b"  \n", ["empty"]),
        (b"\x89PNG\r\n\x00\x1a", ["not text"]),
        ("对话".encode("gbk"), ["not UTF-8", "byte 0"]),
        (b"hello", ["no transcript"]),
        (b'{"x": 1}', ["no transcript"]),
        (b"PK\x03\x04 not really", ["cannot be unpacked"]),
        (b'{"messages": [{"role": "user", "text": "a"}', ["x.json line 1", "not JSON"]),
        (b'{"messages": {"role": "user"}}', ["x.json.messages", "array"]),
        (b'{"messages": ["hi"]}', ["messages[0]", "object"]),
        (document({"messages": [{"role": "boss", "text": "x"}]}), ["messages[0].role", "boss"]),
        (document({"messages": [{"role": "user", "text": 7}]}), ["messages[0].text", "number"]),
        (document({"messages": [{"role": "user"}]}), ["messages[0].text", "missing"]),
        (document({"messages": [{"role": "user", "text": "x", "name": 7}]}), ["messages[0].name", "number"]),
        (document({"messages": [{"role": "user", "text": "x", "name": "n" * 81}]}), ["messages[0].name", "80"]),
        (document({"messages": [{"role": "user", "text": "x", "at": "soon"}]}), ["messages[0].at", "soon"]),
        (document({"messages": [{"role": "user", "text": "x", "at": 1e40}]}), ["messages[0].at"]),
        (document({"messages": [{"role": "user", "text": "x", "at": True}]}), ["messages[0].at"]),
        (document({"conversations": [{"id": "a\nb", "messages": []}]}), ["conversations[0].id"]),
        (document({"conversations": [{"id": ["a"], "messages": []}]}), ["conversations[0].id", "array"]),
        (document({"conversations": [{"id": "a"}]}), ["conversations[0].messages", "missing"]),
        (SURROGATE, ["messages[0].text", "surrogate"]),
        (lines({"role": "user", "content": "a"}, {"role": "ghost", "content": "b"}), ["line 2.role", "ghost"]),
        (b'{"role": "user", "content": "a"}\n{broken\n{"role": "user", "content": "b"}', ["line 2", "column"]),
        (document([{"mapping": 3}]), ["[0].mapping", "number"]),
        (document([{"mapping": {"a": {"message": {"author": 1}}}}]), ["mapping['a'].message"]),
        (document([{"chat_messages": None}]), ["chat_messages", "null"]),
        (b"[" * 100_000, ["no transcript"]),
        (b'{"messages": [' * 30_000, ["nested too deep"]),
    ],
)  # fmt: skip
def test_bad_input_is_refused_by_name(data: bytes, names: list[str]) -> None:
    with pytest.raises(Invalid) as refused:
        parse(data, "x.json", UNDATED)
    for name in names:
        assert name in str(refused.value)


def test_unknown_fields_are_reported() -> None:
    imported = parse(
        document({"messages": [{"role": "user", "text": "x", "mood": 1}], "lang": "zh"}), "x.json", UNDATED
    )
    assert [left.why for left in imported.skipped] == ["unknown fields: lang", "unknown fields: mood"]


def test_a_byte_order_mark_and_utf_16_are_read() -> None:
    text = ROWS.decode()
    for data in (text.encode("utf-8-sig"), text.encode("utf-16")):
        assert texts(parse(data, "x.jsonl", UNDATED)) == texts(parse(ROWS, "x.jsonl", UNDATED))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_damage_is_refused_or_survived_and_never_a_crash(source: str, data: st.DataObject) -> None:
    sample = bytearray(SAMPLES[source])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(sample) - 1))
        sample[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=5))
    with suppress(Invalid):
        parse(bytes(sample), "damaged", UNDATED, source)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["role", "text", "id"]), inner),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_a_wrong_type_anywhere_is_refused_or_survived(source: str, data: st.DataObject) -> None:
    rows = [json.loads(line) for line in SAMPLES[source].decode().split("\n")]

    def spoil(value: Any) -> Any:
        if data.draw(st.integers(0, 12)) == 0:
            return data.draw(JSON)
        match value:
            case dict():
                return {name: spoil(inner) for name, inner in value.items()}
            case list():
                return [spoil(inner) for inner in value]
            case _:
                return value

    with suppress(Invalid):
        parse(lines(*map(spoil, rows)), "spoilt", UNDATED, source)


@pytest.mark.parametrize("odd", [[], {}, ["message"], 7, None])
def test_a_kind_of_line_that_is_no_word_is_no_kind(odd: object) -> None:
    rows = [json.loads(line) for line in SAMPLES["codex"].decode().split("\n")]
    before = parse(lines(*rows), "whole", UNDATED, "codex").conversations[0].messages
    rows += [{"type": "event_msg", "payload": {"type": odd}}, {"type": odd, "payload": {"type": "message"}}]
    after = parse(lines(*rows), "whole", UNDATED).conversations[0].messages
    assert [one.text for one in after] == [one.text for one in before]


def test_real_transcripts_are_read() -> None:
    folder: Path = shared("eval", "data", "transcripts")
    read = 0
    for kind in ("claude-code", "codex", "chatgpt", "claude-ai"):
        for path in sorted((folder / kind).rglob("*.json*")):
            imported = parse(path.read_bytes(), path.name, UNDATED, kind)
            read += len(texts(imported))
            assert all(message.text.strip() for talk in imported.conversations for message in talk.messages)
    assert read > 40

"""What is current after updates, rollbacks and look-alikes; measured on HL-Mem where it is beside the checkout."""

import json

from archivist.text.resolve import Event, current
from tests.shared import shared


def said(*texts: str, role: str = "user") -> list[Event]:
    return [{"text": text, "role": role, "at": f"2026-06-{day:02}T00:00:00Z"} for day, text in enumerate(texts, 1)]


def test_a_chain_of_values_is_replaced_link_by_link() -> None:
    assert current(said("我最喜欢喝可乐", "我现在最喜欢喝咖啡", "还是最喜欢喝可乐")) == [(0, 1), (1, 2)]
    assert current(
        said("gateway 当前版本是 v1.0", "gateway 已升级，当前版本是 v1.1", "gateway 已回滚，当前版本是 v1.0")
    ) == [
        (0, 1),
        (1, 2),
    ]


def test_a_compound_statement_is_replaced_claim_by_claim() -> None:
    events = said("gate-1 的 API 服务 当前 healthy；worker 进程 当前 running", "gate-1 的 API 服务 当前 unhealthy")
    assert current(events) == [(0, 1)]
    assert current([*events, *said("gate-1 的 worker 进程 当前 stopped")]) == [(0, 1), (0, 2)]
    assert current([*events, *said("gate-1 的 API 服务 当前 healthy")]) == [(0, 1), (1, 2)]


def test_plans_quotations_history_and_denials_replace_nothing() -> None:
    stated = "api-7 当前版本是 v1.0"
    for other in (
        "计划下周把 api-7 升级到 v2.0",
        "We plan to upgrade api-7 to v2.0",
        "文档写道：api-7 当前版本是 v2.0",
        "历史记录：2024 年时 api-7 当前版本是 v0.8",
        "要求 api-7 必须保持 v2.0",
        "如果 api-7 当前版本是 v2.0，就通知我",
        "api-7 当前版本是 v2.0 吗？",
        "api-7 当前版本不是 v1.0",
        "api-7 的 blue 部署当前版本是 v2.0",
        "api-8 当前版本是 v2.0",
    ):
        assert current(said(stated, other)) == []


def test_what_is_only_shown_as_context_is_not_stated() -> None:
    noted = "【引用的上下文】\napi-7 当前版本是 v0.1\n【当前事件】\napi-7 当前版本是 v1.0"
    assert current(said(noted, "api-7 当前版本是 v1.1")) == [(0, 1)]
    assert current(said("api-7 当前版本是 v1.0", "> api-7 当前版本是 v0.1\napi-9 的角色是网关")) == []


def test_only_a_person_replaces() -> None:
    assert current([*said("I live in Berlin"), *said("The user lives in Munich", role="assistant")]) == []
    assert current(said("I live in Berlin", "I moved to Munich")) == [(0, 1)]


def test_no_look_alike_is_damaged_and_replacements_are_found() -> None:
    bundles = shared("eval/data/memory-extraction/hlmem_state_dev.jsonl").read_text("utf-8")
    rows = [json.loads(line) for line in bundles.splitlines()]
    found = expected = 0
    for row in rows:
        at = {claim["id"]: claim["events"] for claim in row["claims"]}
        gold = {(i, j) for old, new in row["superseded"] for i in at[old] for j in at[new] if i < j}
        got = set(current(row["events"]))
        assert got <= gold, row["id"]
        found, expected = found + len(got), expected + len(gold)
    assert found >= 0.95 * expected

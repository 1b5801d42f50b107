"""The commands for agents, global memory, contexts and configuration keep their contract."""

import json

from tests.doors.cli import Terminal


def test_an_agents_note_is_put_found_and_deleted(terminal: Terminal) -> None:
    written = terminal.json("agent", "put", "planner", "style", '{"summary": "先给结论"}', "--tag", "输出")
    assert written["outcome"] == "created"
    assert json.loads(terminal.json("agent", "get", "planner", "style")["record"]["value"]) == {"summary": "先给结论"}
    (hit,) = terminal.json("agent", "search", "planner", "结论")["hits"]
    assert (hit["key"], hit["summary"]) == ("style", "先给结论")
    assert "value" not in hit
    assert terminal.run("agent", "get", "reviewer", "style")[0] == 1
    assert terminal.json("agent", "delete", "planner", "style")["record"]["status"] == "expired"
    assert terminal.run("agent", "get", "planner", "style")[0] == 1
    assert terminal.run("agent", "put", "planner", "style")[0] == 2


def test_a_proposal_to_global_memory_is_applied_found_and_rolled_back(terminal: Terminal) -> None:
    held = terminal.json("global", "propose", "The phase is design", "--key", "phase", "--agent", "planner")
    assert held["outcome"] == "held"
    terminal.json("apply", held["proposal"]["id"])
    (hit,) = terminal.json("global", "search", "phase")["hits"]
    assert {"scope", "confidence", "source_event"} <= set(hit)
    assert terminal.json("global", "correct", "phase", "The phase is construction")["outcome"] == "superseded"
    assert terminal.json("global", "rollback", "phase")["record"]["text"] == "The phase is design"
    assert terminal.json("global", "expire", "phase", "--reason", "over")["outcome"] == "expired"


def test_a_context_says_what_went_in_and_can_be_asked_about(terminal: Terminal) -> None:
    terminal.json("remember", "周报使用简短格式", "--kind", "rule")
    built = terminal.json("context", "--agent", "planner", "--query", "写周报", "--budget", "300")
    assert {"run", "text", "tokens", "sections", "dropped"} <= set(built)
    assert "周报使用简短格式" in built["text"]
    told = terminal.json("why", built["run"])
    assert told["sections"] == built["sections"]
    assert "周报使用简短格式" not in json.dumps(told, ensure_ascii=False)
    code, out, _ = terminal.run("context", "--agent", "planner", "--query", "写周报", "--explain")
    assert code == 0
    assert "relevance" in out


def test_configuration_is_checked_reloaded_and_rolled_back(terminal: Terminal) -> None:
    terminal.json("init")
    (terminal.home / "config.yaml").write_text("memory: {global: {write_mode: direct}}", "utf-8")
    assert terminal.json("config", "show")["waiting"] == ["memory.global.write_mode"]
    answer = terminal.json("config", "reload")
    assert (answer["generation"], [change["key"] for change in answer["changes"]]) == (2, ["memory.global.write_mode"])
    assert terminal.json("config", "rollback")["generation"] == 3
    assert terminal.json("config", "generations")["generations"][0]["state"] == "active"
    (terminal.home / "config.yaml").write_text("memory: {global: {write_mode: always}}", "utf-8")
    code, _, err = terminal.run("config", "check")
    assert code == 2
    assert "'proposed'" in err


def test_counters_are_printed_for_prometheus(terminal: Terminal) -> None:
    terminal.json("remember", "one thing")
    code, out, _ = terminal.run("metrics", "--prometheus")
    assert code == 0
    assert "archivist_memory_writes_total 1" in out
